import * as z from "zod/mini";
import type { SecretBox } from "../core/secret-files.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

const NAME = "stripe-notices";
const stored = z.object({ url: z.string(), sealed: z.string() });
export type ConnectedNotices = z.output<typeof stored>;

/** In test mode another endpoint is asked for than in live mode, and what was made for one address counts for no other. */
export const noticesBelongTo = (url: string, live: boolean) => `stripe notices to ${url}, ${live ? "live" : "test"}`;

/** Where Stripe sends its notices since a host has connected them here, with the sealed secret; null for nowhere. */
export async function readConnectedNotices(db: Pick<Db, "selectFrom">): Promise<ConnectedNotices | null> {
  const row = await db.selectFrom("signing_key").select("secret").where("name", "=", NAME).executeTakeFirst();
  return row ? stored.parse(JSON.parse(row.secret)) : null;
}

export async function writeConnectedNotices(trx: Trx, connected: ConnectedNotices): Promise<void> {
  const secret = JSON.stringify(connected);
  await trx
    .insertInto("signing_key")
    .values({ name: NAME, secret })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ secret }))
    .execute();
}

export async function deleteConnectedNotices(trx: Trx): Promise<boolean> {
  const gone = await trx.deleteFrom("signing_key").where("name", "=", NAME).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/**
 * The secrets by which notices are signed, without a query for each of them: whoever floods us with forged ones costs the
 * database nothing. `refresh` is what lets another instance's connection be known here.
 */
export function createNoticeSecrets({ db, box, url, live }: { db: Db; box: SecretBox; url: string; live: boolean }) {
  let known: { row: string; secrets: readonly string[] } | null = null;

  async function refresh(): Promise<readonly string[]> {
    const connected = await readConnectedNotices(db);
    const row = JSON.stringify(connected);
    if (known?.row === row) return known.secrets;
    const opened = connected?.url === url ? await box.open(connected.sealed, noticesBelongTo(url, live)) : null;
    const secrets = opened?.ok ? [opened.secret] : [];
    known = { row, secrets };
    return secrets;
  }

  return { refresh, current: async () => known?.secrets ?? (await refresh()) };
}
export type NoticeSecrets = ReturnType<typeof createNoticeSecrets>;
