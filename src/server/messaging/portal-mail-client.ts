import type { MailSecurity } from "#contract/mail-account.ts";
import { type Reach, resolvePublic, PUBLIC_INTERNET } from "../core/public-hosts.ts";
import { type SecretBox, UNUSABLE_KEY } from "../core/secret-files.ts";
import type { Db } from "../database/connect.ts";
import { createEmailSender, type MailServer } from "./email-sender.ts";
import { belongsTo, readMailRow, type StoredMailAccount } from "./mail-account-queries.ts";
import type { Sender } from "./ports.ts";

/** Allows any port that the contract allows. */
export const MAIL_REACH: Reach = { ...PUBLIC_INTERNET, port: 0 };

type Account = { host: string; port: number; security: MailSecurity; username: string; password: string };
type Needs = { db: Db; box: SecretBox; reach: Reach; connections: number };

const UNREADABLE = {
  "no-key":
    "The password of your mail account is encrypted with a key file that is missing from this machine, for example after restoring a backup elsewhere. Enter the password again.",
  "unusable-key": UNUSABLE_KEY,
  "other-key":
    "The password of your mail account is encrypted with a different key file, for example after restoring a backup elsewhere. Enter the password again.",
  changed: "The mail account was changed outside of the portal. Enter the password again.",
} as const;

/** The account is read again after this time, because another process may have changed it. */
const CACHE_MS = 1000;
/** The server's name is resolved again after this time. */
const RESOLVED_MS = 10 * 60_000;
/** When a sender is replaced, the emails that it is sending have this long to finish. */
const CLOSED_AFTER_MS = 60_000;

/** The mail server that a host has set up in the portal. We connect when needed, and again after a change. */
export function createPortalMail({ db, box, reach, connections }: Needs) {
  let known: { row: StoredMailAccount | null; problem: string | null; until: number } | null = null;
  let open: { mark: string; until: number; sender: Sender } | null = null;

  async function state(): Promise<{ row: StoredMailAccount | null; problem: string | null }> {
    if (known && performance.now() < known.until) return known;
    const row = await readMailRow(db);
    const opened = row ? await box.open(row.sealedPassword, belongsTo(row)) : null;
    const problem = opened && !opened.ok ? UNREADABLE[opened.reason] : null;
    known = { row, problem, until: performance.now() + CACHE_MS };
    return known;
  }

  /** How to reach the account's server, or why it cannot be used; null if no account is set up. */
  async function server(): Promise<Found | null> {
    const { row, problem } = await state();
    if (!row) return null;
    if (problem) return { ok: false, message: problem };
    const opened = await box.open(row.sealedPassword, belongsTo(row));
    if (!opened.ok) return { ok: false, message: UNREADABLE[opened.reason] };
    return serverOf({ ...row, password: opened.secret }, reach);
  }

  function close(): void {
    const ended = open;
    open = null;
    if (ended) setTimeout(() => ended.sender.close(), CLOSED_AFTER_MS).unref();
  }

  return {
    state,
    server,
    forget: () => {
      known = null;
      close();
    },
    /** Null if no account is set up or if its password cannot be decrypted. */
    sender: async (): Promise<Sender | null> => {
      const { row, problem } = await state();
      if (!row || problem) return null;
      const mark = `${row.changedAt} ${row.sealedPassword}`;
      if (open?.mark === mark && performance.now() < open.until) return open.sender;
      close();
      const found = await server();
      if (!found) return null;
      const sender = found.ok
        ? createEmailSender(found.server, { address: row.from }, connections)
        : unusableSender(found);
      open = { mark, until: performance.now() + RESOLVED_MS, sender };
      return sender;
    },
    close: () => {
      open?.sender.close();
      open = null;
    },
  };
}

type Found = { ok: true; server: MailServer } | { ok: false; message: string };

/**
 * How to reach a server that a host has entered. Only public servers are allowed, because the portal must not give
 * access to the private network around this machine. The operator can configure an internal server with SMTP_URL.
 */
export async function serverOf({ host, port, security, username, password }: Account, reach: Reach): Promise<Found> {
  const found = await resolvePublic(host, reach).catch(() => ({ ok: false, reason: "unknown" }) as const);
  if (!found.ok) {
    return {
      ok: false,
      message:
        found.reason === "private"
          ? "This mail server is on a private network. Whoever runs this installation can set it with SMTP_URL."
          : "The mail server's name can't be found. Please check the server.",
    };
  }
  return {
    ok: true,
    server: {
      where: "the mail settings",
      // We connect to the IP address that was checked; the certificate is still verified against the name.
      host: found.addresses[0]?.address ?? host,
      port: reach.port || port,
      secure: reach.secure && security === "tls",
      requireTLS: reach.secure && security === "starttls",
      tls: { servername: host },
      auth: { user: username, pass: password },
    },
  };
}

function unusableSender({ message }: { message: string }): Sender {
  return {
    send: async () => ({ ok: false, fault: "channel", reason: message, pauseMs: 30_000, alertHost: false }),
    close: () => {},
  };
}
