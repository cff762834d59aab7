// node scripts/screenshots.mjs [page …]: takes the screenshots in docs/screenshots. Public pages come from a new
// installation, portal pages from demo mode with its sample bookings.
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
  privacy: "/privacy",
  "not-found": "/no/such/path",
};
const PORTAL = {
  dashboard: "/admin/dashboard",
  bookings: "/admin/bookings",
  calendar: "/admin/calendar",
  analytics: "/admin/analytics",
  channels: "/admin/channels",
  messaging: "/admin/messaging",
  content: "/admin/content",
  settings: "/admin/settings",
};
const VIEWS = [
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  // A few pages in dark mode are enough to check the drawings.
  {
    name: "desktop-dark",
    viewport: { width: 1280, height: 900 },
    colorScheme: "dark",
    only: ["landing", "location", "dashboard", "calendar"],
  },
];

await build();
const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "latchkey-screenshots-"));
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
mkdirSync(FOLDER, { recursive: true });
await withServer({}, async (url) => {
  await takeAll(url, PAGES, async (page) => ({ confirmation: await bookStay(page, url) }));
});
await withServer({ DEMO_MODE: "true" }, async (url) => {
  await takeAll(url, PORTAL, async (page) => {
    // Demo mode signs in automatically.
    const signedIn = page.waitForResponse((response) => response.url().endsWith("/api/auth/login"));
    await page.goto(url);
    await signedIn;
    return {};
  });
});
await browser.close();
rmSync(folder, { recursive: true, force: true });

/** `prepare` sets up a browser and returns pages that only this browser may see. */
async function takeAll(url, pages, prepare) {
  for (const { name: viewName, only, ...view } of VIEWS) {
    const page = await browser.newPage(view);
    const all = { ...pages, ...(await prepare(page)) };
    for (const [name, path] of Object.entries(all)) {
      if ((only && !only.includes(name)) || (wanted.length > 0 && !wanted.includes(name))) continue;
      await page.goto(url + path);
      await page.waitForLoadState("networkidle");
      await page.evaluate(async () => {
        await document.fonts.ready;
        for (const image of document.images) {
          image.loading = "eager";
          await image.decode();
        }
      });
      const file = `${name}-${viewName}.jpg`;
      await page.screenshot({ path: join(FOLDER, file), type: "jpeg", quality: 60, fullPage: true });
    }
    await page.close();
  }
}

/** Books a stay and returns the path of its confirmation page, which shows this browser all details. */
async function bookStay(page, url) {
  const post = async (path, data) => (await page.request.post(url + path, { data })).json();
  const { today } = await (await page.request.get(`${url}/api/availability?from=2026-01-01&to=2026-01-02`)).json();
  const day = (after) => new Date(Date.parse(today) + after * 86_400_000).toISOString().slice(0, 10);
  const guest = await post("/api/guests", { name: "Mira Holm", email: "mira@example.com", phone: "+46 70 123 45 67" });
  // Each view books different nights.
  for (let first = 40; first < 80; first += 4) {
    const stay = { checkInDate: day(first), checkOutDate: day(first + 3), guestCount: 2, status: "upcoming" };
    const { id } = await post("/api/bookings", { propertyId: 1, guestId: guest.id, ...stay });
    if (id) return `/booking/confirmation/${id}`;
  }
  throw new Error("No free nights");
}

async function withServer(env, use) {
  const { server, url } = await startServer(env);
  const ended = new Promise((resolve) => server.once("exit", resolve));
  await use(url);
  server.kill("SIGTERM");
  await ended;
}

/** The product on a free port, with an empty data directory. */
function startServer(extra) {
  const env = {
    ...process.env,
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: mkdtempSync(join(folder, "data-")),
    PUBLIC_URL: "",
    DATABASE_URL: "",
    LOG_LEVEL: "warn",
    // Each view makes a booking; together, the bookings hold more nights than the guard allows one guest.
    BOOKING_GUARD: "false",
    ...extra,
  };
  const child = spawn(projectNode(), ["src/server/main.ts"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server exited with ${code}`)));
    child.stdout.on("data", (chunk) => {
      const port = /is running at http:\/\/localhost:(\d+)/.exec(chunk.toString())?.[1];
      if (port) resolve({ server: child, url: `http://127.0.0.1:${port}` });
    });
  });
}
