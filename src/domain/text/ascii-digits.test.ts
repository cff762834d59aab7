import { expect, test } from "vitest";
import { asciiDigits } from "./ascii-digits.ts";

test.each([
  ["+94 (77) 123-4567", "+94 (77) 123-4567"],
  ["＋９４（７７）１２３－４５６７", "+94(77)123-4567"],
  ["٠٧٧ ١٢٣ ٤٥٦٧", "077 123 4567"],
  ["۰۷۷ ۸۹۰", "077 890"],
  ["०७७ १२३ ४५६७", "077 123 4567"],
  ["none given", "none given"],
])("%s has the digits of %s", (typed, plain) => {
  expect(asciiDigits(typed)).toBe(plain);
});

test("every decimal digit becomes one ASCII digit, and each script has all ten", () => {
  const digits = Array.from({ length: 0x11_0000 }, (_unused, code) => String.fromCodePoint(code)).filter((one) =>
    /\p{Nd}/u.test(one),
  );
  expect(asciiDigits(digits.join(""))).toBe("0123456789".repeat(digits.length / 10));
});
