import type { Database } from "../database/connect.ts";
import { randomToken } from "../runtime/ids.ts";

/**
 * A secret of this installation, made when it is first needed. It lies in the database, so that every instance has the
 * same and a restored backup has it too.
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
      // Of several instances that need it first, one makes it and all read it.
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
