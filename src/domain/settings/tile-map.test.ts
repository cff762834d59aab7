import fc from "fast-check";
import { expect, test } from "vitest";
import { isTileAddress, tileMapOf } from "./tile-map.ts";

const hostOf = (mapTileUrl: string) => tileMapOf({ mapTileUrl, mapAttribution: "us" })?.host;

test.each([
  ["https://tiles.example.org/{z}/{x}/{y}.png", "tiles.example.org"],
  ["https://Tiles.Example.org/{z}/{x}/{y}.png", "tiles.example.org"],
  ["https://tiles.example.org:8443/styles/{z}/{y}/{x}@2x.webp?key=a-b_c", "tiles.example.org:8443"],
  ["https://example.org/wmts?z={z}&x={x}&y={y}", "example.org"],
])("%s is a tile address on %s", (url, host) => {
  expect(isTileAddress(url)).toBe(true);
  expect(hostOf(url)).toBe(host);
});

test.each([
  "",
  "tiles.example.org/{z}/{x}/{y}.png",
  "http://tiles.example.org/{z}/{x}/{y}.png",
  "https://tiles.example.org/{z}/{x}.png",
  "https://tiles.example.org/{x}/{y}.png",
  "https://tiles.example.org/{z}/{y}.png",
  "https://{s}.tiles.example.org/{z}/{x}/{y}.png",
  "https://tiles.example.org/{s}/{z}/{x}/{y}.png",
  "https://tiles.example.org/{z}/{x}/{y}{r}.png",
  "https://{z}.example.org/{z}/{x}/{y}.png",
  "https://*.example.org/{z}/{x}/{y}.png",
  "https://*/{z}/{x}/{y}.png",
  "https://host:secret@tiles.example.org/{z}/{x}/{y}.png",
  "https://tiles.example.org;script-src/{z}/{x}/{y}.png",
  "https://tiles.example.org 'unsafe-inline'/{z}/{x}/{y}.png",
  "https://tiles.example.org/a b/{z}/{x}/{y}.png",
  "javascript:alert(1)//{z}/{x}/{y}",
])("%j is not a tile address", (url) => {
  expect(isTileAddress(url)).toBe(false);
});

test("every accepted address has one host, which is valid in a CSP and is the host that a browser contacts", () => {
  const unit = fc.constantFrom(..."aZ9.-:/@;?*#%\\ '");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (middle) => {
      const url = `https://a${middle}/{z}/{x}/{y}.png`;
      if (!isTileAddress(url)) return;
      expect(hostOf(url)).toMatch(/^[a-z0-9.-]+(:\d{1,5})?$/);
      if (URL.canParse(url)) expect(new URL(url).origin).toBe(new URL(`https://${hostOf(url)}`).origin);
    }),
    { numRuns: 1000 },
  );
});

test("without an address there is no tile map, whatever else is set", () => {
  expect(tileMapOf({ mapTileUrl: "", mapAttribution: "Somebody" })).toBeNull();
  const url = "https://tiles.example.org/{z}/{x}/{y}.png";
  expect(tileMapOf({ mapTileUrl: url, mapAttribution: "Somebody" })).toEqual({
    url,
    host: "tiles.example.org",
    attribution: "Somebody",
  });
});
