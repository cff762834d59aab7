import type { Readable } from "node:stream";
import type { Transporter } from "nodemailer";
import { oneLine, plainText } from "#domain/messaging/template.ts";
import { htmlOf } from "./mail-layout.ts";
import type { Outcome, Outgoing, Sender } from "./ports.ts";

export type MailFrom = { address: string };
type Transport = Pick<Transporter, "sendMail" | "close">;

const SECOND_MS = 1000;
/** A slow server is given more time than an unreachable server. */
const SMTP_TIMES = { connectionTimeout: 10 * SECOND_MS, greetingTimeout: 15 * SECOND_MS };
/**
 * A slow server may still accept an email after we have stopped waiting, and a retry would then deliver it twice (RFC
 * 5321 4.5.3.2.6).
 */
const REPLY_WITHIN_MS = 600 * SECOND_MS;
/** How long to pause if the server cannot be reached, or rejects our password or sender address. */
const PAUSE_MS = { unreachable: 30 * SECOND_MS, refused: 300 * SECOND_MS };

/** How to reach a mail server. `where` names the setting that a person has to correct if the server does not work. */
export type MailServer =
  | { where: "SMTP_URL"; url: string }
  | {
      where: "the mail settings";
      host: string;
      port: number;
      secure: boolean;
      requireTLS: boolean;
      tls: { servername: string };
      auth: { user: string; pass: string };
    };

/**
 * Sends by SMTP. `connections` is how many emails may be sent at the same time, and `replyWithinMs` is how long to wait
 * for each of the server's replies.
 */
export function createEmailSender(
  { where, ...server }: MailServer,
  from: MailFrom,
  connections: number,
  replyWithinMs = REPLY_WITHIN_MS,
): Sender {
  let transport: Transport | null = null;
  /** The emails that are being sent, by their Message-ID, as nodemailer reads them. */
  const bodies = new Map<string, Readable>();
  const open = async (): Promise<Transport> => {
    const { createTransport } = await import("nodemailer");
    if (transport) return transport;
    const pool = createTransport({
      ...server,
      pool: true,
      maxConnections: connections,
      maxMessages: Number.POSITIVE_INFINITY,
      // Only the outbox decides about retries.
      maxRequeues: 0,
      idleTimeout: 10 * SECOND_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...SMTP_TIMES,
      socketTimeout: replyWithinMs,
    });
    pool.use("stream", ({ message, data: { messageId } }, done) => {
      message?.processFunc((body) => {
        if (messageId) bodies.set(messageId, body);
        return body;
      });
      done();
    });
    transport = pool;
    return pool;
  };
  return {
    send: async (message) => {
      const mail = mailOf(message, from);
      try {
        const info = await (await open()).sendMail(mail);
        return { ok: true, providerId: String(info.response ?? "").slice(0, 200) || null };
      } catch (error) {
        return faultOf(error, where, bodies.get(mail.messageId)?.readableDidRead ?? false);
      } finally {
        bodies.delete(mail.messageId);
      }
    },
    close: () => {
      transport?.close();
      transport = null;
    },
  };
}

/**
 * The input for nodemailer. Addresses are passed only as `{name, address}`, because an address in a string could add a
 * second recipient.
 */
export function mailOf(message: Outgoing, from: MailFrom) {
  const { content, to, replyTo, invitation, unsubscribeAt } = message;
  const cottage = oneLine(message.cottage);
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    messageId: `<${message.id}@${domain}>`,
    from: { name: cottage, address: from.address },
    to: { name: oneLine(to.name), address: to.address },
    ...(replyTo.address ? { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } } : {}),
    subject: content.subject,
    text: plainText(content),
    html: htmlOf(message),
    disableFileAccess: true,
    disableUrlAccess: true,
    // Prevents automatic replies (RFC 3834).
    headers: { "auto-submitted": "auto-generated" },
    ...(invitation
      ? { icalEvent: { method: invitation.method, filename: "stay.ics", content: invitation.content } }
      : {}),
    ...(unsubscribeAt === null
      ? {}
      : { list: { unsubscribe: { url: unsubscribeBy(unsubscribeAt || from.address), comment: "" } } }),
  };
}

