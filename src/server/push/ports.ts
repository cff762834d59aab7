import type { HostEvent, PushDetail } from "#domain/messaging/host-event.ts";
import type { Trx } from "../database/transaction.ts";

export type PushChoice = { events: HostEvent[]; detail: PushDetail };

export type PushDevice = {
  id: string;
  adminId: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  userAgent: string;
  createdAt: Date;
  /** Hash of the device cookie, also stored with sessions; null if there was none. */
  deviceHash: string | null;
};

export type PushStore = {
  find: (id: string) => Promise<PushDevice | null>;
  ofAdmin: (adminId: string) => Promise<PushDevice[]>;
  /** Stores a device; it takes over an address that another one had. */
  add: (device: PushDevice) => Promise<void>;
  /** False if the admin has no such device. */
  remove: (adminId: string, id: string) => Promise<boolean>;
  /** The push service no longer knows it. */
  forget: (id: string) => Promise<void>;
  choiceOf: (adminId: string) => Promise<PushChoice>;
  saveChoice: (adminId: string, choice: PushChoice) => Promise<void>;
  /** The devices of everyone who wants to be notified of an event. */
  interestedIn: (trx: Trx, event: HostEvent) => Promise<{ id: string; userAgent: string }[]>;
};

/** The result of sending a message to a push service. */
export type PushAnswer =
  | { ok: true; status: number }
  /** 404 or 410: the browser has unsubscribed, or no longer exists. */
  | { ok: false; reason: "gone" }
  | { ok: false; reason: "refused-address" }
  | { ok: false; reason: "unreachable" }
  | { ok: false; reason: "status"; status: number; waitMs: number | null };

export type PushClient = {
  post: (order: { endpoint: string; headers: Record<string, string>; body: Buffer }) => Promise<PushAnswer>;
};
