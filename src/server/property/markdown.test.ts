import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isPlain,
  MARKDOWN_ELEMENTS,
  plainHtml,
  plainOf,
  safeLink,
  withWholeLinks,
  wordsOf,
} from "#domain/property/markdown.ts";
import { createMarkdownRenderer, loadLibrary } from "./markdown-renderer.ts";
import { PAYLOADS } from "../testing/payloads.ts";
import { startProcessorTimer } from "../testing/processor-time.ts";

const render = createMarkdownRenderer();

/** All tags that are allowed in the HTML: elements without attributes, and links to allowed URLs. */
const TAG = new RegExp(`^</?(?:${MARKDOWN_ELEMENTS.join("|")})/?>$`);
const LINK = /^<a href="([^"<>]*)" rel="noopener noreferrer nofollow">$/;

function expectSafe(html: string): void {
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) {
    const address = LINK.exec(tag)?.[1];
    if (address === undefined) expect(tag).toMatch(TAG);
    else expect(address).toMatch(/^(?:\/(?![/\\])|https?:\/\/|mailto:|tel:)/i);
  }
}

describe("a long text", () => {
  test("supports strong and emphasised text, lists, links, and line breaks as typed", async () => {
    const html = await render("A **good** _house_.\nSecond line.\n\n- tea\n- [map](/location)\n\n1. one\n2. two");
    expect(html).toBe(
      "<p>A <strong>good</strong> <em>house</em>.<br/>\nSecond line.</p>\n<ul>\n<li>tea</li>\n" +
        '<li><a href="/location" rel="noopener noreferrer nofollow">map</a></li>\n</ul>\n<ol>\n<li>one</li>\n<li>two</li>\n</ol>',
    );
    expect(wordsOf(html)).toBe("A good house. Second line. tea map one two");
  });

  test("is readable as a plain text email, with the addresses of its links", async () => {
    const text =
      "Ring **twice** & wait.\nTea?\n\n- upper road\n  - not the lower\n- [map](/location)\n\n1. key\n2. [call](tel:+94771234567)";
    const html = withWholeLinks(await render(text), "https://cottage.example");
    expect(plainOf(html)).toBe(
      "Ring twice & wait.\nTea?\n\n- upper road\n   - not the lower\n- map (https://cottage.example/location)\n\n" +
        "1. key\n2. call (+94771234567)",
    );
    expect(withWholeLinks(await render("See [map](/location)."), null)).toBe("<p>See map.</p>");
    expect(plainOf(await render("<https://a.example/x?a=1&b=2> and <ann@a.example>"))).toBe(
      "https://a.example/x?a=1&b=2 and ann@a.example",
    );
  });

  test("turns a pasted web address into a link, but nothing that only resembles one", async () => {
    const address = "https://maps.app.goo.gl/caf%C3%A9_b?x=1&y=2";
    const html = await render(`Map: ${address}. See also cottage.example or ann@cottage.example.`);
    const href = address.replace("&", "&amp;");
    expect(html).toBe(
      `<p>Map: <a href="${href}" rel="noopener noreferrer nofollow">${href}</a>. ` +
        "See also cottage.example or ann@cottage.example.</p>",
    );
    expect(plainOf(html)).toContain(`Map: ${address}. See`);
    for (const typed of ["https://maps.example/café", "https://münchen.example/x", "mailto:ann@a.example"])
      expect(plainOf(await render(`Map: ${typed}`))).toBe(`Map: ${typed}`);
    expect(plainOf(await render("[https://a.example](https://b.example)"))).toContain("(https://b.example");
    expect(await render("ftp://a.example //a.example javascript://a.example")).not.toContain("<a");
  });

  test("keeps the text of unsupported elements other than pictures", async () => {
    expect(await render("# Big\n\n> said\n\n`code` ![a picture](/media/a)")).toBe(
      "<p>Big</p>\n\n<p>said</p>\n\n<p>code </p>",
    );
    expect(await render("```\nGate code: 1 < 2\nRing\n```")).toBe("<p>Gate code: 1 &lt; 2<br/>\nRing</p>");
    expect(await render("[press](javascript:alert(1)) <b>x</b>")).toBe("<p>press &lt;b&gt;x&lt;/b&gt;</p>");
  });

  test.each(PAYLOADS)("runs no script from %j", async (payload) => {
    for (const text of [payload, `[x](${payload})`, `<${payload}>`, `![x](${payload})`, `[x]: ${payload}\n\n[x]`]) {
      expectSafe(await render(text));
    }
  });

  test("is safe when it consists of random hostile pieces", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...PAYLOADS,
        "[",
        "](",
        ")",
        "<",
        ">",
        "*",
        "_",
        "`",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "&#x6A;",
      ),
      fc.string({ unit: "binary", maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => expectSafe(await render(pieces.join("")))),
      { numRuns: 400 },
    );
  });

  test("without Markdown characters renders the same with and without the Markdown library", async () => {
    const library = await loadLibrary();
    const plain = fc
      .string({ unit: fc.constantFrom(..."abcZé සි0 19.,:;!?'’\"()/$%€-–—\n"), maxLength: 60 })
      .filter(isPlain);
    fc.assert(
      fc.property(plain, (text) => {
        expect(plainHtml(text)).toBe(library.render(text).trim());
      }),
      { numRuns: 1000 },
    );
  });

  test("keeps every word of lists nested as deeply as the longest text allows", async () => {
    const lines = Array.from({ length: 138 }, (_, depth) => `${"  ".repeat(depth)}- item${depth}`);
    expect(20_000 - lines.join("\n").length).toBeLessThan(300);
    expect(wordsOf(await render(lines.join("\n")))).toBe(lines.map((line) => line.trim().slice(2)).join(" "));
  });

  test.each([
    "> ",
    "- ",
    "* ",
    "[",
    "![",
    "*a ",
    "_",
    "`",
    "<a ",
    "&",
    "[a](",
    "**",
    "1. ",
    "http://",
    "http://a.b ",
    "http://a(",
    "://",
  ])("that repeats %j takes less than two seconds of processor time", async (sign) => {
    const usedMs = startProcessorTimer();
    expectSafe(await render(sign.repeat(4000 / sign.length)));
    expect(usedMs()).toBeLessThan(2000);
  });
});

test("links may lead to our own pages, the web, email addresses and phone numbers", () => {
  for (const good of ["/book", "https://example.com/a?b=c", "mailto:a@example.com", "tel:+94810000142"]) {
    expect(safeLink(good)).toBe(good);
  }
  for (const bad of [
    "//evil.example",
    "/\\evil.example",
    "javascript:x",
    "JaVaScRiPt:x",
    "data:text/html,x",
    "blob:x",
    "",
    "x",
  ]) {
    expect(safeLink(bad)).toBeNull();
  }
});
