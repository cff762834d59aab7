import { createHash } from "node:crypto";
import { MAX_MESSAGE } from "#domain/messaging/conversation.ts";
import { replyText } from "#domain/messaging/reply-text.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { ConversationNeeds } from "./ports.ts";
import { readReplyAddress } from "./reply-address.ts";
import { writeMessage, type WriteResult } from "./write-message.ts";

type Mail = {
  messageId: string;
  from: string;
  to: readonly string[];
  text: string;
  attachments: number;
  automatic: boolean;
};

export type ReceiveNeeds = ConversationNeeds & {
  inbound: { address: string; key: () => Promise<string> };
  /** The address that our emails come from. */
  mailFrom: string;
  /** From which addresses the host answers. */
  hostAddresses: () => Promise<string[]>;
};

export type Received = WriteResult | { ok: false; reason: "not-ours" | "stranger" | "automatic" | "empty" };

/**
 * Takes a reply to one of our emails into its conversation. Its address must carry our signature, and it must come from
 * the one to whom we wrote: who only has the address, or only the name, is a stranger.
 */
export async function receiveMail(needs: ReceiveNeeds, mail: Mail): Promise<Received> {
  const key = await needs.inbound.key();
  const found = mail.to.map((to) => readReplyAddress(key, needs.inbound.address, to)).find((one) => one !== null);
  if (!found) return { ok: false, reason: "not-ours" };
  if (mail.automatic) return { ok: false, reason: "automatic" };
  const { bookingId, author } = found;
  const booking = await needs.find(bookingId);
  if (!booking) return { ok: false, reason: "unknown" };
  const known = author === "guest" ? [booking.guest.email] : await needs.hostAddresses();
  if (!known.some((address) => address !== "" && address.toLowerCase() === mail.from.toLowerCase())) {
    return { ok: false, reason: "stranger" };
  }
  const text = shown(replyText(mail.text, needs.mailFrom));
  const { leftOut } = textsIn(author === "guest" ? booking.language : "en").conversation;
  const body = [text, ...(mail.attachments > 0 ? [leftOut] : [])].filter(Boolean).join("\n\n");
  if (body === "") return { ok: false, reason: "empty" };
  // A mail server that has lost our answer sends the mail again.
  const id = mail.messageId || createHash("sha256").update(body).digest("base64url");
  const submit = { key: id, call: `mail/${author}/${bookingId}`, body };
  const writtenBy = author === "host" ? mail.from : "";
  return writeMessage(needs, { bookingId, author, writtenBy, writtenIn: "email", body, submit });
}

/** As the form takes it: without what cannot be shown, and not longer. */
function shown(text: string): string {
  const tidy = text
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "")
    .trim();
  const most = MAX_MESSAGE - 200;
  return tidy.length > most ? `${tidy.slice(0, most).toWellFormed()}…` : tidy;
}
