import fc from "fast-check";
import { expect, test } from "vitest";
import { webLinks } from "./web-links.ts";

const hrefs = (text: string) => webLinks(text).flatMap(({ href }) => href ?? []);

test("addresses are links, and the punctuation around them is not", () => {
  expect(hrefs("See https://example.com/a, (http://b.example/x_(y)) and HTTPS://C.example!")).toEqual([
    "https://example.com/a",
    "http://b.example/x_(y)",
    "HTTPS://C.example",
  ]);
});

test("other text, other schemes and addresses with a user name are not links", () => {
  for (const text of [
    "javascript:alert(1)",
    "www.example.com",
    "ftp://example.com",
    "https://bank.example@evil.example/",
    "https://user:pw@evil.example",
    "http://",
    "data:text/html,<script>",
  ]) {
    expect([text, hrefs(text)]).toEqual([text, []]);
  }
});

test("200,000 closing brackets after a URL are not part of it", () => {
  // If each bracket were counted again for each of the others, this would take minutes.
  expect(webLinks(`http://a.example${")".repeat(200_000)}`)[0]?.href).toBe("http://a.example");
  expect(hrefs(`http://a.example/(b)c)).`)).toEqual(["http://a.example/(b)c"]);
});

test("no character is lost, and every link is an http or https address identical to its text", () => {
  const pieces = fc
    .array(fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom(" ", "\n", "https://", "(", ")", ".")))
    .map((all) => all.join(""));
  fc.assert(
    fc.property(pieces, (text) => {
      const parts = webLinks(text);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      for (const part of parts) {
        if (part.href === null) continue;
        expect(part.href).toBe(part.text);
        expect(part.href).toMatch(/^https?:\/\/[^@/?#]+(?:[/?#]|$)/i);
      }
    }),
    { numRuns: 30 },
  );
});
