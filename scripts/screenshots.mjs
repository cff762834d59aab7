// Takes the pictures in docs/screenshots: `node scripts/screenshots.mjs [page …]`, on a server of its own with the starting content.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";
import { build, projectNode, root } from "./bootstrap.mjs";

const FOLDER = join(root, "docs/screenshots");
const PAGES = {
  landing: "/",
  attractions: "/attractions",
  "house-rules": "/house-rules",
  location: "/location",
  "guest-info": "/guest-info",
  book: "/book",
  "direct-booking": "/direct-booking",
  "not-found": "/no/such/path",
};
const VIEWS = [
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  // By night two are enough to see what it does to the drawings.
  {
    name: "desktop-dark",
    viewport: { width: 1280, height: 900 },
    colorScheme: "dark",
    only: ["landing", "location"],
  },
];

build();
const wanted = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), "latchkey-screenshots-"));
const { server, url } = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
mkdirSync(FOLDER, { recursive: true });
for (const { name: viewName, only, ...view } of VIEWS) {
  const page = await browser.newPage(view);
  const pages = Object.entries(PAGES).filter(([key]) => wanted.length === 0 || wanted.includes(key));
  for (const [name, path] of pages.filter(([key]) => !only || only.includes(key))) {
    await page.goto(url + path);
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (const image of document.images) {
        image.loading = "eager";
        await image.decode();
      }
    });
    await page.screenshot({
      path: join(FOLDER, `${name}-${viewName}.jpg`),
      type: "jpeg",
      quality: 60,
      fullPage: true,
    });
  }
  await page.close();
}
await browser.close();
server.kill("SIGTERM");
server.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));

/** The product on a free port, with an empty data directory. */
function startServer() {
  const env = {
    ...process.env,
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    PUBLIC_URL: "",
    DATABASE_URL: "",
    LOG_LEVEL: "warn",
  };
  const child = spawn(projectNode(), ["src/server/main.ts"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on("data", (chunk) => {
      const port = /is open at http:\/\/localhost:(\d+)/.exec(chunk.toString())?.[1];
      if (port) resolve({ server: child, url: `http://127.0.0.1:${port}` });
    });
  });
}
