import * as fc from "fast-check";
import { expect, test } from "vitest";
import { referenceFrom } from "./reference.ts";

test("after LK-, a reference contains no I, L, O or U", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) => {
      expect(referenceFrom(bytes)).toMatch(/^LK-[0-9A-HJKMNP-TV-Z]{8}$/);
    }),
  );
});

test("a reference contains all five bytes; fewer bytes are refused", () => {
  expect(referenceFrom(Uint8Array.of(0, 0, 0, 0, 1))).toBe("LK-00000001");
  expect(referenceFrom(Uint8Array.of(255, 255, 255, 255, 255))).toBe("LK-ZZZZZZZZ");
  expect(() => referenceFrom(Uint8Array.of(1))).toThrow(RangeError);
});