const unsubscribeBy = (address: string) => `mailto:${address}?subject=No%20more%20questions`;

const NOT_REACHED = ["ECONNECTION", "ECONNREFUSED", "ECONNRESET", "EDNS", "ETLS", "ESOCKET", "ETIMEDOUT", "EPROTOCOL"];

/** `bodyWasSent` is whether at least the beginning of the email was sent, so that the server may have accepted it. */
function faultOf(error: unknown, where: MailServer["where"], bodyWasSent: boolean): Outcome {
  const { code, command, response, status, message } = factsOf(error);
  if (code === "EAUTH" || code === "ENOAUTH" || command.startsWith("AUTH")) {
    const reason = `The mail server says that the user name or password is wrong. Please check ${where}.`;
    return { ok: false, fault: "channel", reason, pauseMs: PAUSE_MS.refused, alertHost: true };
  }
  // 552 means that this message is too large; 421 that the server closes the connection.
  if (command === "MAIL FROM" && status >= 400 && status !== 552 && status !== 421) {
    const setting = where === "SMTP_URL" ? "MAIL_FROM" : where;
    const reason = `The mail server doesn't accept email from the sender address or account. Please check ${setting}. It said: ${response}`;
    return { ok: false, fault: "channel", reason, pauseMs: PAUSE_MS.refused, alertHost: true };
  }
  const isLost = NOT_REACHED.includes(code);
  if (isLost && !bodyWasSent && (status === 0 || status >= 400)) {
    const detail = status > 0 ? ` It said: ${response}` : "";
    const reason = whyUnreachable(message, where) ?? `The mail server can't be reached.${detail}`;
    return { ok: false, fault: "channel", reason, pauseMs: PAUSE_MS.unreachable, alertHost: false };
  }
  if (status >= 500) return { ok: false, fault: "permanent", reason: `The mail server rejected it: ${response}` };
  if (status >= 400) return { ok: false, fault: "temporary", reason: `The mail server postponed it: ${response}` };
  if (code === "EENVELOPE") return { ok: false, fault: "permanent", reason: "This email address doesn't work." };
  const reason = isLost
    ? "The connection to the mail server was lost; the message may have been sent."
    : "The mail server could not be used.";
  return { ok: false, fault: "temporary", reason };
}

/** Explains Node's errors to the host. */
const UNREACHABLE: readonly (readonly [RegExp, string | ((where: string) => string)])[] = [
  [/certificate has expired/i, "The mail server's certificate has expired."],
  [/self.signed certificate|unable to verify|unable to get/i, "The mail server's certificate can't be verified."],
  [
    /altnames?|does not match certificate/i,
    (where) => `The mail server's certificate is for another name. Please check ${where}.`,
  ],
  [
    /wrong version number/i,
    (where) => `The mail server doesn't speak TLS on this port. Please check the port in ${where}.`,
  ],
  [/ENOTFOUND|EAI_AGAIN|EDNS/, (where) => `The mail server's name can't be found. Please check the host in ${where}.`],
  [/ECONNREFUSED/, (where) => `The mail server refuses connections. Please check the host and port in ${where}.`],
  [/timeout|ETIMEDOUT/i, "The mail server didn't respond in time."],
];

function whyUnreachable(message: string, where: string): string | null {
  const explanation = UNREACHABLE.find(([pattern]) => pattern.test(message))?.[1] ?? null;
  return typeof explanation === "function" ? explanation(where) : explanation;
}

function factsOf(error: unknown) {
  const facts: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    message: error instanceof Error ? error.message : "",
    code: text(facts["code"]),
    command: text(facts["command"]),
    response: text(facts["response"]).replace(/\s+/g, " ").slice(0, 300),
    status: typeof facts["responseCode"] === "number" ? facts["responseCode"] : 0,
  };
}
