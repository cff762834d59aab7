import type { Database, Db } from "../database/connect.ts";
import { randomToken } from "../runtime/ids.ts";

/**
 * A secret of this installation, created when it is first needed. It is stored in the database, so every instance has
 * the same secret and a restored backup includes it. Pass the transaction, if any.
 */
export function createSigningKey(
  { db }: Pick<Database, "db">,
  name: string,
  make: () => string = randomToken,
): (within?: Db) => Promise<string> {
  let known: string | null = null;
  return async (within = db) => {
    if (known !== null) return known;
    const stored = () => within.selectFrom("signing_key").select("secret").where("name", "=", name).executeTakeFirst();
    if (!(await stored())) {
      // If several instances need the secret for the first time at once, one of them creates it and all read it.
      await within
        .insertInto("signing_key")
        .values({ name, secret: make() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    const row = await stored();
    if (!row) throw new Error(`The signing key ${name} could not be read`);
    // Inside a transaction, the secret may still be rolled back.
    if (within === db) known = row.secret;
    return row.secret;
  };
}
