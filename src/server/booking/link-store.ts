import type { Database } from "../database/connect.ts";
import { randomToken } from "../runtime/ids.ts";
import type { LinkStore } from "./ports.ts";

const KEY_NAME = "guest-link";

export function createLinkStore({ db }: Pick<Database, "db">): LinkStore {
  let known: string | null = null;

  return {
    key: async (within = db) => {
      if (known !== null) return known;
      // If several instances need it first, one creates it and all read it.
      await within
        .insertInto("signing_key")
        .values({ name: KEY_NAME, secret: randomToken() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await within
        .selectFrom("signing_key")
        .select("secret")
        .where("name", "=", KEY_NAME)
        .executeTakeFirstOrThrow();
      // Inside a transaction the key may still be rolled back.
      if (within === db) known = row.secret;
      return row.secret;
    },

    generation: async (bookingId, within = db) => {
      const row = await within
        .selectFrom("booking")
        .select("link_generation")
        .where("id", "=", bookingId)
        .executeTakeFirst();
      return row?.link_generation ?? null;
    },

    prove: async (emailHash, until) => {
      const proven_until = until.toISOString();
      await db
        .insertInto("proven_email")
        .values({ email_mark: emailHash, proven_until })
        .onConflict((conflict) => conflict.column("email_mark").doUpdateSet({ proven_until }))
        .execute();
    },
  };
}
