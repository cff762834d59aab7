/**
 * WEBKIT: guests on iPhones use Safari, and `npm test` runs only Chromium. The pages, a paid stay and the portal's screens
 * in WebKitGTK, on a phone and a wide screen.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { ADMIN, startOwnServer, WITH_HOST } from "../e2e/support/latchkey.ts";
import { SCREENS } from "../e2e/support/portal-screens.ts";
import { PAGES, TEXT_PAGES } from "../e2e/support/public-pages.ts";
import { DESKTOP, PHONE } from "../e2e/support/widths.ts";
import { BROKEN, startErrorCollector } from "./support/error-collector.ts";
import { prove } from "./support/proof.ts";
import { startWebKit, until, type WebKit } from "./support/webkit.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GUEST_PAGES = [
  ...[...PAGES, ...TEXT_PAGES].map(({ path }) => path),
  "/book",
  "/direct-booking",
  "/find-booking",
  ...["de", "fr", "ru", "es", "zh"].flatMap((language) => [`/${language}`, `/${language}/book`]),
];
/** Skipping an opened photo's neighbours for a moment is what WebKit once displayed with the strip's layout. */
const SKIPPED_NEIGHBOURS = `
  @keyframes skipped { from { content-visibility: hidden } }
  .photos:has(a:target) .photo:not(:has(a:target)) { animation: skipped 1ms 0.3s backwards }`;

await prove(
  { id: "WEBKIT", what: "Pages and portal in Safari's engine", aim: "0 problems" },
  "WebKitGTK, sqlite",
  async () => {
    const server = await startOwnServer({ ...WITH_HOST, LOCAL_BANK: "true", LOCAL_MAILBOX: "true" });
    const site = await startErrorCollector(server.url);
    const webkit = await startWebKit();
    const problems: string[] = [];
    try {
      await webkit.resize(PHONE.width, PHONE.height);
      for (const path of ["/", "/book"]) {
        const misplaced = await misplacedPhotos(webkit, site.url + path, "");
        if (misplaced > 0) problems.push(`${path}: ${misplaced} photos are not centred`);
      }
      const broken = await problemsAt(webkit, site.url, `/terms${BROKEN}`);
      const found = await misplacedPhotos(webkit, site.url, SKIPPED_NEIGHBOURS);

      await paidStay(webkit, site.url);
      for (const size of [PHONE, DESKTOP]) {
        await webkit.resize(size.width, size.height);
        for (const path of GUEST_PAGES) problems.push(...(await problemsAt(webkit, site.url, path)));
      }
      await signIn(webkit, site.url);
      for (const size of [PHONE, DESKTOP]) {
        await webkit.resize(size.width, size.height);
        for (const [, path] of SCREENS) problems.push(...(await problemsAt(webkit, site.url, path)));
      }
      for (const problem of problems) console.log(`  ${problem}`);
      return {
        figures: {
          version: webkit.version,
          pages: GUEST_PAGES.length,
          screens: SCREENS.length,
          problems: problems.length,
        },
        met: problems.length === 0,
        negativeControl: {
          fault: "a style that WebKit displays wrongly, and an error while a page loads",
          detected: found > 0 && broken.length > 0,
        },
        notTried: "Safari itself, touch, passkeys, notifications",
      };
    } finally {
      await webkit.close();
      site.close();
      await server.close();
    }
  },
);

/** Opens the first photo, and goes through three photos. Returns how many of them are not centred. */
async function misplacedPhotos(webkit: WebKit, url: string, style: string): Promise<number> {
  await webkit.open(url);
  const adopt =
    "const sheet = new CSSStyleSheet(); sheet.replaceSync(arguments[0]); document.adoptedStyleSheets.push(sheet)";
  await webkit.run(adopt, style);
  await webkit.click(await webkit.find("return document.querySelector('a[href=\"#photo-1\"]')"));
  let misplaced = 0;
  for (let index = 0; index < 3; index++) {
    await wait(1000);
    const offset = await webkit.run<number>(
      `const box = document.querySelectorAll(".photo")[arguments[0]].querySelector("img").getBoundingClientRect();
       return Math.hypot(box.x + box.width / 2 - innerWidth / 2, box.y + box.height / 2 - innerHeight / 2)`,
      index,
    );
    if (offset > 2) misplaced++;
    await press(webkit, "Next picture");
  }
  return misplaced;
}

