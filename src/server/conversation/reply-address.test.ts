import fc from "fast-check";
import { expect, test } from "vitest";
import { readReplyAddress, replyAddress } from "./reply-address.ts";

const KEY = Buffer.alloc(32, 7).toString("base64url");
const BASE = "reply@mail.cottage.example";
const ids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString("base64url"));
const authors = fc.constantFrom("guest" as const, "host" as const);
const RECIPIENT = "ann@example.com";
const made = (bookingId: string, author: "guest" | "host", recipient = RECIPIENT) =>
  replyAddress(KEY, BASE, { bookingId, author, recipient }) ?? "";
const isOurs = (given: string, key = KEY, base = BASE) =>
  readReplyAddress(key, base, given)?.wasGivenTo(RECIPIENT) ?? false;

test("a reply address identifies its stay and author, in upper or lower case, and its local part is not too long", () => {
  fc.assert(
    fc.property(ids, authors, (bookingId, author) => {
      const address = made(bookingId, author);
      expect(address.split("@")[0]?.length).toBeLessThanOrEqual(64);
      const read = readReplyAddress(KEY, BASE, address.toUpperCase());
      expect(read).toMatchObject({ bookingId, author });
      expect(read?.wasGivenTo("Ann@Example.com")).toBe(true);
      expect(read?.wasGivenTo("bea@example.com")).toBe(false);
    }),
  );
});

test("a reply address with a different letter, key, author, recipient or domain is invalid", () => {
  fc.assert(
    fc.property(ids, authors, fc.nat(42), fc.constantFrom("a", "b", "g", "h", "7"), (id, author, place, letter) => {
      const address = made(id, author);
      const at = "reply+".length + place;
      const other = address.slice(0, at) + letter + address.slice(at + 1);
      // The last character of the encoded id has unused bits, which are not part of the id.
      if (other !== address && place !== 26) expect(isOurs(other)).toBe(false);
      expect(isOurs(made(id, author, "bea@example.com"))).toBe(false);
      expect(isOurs(address, Buffer.alloc(32).toString("base64url"))).toBe(false);
      expect(isOurs(address, KEY, "reply@other.example")).toBe(false);
      expect(isOurs(`x${address}`)).toBe(false);
    }),
  );
  expect(readReplyAddress(KEY, BASE, BASE)).toBeNull();
  expect(replyAddress(KEY, BASE, { bookingId: "seeded", author: "guest", recipient: RECIPIENT })).toBeNull();
});
