import type { SecretBox } from "../core/secret-files.ts";
import type { Fault, PaymentNeeds } from "./ports.ts";
import {
  deleteConnectedNotices,
  noticesBelongTo,
  type NoticeSecrets,
  readConnectedNotices,
  writeConnectedNotices,
} from "./connected-notices-queries.ts";

export type NoticesNeeds = Pick<PaymentNeeds, "database" | "record" | "provider"> & {
  notices: {
    box: SecretBox;
    secrets: NoticeSecrets;
    /** Where the provider would send them. */
    url: string;
    /** The operator has set the secret in the environment, which wins. */
    isFixed: boolean;
  };
};

export type NoticesState = {
  source: "environment" | "portal" | "none";
  mayConnect: boolean;
  address: string | null;
  problem: string | null;
};

const SUBJECT = "Card payments";

/** Who tells us of payments, and whether the host can change that here: a provider reaches public addresses only. */
export async function noticesState({ database, provider, notices }: NoticesNeeds): Promise<NoticesState> {
  const { url, isFixed, secrets } = notices;
  const mayConnect = !isFixed && provider?.noticeAddress !== null && url.startsWith("https://");
  const connected = await readConnectedNotices(database.db);
  if (isFixed) return { source: "environment", mayConnect, address: connected?.url ?? null, problem: null };
  if (!connected) return { source: "none", mayConnect, address: null, problem: null };
  const works = (await secrets.refresh()).length > 0;
  const problem =
    connected.url === url
      ? "This server cannot read the notices' secret: its key file, or Stripe's key, is another one. Connect again."
      : `Stripe's notices go to ${connected.url}, and your site is at another address now. Connect again.`;
  return { source: "portal", mayConnect, address: connected.url, problem: works ? null : problem };
}

type Result = { ok: true } | { ok: false; reason: string };

export async function connectNotices(needs: NoticesNeeds, actor: string): Promise<Result> {
  const { database, provider, record, notices } = needs;
  const address = provider?.noticeAddress;
  if (!provider || !address || !(await noticesState(needs)).mayConnect)
    return { ok: false, reason: "Notices cannot be connected here." };
  const { box, secrets, url } = notices;
  const made = await address.connect(url);
  if (!made.ok) return { ok: false, reason: reasonOf(made) };
  const sealed = await box.seal(made.secret, noticesBelongTo(url, provider.live));
  await database.db.transaction().execute(async (trx) => {
    await writeConnectedNotices(trx, { url, sealed });
    await record(
      { actor, act: `Connected ${provider.label}'s notices`, subject: SUBJECT, after: { address: url } },
      trx,
    );
  });
  await secrets.refresh();
  return { ok: true };
}

/** First at the provider: an address that it still has would be told for days what nobody here can read. */
export async function disconnectNotices(
  { database, provider, record, notices }: NoticesNeeds,
  actor: string,
): Promise<Result> {
  const gone = await provider?.noticeAddress?.disconnect();
  if (gone && !gone.ok) return { ok: false, reason: reasonOf(gone) };
  await database.db.transaction().execute(async (trx) => {
    if (!(await deleteConnectedNotices(trx))) return;
    const label = provider?.label ?? "the provider";
    await record({ actor, act: `Disconnected ${label}'s notices`, subject: SUBJECT }, trx);
  });
  await notices.secrets.refresh();
  return { ok: true };
}

function reasonOf({ fault, reason }: Fault): string {
  if (fault !== "account") return reason;
  return `${reason} A restricted key also needs “Webhook Endpoints: write”.`;
}
