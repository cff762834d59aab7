import * as fc from "fast-check";
import { expect, test } from "vitest";
import { maskEmail, maskName, maskPhone } from "./guest.ts";

test("a stranger sees that there is a guest, but not who the guest is", () => {
  expect(maskName("Ann  Perera")).toBe("A••• P•••");
  expect(maskEmail("ann.perera@example.com")).toBe("a•••@e•••");
  expect(maskPhone("+94 77 123 4567")).toBe("•••• 67");
  expect(maskPhone("12345")).toBe("•••• ••");
});

test("a masked name is cut between letters, not within a letter, in other scripts, too", () => {
  expect(maskName("අමර සිල්වා")).toBe("අ••• ස•••");
  expect(maskName("🦚 Peacock")).toBe("🦚••• P•••");
});

test("a masked name or email address does not show the first three letters of a word", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 3 }), (word) => {
      for (const masked of [maskName(word), maskEmail(`${word}@x.example`)]) {
        expect(masked.includes(word.slice(0, 3)) && /^[a-z]{3}/i.test(word)).toBe(false);
      }
    }),
  );
});
