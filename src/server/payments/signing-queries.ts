import type { Db } from "../database/connect.ts";
import { randomId } from "../runtime/ids.ts";

/** The identifier that this installation generates once. */
export function createSigningStore(db: Db) {
  const cache = new Map<string, string>();

  async function read(name: string): Promise<string | null> {
    const row = await db.selectFrom("signing_key").select("secret").where("name", "=", name).executeTakeFirst();
    return row?.secret ?? null;
  }

  async function getOrCreate(name: string, generate: () => string): Promise<string> {
    const before = cache.get(name);
    if (before) return before;
    await db
      .insertInto("signing_key")
      .values({ name, secret: generate() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const secret = (await read(name)) ?? "";
    cache.set(name, secret);
    return secret;
  }

  return {
    /**
     * Identifies this installation at the provider, where several installations may share an account. This is not a
     * secret.
     */
    installation: () => getOrCreate("payment-installation", randomId),
  };
}