/** As a guest would: dates, contact details, back from the payment page and on again, payment, a message, cancellation. */
async function paidStay(webkit: WebKit, url: string): Promise<void> {
  await webkit.open(`${url}/book`);
  const day = "return document.querySelectorAll('[role=grid] [data-state=open]')[arguments[0]] ?? null";
  for (const index of [3, 5]) await webkit.click(await webkit.find(day, index));
  const guest = { "Guest name": "Ann Perera", Email: "ann@guests.example", Phone: "+94771234567" };
  for (const [label, text] of Object.entries(guest)) await fill(webkit, label, text);
  await press(webkit, "Book Now");
  await sees(webkit, "Pay $300");
  // WebKit keeps the page of the form, with its input.
  await webkit.back();
  await press(webkit, "Book Now");
  await press(webkit, "Pay $300");
  await sees(webkit, "Decline the card");
  await press(webkit, "Pay $300");
  await sees(webkit, "Your stay is booked");
  await press(webkit, "See your booking");
  await fill(webkit, "Your message", "Is there parking?");
  await press(webkit, "Send message");
  await sees(webkit, "Your message has been sent to your host.");
  await press(webkit, "Cancel this stay");
  await press(webkit, "Cancel my stay");
  await sees(webkit, "Your stay is cancelled");
}

async function signIn(webkit: WebKit, url: string): Promise<void> {
  await webkit.open(`${url}/admin/login`);
  await fill(webkit, "Username", ADMIN.username);
  await fill(webkit, "Password", ADMIN.password);
  await press(webkit, "Sign In");
  await sees(webkit, "Needs your attention");
}

/** Script errors, overflow and violations of axe's rules. */
async function problemsAt(webkit: WebKit, url: string, path: string): Promise<string[]> {
  await webkit.open(url + path);
  await webkit.run("document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))");
  await wait(500);
  await webkit.find("return document.querySelector('h1')");
  await webkit.run(AXE);
  const found = await webkit.run<string[]>(
    `const { violations } = await axe.run({ resultTypes: ["violations"] });
     const overflow = document.documentElement.scrollWidth - innerWidth;
     return [
       ...errors,
       ...(overflow > 0 ? ["overflows by " + overflow + " px"] : []),
       ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + " " + target)),
     ]`,
  );
  return found.map((problem) => `${path}: ${problem}`);
}

/** A visible link, button or summary with this text or name. */
async function press(webkit: WebKit, name: string): Promise<void> {
  const element = await webkit.find(
    `return [...document.querySelectorAll("a, button, summary")].findLast((element) =>
       (element.getAttribute("aria-label") ?? element.textContent).trim() === arguments[0] && element.checkVisibility()) ?? null`,
    name,
  );
  await webkit.run("arguments[0].scrollIntoView({ block: 'center' })", element);
  await webkit.click(element);
}

async function fill(webkit: WebKit, label: string, text: string): Promise<void> {
  const field = await webkit.find(
    `return [...document.querySelectorAll("label")].find((label) =>
       label.textContent.trim().startsWith(arguments[0]) && label.control?.checkVisibility())?.control ?? null`,
    label,
  );
  await webkit.type(field, text);
}

async function sees(webkit: WebKit, text: string): Promise<void> {
  await until(async () => {
    if (!(await webkit.run<string>("return document.body.innerText")).includes(text)) throw new Error(`No "${text}"`);
  });
}
