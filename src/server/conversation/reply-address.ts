import { createHmac, timingSafeEqual } from "node:crypto";
import type { Author } from "#domain/messaging/conversation.ts";
import { createSigningKey } from "../core/signing-key.ts";
import type { Database } from "../database/connect.ts";

/** 80 bits cannot be guessed at a few attempts per second, and are short enough for a mailbox name. */
const MAC_BYTES = 10;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const AUTHOR_LETTER = { guest: "g", host: "h" } satisfies Record<Author, string>;
const TOKEN = /^([gh])([a-z2-7]{26})([a-z2-7]{16})$/;

/** The author and stay of a reply, and the mailbox for which the reply address was made. */
type Reply = { bookingId: string; author: Author; recipient: string };

/**
 * The address to which a guest or the host replies about a stay: `reply+g…@mail.cottage.example`. The part after the
 * `+` is in lower case, because mail servers may change the case. The address is signed for one recipient: a sender can
 * be forged, so the address must become invalid once its recipient is no longer a host or has another email address.
 */
export function replyAddress(key: string, address: string, reply: Reply): string | null {
  const { bookingId, author } = reply;
  const id = Buffer.from(bookingId, "base64url");
  if (id.length !== 16 || id.toString("base64url") !== bookingId) return null;
  const [mailbox = "", domain = ""] = address.split("@");
  return `${mailbox}+${AUTHOR_LETTER[author]}${base32(id)}${base32(macOf(key, reply))}@${domain}`;
}

/** The installation's reply addresses. `inbound` is null if replies go to people's own mailboxes. */
export function createReplyAddresses(database: Database, inbound: { address: string } | null) {
  const key = createSigningKey(database, "reply-address");
  return {
    key,
    /** The reply address for an email about a stay; null if replies do not come back to us. */
    addressFor: async (bookingId: string, author: Author, recipient: string): Promise<string | null> =>
      inbound && replyAddress(await key(), inbound.address, { bookingId, author, recipient }),
  };
}

/**
 * The author and stay encoded in a reply address; null if the address is not a reply address. The result is valid only
 * if `wasGivenTo` confirms that we made the address for the recipient.
 */
export function readReplyAddress(
  key: string,
  address: string,
  given: string,
): { bookingId: string; author: Author; wasGivenTo: (recipient: string) => boolean } | null {
  const [mailbox = "", domain = ""] = address.toLowerCase().split("@");
  const at = given.lastIndexOf("@");
  const local = given.slice(0, at).toLowerCase();
  if (given.slice(at + 1).toLowerCase() !== domain || !local.startsWith(`${mailbox}+`)) return null;
  const [, letter, id = "", mac = ""] = TOKEN.exec(local.slice(mailbox.length + 1)) ?? [];
  if (!letter) return null;
  const author: Author = letter === AUTHOR_LETTER.host ? "host" : "guest";
  const bookingId = unBase32(id).subarray(0, 16).toString("base64url");
  const found = unBase32(mac).subarray(0, MAC_BYTES);
  const wasGivenTo = (recipient: string) => timingSafeEqual(found, macOf(key, { bookingId, author, recipient }));
  return { bookingId, author, wasGivenTo };
}

function macOf(key: string, { bookingId, author, recipient }: Reply): Buffer {
  const signed = `reply ${author} ${bookingId} ${recipient.toLowerCase()}`;
  const mac = createHmac("sha256", Buffer.from(key, "base64url")).update(signed).digest();
  return mac.subarray(0, MAC_BYTES);
}

function base32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += LETTERS[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + LETTERS[(value << (5 - bits)) & 31] : text;
}

function unBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    value = (value << 5) | LETTERS.indexOf(letter);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
    }
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}
