import { createHmac, timingSafeEqual } from "node:crypto";

/** Meta's report about a message. `ours` is our id for the message, and `id` is Meta's id. */
export type WhatsappReport = {
  id: string;
  ours: string | null;
  status: "sent" | "delivered" | "read" | "failed";
  reason: string | null;
  code: unknown;
};

/**
 * What somebody wrote to us. `id` is Meta's id, `from` is the sender's number (E.164), and only a text message has a
 * `text`.
 */
export type WhatsappReply = { id: string; from: string; text: string | null };

/** Delivery reports, the numbers (E.164) of guests who opted out, and everything else that was written to us. */
export type WhatsappUpdate = { reports: WhatsappReport[]; optedOut: string[]; replies: WhatsappReply[] };

/** Whether the body was signed with the app's secret (`X-Hub-Signature-256`). */
export function isSignedBy(appSecret: string, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== "string" || !signature.startsWith("sha256=")) return false;
  const expected = createHmac("sha256", appSecret).update(body).digest();
  const given = Buffer.from(signature.slice("sha256=".length), "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const STATUSES = ["sent", "delivered", "read", "failed"] as const;
const STOP = /^(stop|unsubscribe|end)\s*[.!]?$/i;

/** Parses a report; unknown parts are ignored. */
export function readReports(body: unknown): WhatsappUpdate {
  const values = list(at(body, "entry"))
    .flatMap((entry) => list(at(entry, "changes")))
    .map((change) => at(change, "value"));
  const messages = values.flatMap((value) => list(at(value, "messages"))).flatMap(replyOf);
  const [optedOut, replies] = [messages.filter(isStop), messages.filter((message) => !isStop(message))];
  return {
    reports: values.flatMap((value) => list(at(value, "statuses"))).flatMap(reportOf),
    optedOut: optedOut.map(({ from }) => from),
    replies,
  };
}

function reportOf(value: unknown): WhatsappReport[] {
  const id = text(at(value, "id"));
  const status = STATUSES.find((known) => known === at(value, "status"));
  if (!id || !status) return [];
  const [error] = list(at(value, "errors"));
  const reason = text(at(error, "message")) ?? text(at(error, "title"));
  const ours = text(at(value, "biz_opaque_callback_data"));
  return [{ id, ours, status, reason: reason?.slice(0, 300) ?? null, code: at(error, "code") }];
}

function replyOf(message: unknown): WhatsappReply[] {
  const from = text(at(message, "from"));
  if (!from || !/^\d{6,15}$/.test(from)) return [];
  return [{ id: text(at(message, "id")) ?? "", from: `+${from}`, text: text(at(at(message, "text"), "body")) }];
}

function isStop(reply: WhatsappReply): boolean {
  return reply.text !== null && STOP.test(reply.text.trim());
}

/** Reads parts of JSON from Meta, in which anything may be missing. */
export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
