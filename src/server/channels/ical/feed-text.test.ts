import { expect, test } from "vitest";
import { feedText } from "./feed-text.ts";

const TEXT = "SUMMARY:Réservée - Zoë";

test.each<[string, Buffer, string]>([
  ["UTF-8", Buffer.from(TEXT), ""],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`), ""],
  ["UTF-8 that the server calls latin-1", Buffer.from(TEXT), "text/calendar; charset=ISO-8859-1"],
  ["latin-1 without a charset", Buffer.from(TEXT, "latin1"), "text/calendar"],
  ["latin-1 with its charset", Buffer.from(TEXT, "latin1"), 'text/calendar; charset="iso-8859-1"'],
  ["latin-1 that the server calls UTF-8", Buffer.from(TEXT, "latin1"), "text/calendar; charset=utf-8"],
  ["latin-1 with an unknown charset", Buffer.from(TEXT, "latin1"), "text/calendar; charset=x-none"],
  ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${TEXT}`, "utf16le"), ""],
])("S-16: %s is read", (_, body, contentType) => expect(feedText(body, contentType)).toBe(TEXT));

test("S-16: the server's charset is used when the bytes are not UTF-8", () => {
  const cyrillic = Buffer.from([0xc7, 0xe0, 0xed, 0xff, 0xf2, 0xee]);
  expect(feedText(cyrillic, "text/calendar; charset=windows-1251")).toBe("Занято");
});

test("S-16: control characters are dropped: RFC 5545 does not allow them, and PostgreSQL cannot store NUL", () => {
  expect(feedText(Buffer.from("SUMMARY:A\u0000nn\u001b\u007f\tB\r\nUID:1"))).toBe("SUMMARY:Ann\tB\r\nUID:1");
});

test("S-16: a line folded inside a character is unfolded before decoding", () => {
  const bytes = Buffer.from(TEXT);
  const at = bytes.indexOf(0xc3) + 1;
  expect(feedText(Buffer.concat([bytes.subarray(0, at), Buffer.from("\r\n "), bytes.subarray(at)]))).toBe(TEXT);
});
