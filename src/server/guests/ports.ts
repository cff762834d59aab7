import type { Guest } from "#domain/guests/guest.ts";
import type { KeyReused, IdempotentRequest } from "../database/transaction.ts";

/** Who registered a guest: only the same browser or network may book for it. */
export type Registrant = { browserHash: string; addressHash: string };
export type NewGuest = Guest & {
  /** The guest's number for WhatsApp, as E.164; null: none. */
  whatsapp: string | null;
  registrant: Registrant;
  createdAt: Date;
};

export type AddGuestResult = { ok: true; id: string } | KeyReused;

export type GuestStore = {
  /** Adds the guest, or returns the one that the same request added before. */
  add: (guest: NewGuest, submit: IdempotentRequest | null) => Promise<AddGuestResult>;
  /** Removes guests registered before `before` whom no booking has claimed; returns how many. */
  removeUnclaimed: (before: Date) => Promise<number>;
};
