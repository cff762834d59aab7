import type { Database } from "../database/connect.ts";
import { idempotently } from "../database/idempotency.ts";
import { insertRow } from "../database/prepared.ts";
import { commitIfOk } from "../database/transaction.ts";
import type { AddGuestResult, GuestStore } from "./ports.ts";

export function createGuestStore(database: Database): GuestStore {
  return {
    add: (guest, submit) =>
      commitIfOk(database.db, async (trx) => {
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

    removeUnclaimed: async (before) => {
      const removed = await database.db
        .deleteFrom("guest")
        .where("claimed_at", "is", null)
        .where("created_at", "<", before.toISOString())
        .executeTakeFirst();
      return Number(removed.numDeletedRows);
    },
  };
}
