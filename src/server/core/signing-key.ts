import type { Database } from "../database/connect.ts";
import { randomToken } from "../runtime/ids.ts";

/**
 * A secret of this installation, created when it is first needed. It is stored in the database, so every instance has
 * the same secret and a restored backup includes it.
 */
export function createSigningKey(
  { db }: Pick<Database, "db">,
  name: string,
  make: () => string = randomToken,
): () => Promise<string> {
  let known: string | null = null;
  return async () => {
    if (known !== null) return known;
    const stored = () => db.selectFrom("signing_key").select("secret").where("name", "=", name).executeTakeFirst();
    if (!(await stored())) {
      // If several instances need the secret for the first time at once, one of them creates it and all read it.
      await db
        .insertInto("signing_key")
        .values({ name, secret: make() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    known = (await stored())?.secret ?? null;
    if (known === null) throw new Error(`The signing key ${name} could not be read`);
    return known;
  };
}
