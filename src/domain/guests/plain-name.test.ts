import { expect, test } from "vitest";
import { hasLink, isPlainName, withoutInvisible } from "./plain-name.ts";

test.each([
  "Ann Perera",
  "J.Perera",
  "A.B.C. de Silva",
  "Dr.Perera",
  "O'Brien-Łukasz, Jr.",
  "Anna/Bob Perera",
  "ශ්‍රී ලාල්",
  "José María (party of 4)",
  "李小龍",
  "محمد علی",
])("%s is a name", (name) => {
  expect(isPlainName(name)).toBe(true);
});

test.each([
  "Ann\nYour account is locked",
  "Ann\r\nBcc: x",
  "Ann\u2028More",
  "Ann\u0085More",
  "Ann https://evil.example",
  "visit www.evil",
  "evil.example/login",
  "evil.com",
  "bit.ly/3x",
  "t.co/abc",
  "x.com now",
  "evil。com",
  "Mail ann@evil.example",
  "Call +94 77 123 4567 now",
  "Call ０７７１２３４５６７",
  "Call ٠٧٧١٢٣٤٥٦٧",
  "x".repeat(81),
])("%j is not a name", (name) => {
  expect(isPlainName(name)).toBe(false);
});

test("phone numbers with dots and extensions are not links", () => {
  for (const phone of ["+353 (1) 555.0100", "077.123.4567 ext. 12", "0812/345678"]) expect(hasLink(phone)).toBe(false);
});

test("direction marks are removed; joiners are kept", () => {
  expect(withoutInvisible("\u202eAnn\u2066 \u200bPerera\ufeff")).toBe("Ann Perera");
  expect(withoutInvisible("ශ්\u200dරී")).toBe("ශ්\u200dරී");
});
