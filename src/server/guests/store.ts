import type { Database } from "../database/connect.ts";
import { idempotently } from "../database/idempotency.ts";
import { insertRow } from "../database/prepared.ts";
import { commitIfOk, type KeyReused, type IdempotentRequest } from "../database/transaction.ts";
import type { Guest } from "#domain/guests/guest.ts";

/** Who registered a guest: only the same browser or IP address may book for that guest. */
type Registrant = { browserHash: string; addressHash: string };
type NewGuest = Guest & {
  /** The guest's WhatsApp number in E.164 format; null without consent. */
  whatsapp: string | null;
  registrant: Registrant;
  createdAt: Date;
};

type AddGuestResult = { ok: true; id: string } | KeyReused;

export function createGuestStore(database: Database) {
  return {
    /** Adds the guest, or returns the one that the same request added before. */
    add: (guest: NewGuest, submit: IdempotentRequest | null) =>
      commitIfOk<AddGuestResult>(database.db, async (trx) => {
        const { result } = await idempotently<AddGuestResult>(trx, submit, guest.createdAt, async () => {
          await insertRow(trx, "guest", {
            id: guest.id,
            name: guest.name,
            email: guest.email,
            phone: guest.phone,
            search_text: `${guest.name}\n${guest.email}`.toLowerCase(),
            created_at: guest.createdAt.toISOString(),
            claimed_at: null,
            browser_hash: guest.registrant.browserHash,
            address_hash: guest.registrant.addressHash,
            whatsapp: guest.whatsapp,
          });
          return { ok: true, id: guest.id };
        });
        return result;
      }),

    /** Removes guests who were registered before `before` and have no booking. Returns how many were removed. */
    removeUnclaimed: async (before: Date) => {
      const removed = await database.db
        .deleteFrom("guest")
        .where("claimed_at", "is", null)
        .where("created_at", "<", before.toISOString())
        .executeTakeFirst();
      return Number(removed.numDeletedRows);
    },
  };
}

export type GuestStore = ReturnType<typeof createGuestStore>;
