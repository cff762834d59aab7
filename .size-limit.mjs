// Measures what browsers fetch, compressed with brotli, according to the build's manifest. Run `npx size-limit` after a
// build.
import { readFileSync } from "node:fs";

const DIST = "dist/client";
const manifestOf = (app) => JSON.parse(readFileSync(`${DIST}/.vite/${app}.json`, "utf8"));
const site = manifestOf("site");
const portal = manifestOf("portal");

/** A chunk and everything that it imports statically. */
function filesOf(source, manifest = site, seen = new Set()) {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the build`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, manifest, seen);
  return seen;
}

/** The site's script, with the code and the English texts of one of its pages. */
const page = (name, ...areas) => pageIn("en", name, ...areas);

function pageIn(language, name, ...areas) {
  const texts = ["frame", ...areas].map((area) => `src/texts/${language}/${area}.ts`);
  const sources = ["src/web/app/entry-site.tsx", `src/web/site/${name}.tsx`, ...texts];
  const files = new Set(sources.flatMap((source) => [...filesOf(source)]));
  return [...files].map((file) => `${DIST}/${file}`);
}

/** In English. */
const BOOKING = 88.9;

const readOnly = [
  ["attractions-page", "places"],
  ["house-rules-page", "info"],
  ["location-page", "places"],
  ["guest-info-page", "info"],
];

// On read-only pages, none of this is fetched before the first touch: e2e/site/reachable.e2e.ts.
export default [
  {
    name: "after the first touch: landing-page",
    path: page("landing-page", "nothing", "pictures", "stay", "landing"),
    limit: "81.2 kB",
  },
  ...readOnly.map(([name, texts]) => ({
    name: `after the first touch: ${name}`,
    path: page(name, "nothing", "pictures", texts),
    limit: "76.7 kB",
  })),
  { name: "the booking page with its calendar", path: page("booking-page", "stay", "booking"), limit: `${BOOKING} kB` },
  // L-09: at most 1 kB more than in English.
  ...Object.entries({ de: 0.9, fr: 0.9, ru: 0.97, es: 0.65, zh: 0.5 }).map(([language, more]) => ({
    name: `the booking page in ${language}`,
    path: pageIn(language, "booking-page", "stay", "booking"),
    limit: `${(BOOKING + more).toFixed(2)} kB`,
  })),
  {
    // Includes sign-in and dashboard (vite.config.ts), so that neither waits for another file.
    name: "the portal's first screen",
    path: [...filesOf("src/web/app/entry-portal.tsx", portal)].map((file) => `${DIST}/${file}`),
    limit: "125.4 kB",
  },
  { name: "the public pages' style, inside each page", path: `${DIST}/assets/entry-site-*.css`, limit: "8.5 kB" },
];
