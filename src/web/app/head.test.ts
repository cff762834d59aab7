import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Head, headTags } from "./head.ts";

const page: Head = { title: "Location", description: "Where it is", indexed: true, path: "/location", share: "/a.png" };

describe("the metadata of a page", () => {
  test("contains absolute URLs only if the public address is configured", () => {
    const data = {
      "@type": "Thing",
      url: "/location",
      image: ["/a.png", "https://elsewhere.example/b.png"],
      name: "/",
    };
    const without = headTags({ ...page, structured: [data] }, null);
    expect(without).not.toContain("canonical");
    expect(without).not.toContain("og:image");
    expect(without).toContain('"url":"/location"');

    const tags = headTags({ ...page, structured: [data] }, "https://a.example");
    expect(tags).toContain('<link rel="canonical" href="https://a.example/location">');
    expect(tags).toContain('<meta property="og:image" content="https://a.example/a.png">');
    expect(tags).toContain('"image":["https://a.example/a.png","https://elsewhere.example/b.png"],"name":"/"');
  });

  test("a page that is not indexed and has no description has only its title and the noindex tag", () => {
    expect(headTags({ ...page, description: "", indexed: false }, "https://a.example")).toBe(
      '<title>Location</title><meta name="robots" content="noindex">',
    );
  });

  test("the host's text cannot break out of its tag", () => {
    const nasty = fc.string({ unit: fc.constantFrom("<", ">", '"', "&", "/", "script", "!--", "a") });
    fc.assert(
      fc.property(nasty, (text) => {
        const tags = headTags(
          { ...page, title: text, description: text, structured: [{ "@type": "Thing", name: text }] },
          null,
        );
        const inside = tags.replaceAll(/<(?:title|\/title|meta [^<>]*|script type="[^<>"]*"|\/script)>/g, "");
        expect(inside).not.toContain("<");
      }),
    );
  });
});
