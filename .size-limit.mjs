// What browsers fetch, brotli, as the build's manifest says it: `npx size-limit` after a build.
import { readFileSync } from "node:fs";

const DIST = "dist/client";
const manifest = JSON.parse(readFileSync(`${DIST}/.vite/site.json`, "utf8"));

/** A chunk and everything that it imports at once. */
function filesOf(source, seen = new Set()) {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the build`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, seen);
  return seen;
}

/** The script of the site together with the code of one of its pages. */
function page(name) {
  const files = new Set([...filesOf("src/web/app/entry-site.tsx"), ...filesOf(`src/web/site/${name}.tsx`)]);
  return [...files].map((file) => `${DIST}/${file}`);
}

const readOnly = ["attractions-page", "house-rules-page", "location-page", "guest-info-page"];

// On read-only pages nothing of this is fetched before the first touch: e2e/site/reachable.e2e.ts.
export default [
  { name: "after the first touch: landing-page", path: page("landing-page"), limit: "84 kB" },
  ...readOnly.map((name) => ({ name: `after the first touch: ${name}`, path: page(name), limit: "80 kB" })),
  { name: "the booking page with its calendar", path: page("booking-page"), limit: "89.2 kB" },
  { name: "the public pages' style, inside each page", path: `${DIST}/assets/entry-site-*.css`, limit: "8.5 kB" },
];
