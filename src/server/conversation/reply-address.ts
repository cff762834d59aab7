import { createHmac, timingSafeEqual } from "node:crypto";
import type { Author } from "#domain/messaging/conversation.ts";

/** 80 bits: guessed by nobody who may try a few times a second, and short enough for the name of a mailbox. */
const MAC_BYTES = 10;
const LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
const AUTHOR_LETTER = { guest: "g", host: "h" } satisfies Record<Author, string>;
const TOKEN = /^([gh])([a-z2-7]{26})([a-z2-7]{16})$/;

/**
 * The address to which a guest or the host replies about a stay: `reply+g…@mail.cottage.example`. Letters are lower case,
 * because mail servers may change their case.
 */
export function replyAddress(key: string, address: string, bookingId: string, author: Author): string | null {
  const id = Buffer.from(bookingId, "base64url");
  if (id.length !== 16 || id.toString("base64url") !== bookingId) return null;
  const [mailbox = "", domain = ""] = address.split("@");
  return `${mailbox}+${AUTHOR_LETTER[author]}${base32(id)}${base32(macOf(key, bookingId, author))}@${domain}`;
}

/** Whose reply about which stay goes to an address; null for an address that we have not made. */
export function readReplyAddress(
  key: string,
  address: string,
  given: string,
): { bookingId: string; author: Author } | null {
  const [mailbox = "", domain = ""] = address.toLowerCase().split("@");
  const at = given.lastIndexOf("@");
  const local = given.slice(0, at).toLowerCase();
  if (given.slice(at + 1).toLowerCase() !== domain || !local.startsWith(`${mailbox}+`)) return null;
  const [, letter, id = "", mac = ""] = TOKEN.exec(local.slice(mailbox.length + 1)) ?? [];
  if (!letter) return null;
  const author: Author = letter === AUTHOR_LETTER.host ? "host" : "guest";
  const bookingId = unBase32(id).subarray(0, 16).toString("base64url");
  const right = macOf(key, bookingId, author);
  return timingSafeEqual(unBase32(mac).subarray(0, MAC_BYTES), right) ? { bookingId, author } : null;
}

function macOf(key: string, bookingId: string, author: Author): Buffer {
  const mac = createHmac("sha256", Buffer.from(key, "base64url")).update(`reply ${author} ${bookingId}`).digest();
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
