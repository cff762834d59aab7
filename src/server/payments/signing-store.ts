import type { Db } from "../database/connect.ts";
import { randomId, randomToken } from "../runtime/ids.ts";

/** Secrets that this installation makes itself, or is given once by the provider. */
export function createSigningStore(db: Db) {
  const known = new Map<string, string>();

  async function read(name: string): Promise<string | null> {
    const row = await db.selectFrom("signing_key").select("secret").where("name", "=", name).executeTakeFirst();
    return row?.secret ?? null;
  }

  async function made(name: string, make: () => string): Promise<string> {
    const before = known.get(name);
    if (before) return before;
    await db
      .insertInto("signing_key")
      .values({ name, secret: make() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const secret = (await read(name)) ?? "";
    known.set(name, secret);
    return secret;
  }

  return {
    /** Names this installation at the provider, whose account may serve several. No secret, but made once. */
    installation: () => made("payment-installation", randomId),
    simulatorSecret: () => made("stand-in-bank", randomToken),
  };
}
