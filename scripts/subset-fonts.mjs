// Creates the site's font files in src/web/styles/fonts from the packages @fontsource-variable/*. To run it:
// npm install --no-save subset-font@2.9.0 && node scripts/subset-fonts.mjs
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const FOLDER = "src/web/styles/fonts";
/** Fraunces is only used at weight 500, Figtree at weights from 400 to 700. */
const FONTS = { fraunces: { wght: 500 }, figtree: { wght: { min: 400, max: 700 } } };
/**
 * What English pages need, and the rest of Latin-1 with a few other characters. The `unicode-range`s in
 * src/web/styles/fonts.css must include all of these.
 */
const PARTS = {
  basic: [
    [0x20, 0x7e],
    [0xa0],
    [0xa9],
    [0xb7],
    [0xd7],
    [0x2013, 0x2014],
    [0x2018, 0x2019],
    [0x201c, 0x201d],
    [0x2026],
    [0x2039, 0x203a],
    [0x20ac],
  ],
  more: [
    [0xa1, 0xa8],
    [0xaa, 0xb6],
    [0xb8, 0xd6],
    [0xd8, 0xff],
    [0x131],
    [0x152, 0x153],
    [0x201a],
    [0x201e],
    [0x2022],
    [0x2122],
    [0x2212],
  ],
};

for (const [font, variationAxes] of Object.entries(FONTS)) {
  const whole = readFileSync(`node_modules/@fontsource-variable/${font}/files/${font}-latin-wght-normal.woff2`);
  for (const [part, ranges] of Object.entries(PARTS)) {
    const text = ranges.map(([from, to = from]) => charactersBetween(from, to)).join("");
    writeFileSync(
      `${FOLDER}/${font}-${part}.woff2`,
      await subsetFont(whole, text, { targetFormat: "woff2", variationAxes }),
    );
  }
}

function charactersBetween(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join("");
}
