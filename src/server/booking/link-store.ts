import type { Database } from "../database/connect.ts";
import { randomToken } from "../runtime/ids.ts";
import type { LinkStore } from "./ports.ts";

const KEY_NAME = "guest-link";

export function createLinkStore({ db }: Pick<Database, "db">): LinkStore {
  let known: string | null = null;

  return {
    key: async () => {
      if (known !== null) return known;
      // Of several instances that need it first, one makes it and all read it.
      await db
        .insertInto("signing_key")
        .values({ name: KEY_NAME, secret: randomToken() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await db
        .selectFrom("signing_key")
        .select("secret")
        .where("name", "=", KEY_NAME)
        .executeTakeFirstOrThrow();
      known = row.secret;
      return known;
    },

    generation: async (bookingId) => {
      const row = await db
        .selectFrom("booking")
        .select("link_generation")
        .where("id", "=", bookingId)
        .executeTakeFirst();
      return row?.link_generation ?? null;
    },

    prove: async (emailMark, until) => {
      const proven_until = until.toISOString();
      await db
        .insertInto("proven_email")
        .values({ email_mark: emailMark, proven_until })
        .onConflict((conflict) => conflict.column("email_mark").doUpdateSet({ proven_until }))
        .execute();
    },

    open: async (bookingId, browserHash, at) => {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable("booking")
          .set({ verified_at: at.toISOString() })
          .where("id", "=", bookingId)
          .where("verified_at", "is", null)
          .execute();
        await trx
          .insertInto("booking_access")
          .values({ booking_id: bookingId, browser_hash: browserHash, by_link: 1 })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    },
  };
}
