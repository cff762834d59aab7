// node scripts/pictures.mjs: creates the icons and the pictures for link previews from the drawings. Run it after
// changing a drawing.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { chromium } from "@playwright/test";

const DRAWINGS = "public/drawings";
const BROWSER = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
const ICON_GROUND = "#1f4d43";

/** The first two keep the rounded background. The others fill the square, for systems that apply their own shape. */
const icons = [
  { file: "icons/icon-192.png", size: 192, inset: 0, ground: "transparent" },
  { file: "icons/icon-512.png", size: 512, inset: 0, ground: "transparent" },
  { file: "icons/icon-maskable-512.png", size: 512, inset: 0.1, ground: ICON_GROUND },
  { file: "icons/apple-touch-icon.png", size: 180, inset: 0.06, ground: ICON_GROUND },
];
const shares = {
  home: "cottage/share",
  attractions: "attractions/temple-of-the-sacred-tooth",
  "house-rules": "cottage/veranda",
  location: "attractions/map",
  "guest-info": "cottage/living-room",
};

await mkdir("public/icons", { recursive: true });
await mkdir("public/share", { recursive: true });
const browser = await chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox"] });
for (const icon of icons) {
  await draw(icon.file, "cottage/favicon", icon.size, icon.size, icon.ground, icon.inset);
}
const ico = await draw(null, "cottage/favicon", 32, 32, "transparent", 0);
await writeFile("public/favicon.ico", icoOf(ico, 32));
for (const [page, drawing] of Object.entries(shares)) await draw(`share/${page}.png`, drawing, 1200, 630, "#fbf6ec", 0);
await browser.close();

/**
 * Draws one picture, cropped like `object-fit: cover`. `inset` is the fraction of the width left empty on each side.
 */
async function draw(file, drawing, width, height, ground, inset) {
  const svg = await readFile(`${DRAWINGS}/${drawing}.svg`, "base64");
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(
    `<body style="margin:0;background:${ground}"><img style="display:block;box-sizing:border-box;width:${width}px;height:${height}px;` +
      `padding:${inset * width}px;object-fit:cover" src="data:image/svg+xml;base64,${svg}">`,
  );
  await page.locator("img").evaluate((image) => image.decode());
  const png = await page.screenshot({ omitBackground: ground === "transparent" });
  await page.close();
  if (file) await writeFile(`public/${file}`, png);
  return png;
}

/** An ICO file with one PNG: a 6-byte header, one 16-byte entry, the picture. */
function icoOf(png, size) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(22, 18);
  return Buffer.concat([header, png]);
}
