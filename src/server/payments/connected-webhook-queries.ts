import * as z from "zod/mini";
import type { SecretBox } from "../core/secret-files.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

const NAME = "stripe-notices";
/** `endpoint` is the provider's id, which another account does not know. It may be missing in an earlier row. */
const stored = z.object({ url: z.string(), endpoint: z.optional(z.string()), sealed: z.string() });
export type ConnectedWebhook = z.output<typeof stored>;

/** Binds the encrypted secret to one URL and mode; it cannot be decrypted for any other. */
export const webhookSecretScope = (url: string, live: boolean) => `stripe notices to ${url}, ${live ? "live" : "test"}`;

/** The webhook that a host has connected, with its encrypted signing secret; null if no webhook is connected. */
export async function readConnectedWebhook(db: Pick<Db, "selectFrom">): Promise<ConnectedWebhook | null> {
  const row = await db.selectFrom("signing_key").select("secret").where("name", "=", NAME).executeTakeFirst();
  return row ? stored.parse(JSON.parse(row.secret)) : null;
}

export async function writeConnectedWebhook(trx: Trx, connected: ConnectedWebhook): Promise<void> {
  const secret = JSON.stringify(connected);
  await trx
    .insertInto("signing_key")
    .values({ name: NAME, secret })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ secret }))
    .execute();
}

export async function deleteConnectedWebhook(trx: Trx): Promise<boolean> {
  const gone = await trx.deleteFrom("signing_key").where("name", "=", NAME).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/**
 * The webhook's signing secrets, cached so that a flood of forged webhooks does not query them. `refresh` picks
 * up a webhook that another instance has connected.
 */
export function createWebhookSecrets({ db, box, url, live }: { db: Db; box: SecretBox; url: string; live: boolean }) {
  let cached: { row: string; secrets: readonly string[] } | null = null;

  async function refresh(): Promise<readonly string[]> {
    const connected = await readConnectedWebhook(db);
    const row = JSON.stringify(connected);
    // A key file that could not be read may have become readable since.
    if (cached?.row === row && (!connected || cached.secrets.length > 0)) return cached.secrets;
    const opened = connected?.url === url ? await box.open(connected.sealed, webhookSecretScope(url, live)) : null;
    const secrets = opened?.ok ? [opened.secret] : [];
    cached = { row, secrets };
    return secrets;
  }

  return { refresh, current: async () => cached?.secrets ?? (await refresh()) };
}
export type WebhookSecrets = ReturnType<typeof createWebhookSecrets>;
