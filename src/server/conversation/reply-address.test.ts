import fc from "fast-check";
import { expect, test } from "vitest";
import { readReplyAddress, replyAddress } from "./reply-address.ts";

const KEY = Buffer.alloc(32, 7).toString("base64url");
const BASE = "reply@mail.cottage.example";
const ids = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes).toString("base64url"));
const authors = fc.constantFrom("guest" as const, "host" as const);

test("an address leads back to its stay and author, in whatever case, and fits a mailbox name", () => {
  fc.assert(
    fc.property(ids, authors, (bookingId, author) => {
      const address = replyAddress(KEY, BASE, bookingId, author) ?? "";
      expect(address.split("@")[0]?.length).toBeLessThanOrEqual(64);
      expect(readReplyAddress(KEY, BASE, address.toUpperCase())).toEqual({ bookingId, author });
    }),
  );
});

test("an address with any other letter, key, author or domain leads nowhere", () => {
  fc.assert(
    fc.property(ids, authors, fc.nat(42), fc.constantFrom("a", "b", "g", "h", "7"), (id, author, place, letter) => {
      const address = replyAddress(KEY, BASE, id, author) ?? "";
      const at = "reply+".length + place;
      const other = address.slice(0, at) + letter + address.slice(at + 1);
      // The last letter of the id carries spare bits, which are not part of the id.
      if (other !== address && place !== 26) expect(readReplyAddress(KEY, BASE, other)).toBeNull();
      expect(readReplyAddress(Buffer.alloc(32).toString("base64url"), BASE, address)).toBeNull();
      expect(readReplyAddress(KEY, "reply@other.example", address)).toBeNull();
      expect(readReplyAddress(KEY, BASE, `x${address}`)).toBeNull();
    }),
  );
  expect(readReplyAddress(KEY, BASE, BASE)).toBeNull();
  expect(replyAddress(KEY, BASE, "seeded", "guest")).toBeNull();
});
