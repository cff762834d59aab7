/**
 * S18: user input must never be executed. Each payload is written to the free-text columns of the database, bypassing
 * validation. Then Chromium opens the guest and host screens, and the HTML of each email that is then sent, with the
 * content security policy off. With the policy on, not even a payload that is injected into the page may run.
 */
import { parseArgs } from "node:util";
import { resolve } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { ratingToken } from "#server/ratings/rating-link.ts";
import { ratingKey } from "#server/ratings/store.ts";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { openMailbox } from "#server/testing/mailbox.ts";
import { PAYLOADS } from "#server/testing/payloads.ts";
import { startPlatforms } from "#server/testing/platforms.ts";
import { cookieOf, startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { fillWith, PLACES, unjudged } from "./support/hostile-rows.ts";
import { SCREENS } from "../e2e/support/portal-screens.ts";
import { startPayBank } from "#server/testing/pay-bank.ts";
import { startPushService } from "#server/testing/push-service.ts";
import { withoutAct } from "./support/every-host-act.ts";
import { HOST_ACTS, openFixture } from "./support/host-acts.ts";
import { moreHostActs } from "./support/more-host-acts.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({ options: { payloads: { type: "string", default: String(PAYLOADS.length) } } });
const payloads = PAYLOADS.slice(0, Number(values.payloads));
/** Most of these would delete, replace or close data that the other actions create, or end the host's session. */
const LEFT_OUT =
  /^DELETE|rotate|erase-guest|auth\/(?!passkeys$)|channel-stays|channel-conflicts.*close$|backups|adjustments\/:place|bookings\/:bookingId\/remove$|payment-webhook$/;

const CONTROL_PAYLOADS = 12;
/** Screens with figures, or with a document that is validated when it is read: they only have to load. */
const WITHOUT_WORDS = ["/admin/analytics", "/admin/prices"];

let freeNight = 0;

const site = await loadBuiltSite(resolve("dist"));
const box = await openMailbox();
const platforms = await startPlatforms();
const push = await startPushService();
const bank = await startPayBank(() => server.clock());
const server: TestApp = await startTestApp("sqlite", {
  site,
  platforms: platforms.reach,
  pushServices: push.reach,
  outbox: { everyMs: 50, leaseMs: 5000, slots: 4 },
  config: {
    publicUrl: null,
    stripe: bank.account,
    mail: { smtpUrl: box.url, from: { address: "stay@cottage.example" } },
  },
});
await server.app.start();
const fixture = await openFixture(server, platforms);
// With payments on, bookings would wait for them. The payment actions turn payments on.
const guestsPay = async (paymentMode: "off" | "required") => {
  const { version } = (await server.send("GET", "/api/admin/settings", undefined, { cookie: fixture.cookie })).json;
  const changed = { paymentMode, bookingMode: "instant", version };
  const response = await server.send("PUT", "/api/admin/settings", changed, { cookie: fixture.cookie });
  if (response.status !== 200) throw new Error(response.text);
};
await guestsPay("off");
const booked = await bookStay(server, { checkInDate: "2026-11-27", checkOutDate: "2026-11-29" });
const id = String(booked.json.id);
bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
// Passkeys are bound to the URL that this server reports.
const passkeySite = { rpId: "localhost", origin: server.url.replace("127.0.0.1", "localhost") };
const acts = [...HOST_ACTS, ...moreHostActs({ bank, push, site: passkeySite })];
const noSampleData = withoutAct(acts);
for (const { route, act } of acts.filter((one) => !LEFT_OUT.test(one.route))) {
  const response = await act(fixture).catch((error: unknown) => ({ status: 0, text: String(error) }));
  if (response.status < 200 || response.status > 299) noSampleData.push(`${route} ${response.text}`);
}
for (const line of noSampleData) console.log(`  no sample data: ${line}`);
await guestsPay("off");
await furnishTheRest();
const token = ratingToken(await ratingKey(fixture.db), { bookingId: id, linkGeneration: 1 });
const admin = cookieOf(
  await server.send(
    "POST",
    "/api/admin/auth/login",
    { username: "host", password: "a long sentence to sign in" },
    { "user-agent": PAYLOADS[0] },
  ),
);
const channel = (await fixture.db.selectFrom("channel").select("id").executeTakeFirst())?.id ?? "";
const cleaner = (await fixture.db.selectFrom("cleaner_page").select("token").executeTakeFirst())?.token ?? "";
const imported = (await fixture.db.selectFrom("channel_stay").select("id").executeTakeFirst())?.id ?? "";

const GUEST_SCREENS = [
  ...site.sharedPaths,
  "/book",
  "/direct-booking",
  `/booking/confirmation/${id}`,
  `/rate/${token}`,
  `/booking/pay/${id}`,
  `/cleaning/${cleaner}`,
  "/nowhere",
];
/** With the URLs of existing records. */
const HOST_SCREENS = [
  ...SCREENS.map(([, address]) => address).filter((address) => !/AAAA|\/nothing$|content$/.test(address)),
  `/admin/bookings/${id}`,
  `/admin/channels/${channel}`,
  `/admin/channels/stays/${imported}`,
  ...["property", "photos", "hero", "guest-info", "attractions"].map((tab) => `/admin/content?tab=${tab}`),
];

async function contextFor(browser: Browser, cookies: string, bypassCSP: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ bypassCSP, baseURL: server.url });
  // Slow, and not needed for any screen.
  await context.route(/\.(woff2|avif|webp|jpg|png)$/, (route) => route.abort());
  await context.addCookies(
    cookies
      .split("; ")
      .filter(Boolean)
      .map((cookie) => ({
        name: cookie.slice(0, cookie.indexOf("=")),
        value: cookie.slice(cookie.indexOf("=") + 1),
        url: server.url,
      })),
  );
  return context;
}

const ran = (page: Page) =>
  Promise.all(page.frames().map((frame) => frame.evaluate(() => "pwned" in window).catch(() => false))).then((all) =>
    all.some(Boolean),
  );

async function look(page: Page, path: string, patience = 2500): Promise<boolean> {
  await page.goto(path, { waitUntil: "load" });
  await page
    .locator("main, h1")
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => undefined);
  // Public pages load their script at the first interaction, and it adds the parts that need it.
  await page.mouse.move(30, 30);
  await page.keyboard.press("Tab");
  await page.waitForTimeout(60);
  // A screen without a payload takes the full timeout.
  for (const until = Date.now() + patience; Date.now() < until && !(await shows(page));) await page.waitForTimeout(40);
  // Error events for missing pictures arrive a little later.
  await page.waitForTimeout(100);
  return ran(page);
}

/** Whether the payload is on the page, as text or in a field: if it is not, the screen proves nothing. */
const shows = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
    return /pwned|evil\.example/.test(`${document.body.innerText} ${fields.join(" ")}`);
  });

/** Links and frames that would run a payload when followed or loaded. */
const baits = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("a[href], form[action], iframe[src], object[data]")]
      .map((one) => one.getAttribute("href") ?? one.getAttribute("action") ?? one.getAttribute("src") ?? "")
      .filter((address) => /^[\s\0]*(java\s*script|vbscript|data):.*(pwned|evil)/is.test(address)),
  );

async function inEmails(page: Page, since: number): Promise<{ emails: number; ran: string[] }> {
  const found: string[] = [];
  const emails = box.emails.slice(since);
  for (const { mail } of emails) {
    await page.setContent(mail.html ?? "", { waitUntil: "load" }).catch(() => undefined);
    if ((await ran(page)) || (await baits(page)).length > 0) found.push(`email: ${mail.subject ?? ""}`);
  }
  return { emails: emails.filter(({ mail }) => /pwned|evil\.example/.test(mail.html ?? "")).length, ran: found };
}

await prove(
  { id: "S18", what: "XSS", aim: "0 executions without the policy; the policy blocks an injected payload" },
  "Chromium",
  async () => {
    const browser = await chromium.launch({ executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium" });
    const guest = await contextFor(browser, cookieOf(booked), true);
    const host = await contextFor(browser, admin, true);
    const [guestPage, hostPage, mailPage] = [await guest.newPage(), await host.newPage(), await guest.newPage()];
    const ranAt: string[] = [];
    const filled = new Set<string>();
    const empty: string[] = [];
    const showing = new Set<string>();
    let [screens, emails, files, bookings] = [0, 0, 0, 0];
    for (const payload of payloads) {
      for (const place of await fillWith(server.database, payload)) filled.add(place);
      const paid = await payWith(payload);
      for (const place of paid.places) filled.add(place);
      // The server looks for external changes only now and then, but refreshes its data at once after a change by its
      // API.
      await server.send("PUT", "/api/admin/content/property", { wifiNote: payload.slice(0, 400) }, { cookie: admin });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const sent = box.emails.length;
      await server.send("POST", "/api/admin/messaging/test", undefined, { cookie: admin });
      const stay = await bookStay(server, freeStay(), { ...GUEST, name: `Ann ${payload}`.slice(0, 118) });
      if (stay.status === 201) bookings += 1;
      const lookAtAll = async (page: Page, paths: readonly string[]) => {
        for (const path of paths) {
          screens += 1;
          if (await look(page, path, WITHOUT_WORDS.includes(path) ? 700 : undefined)) ranAt.push(`${path}: ${payload}`);
          for (const bait of await baits(page)) ranAt.push(`${path} leads to ${bait}`);
          if (await shows(page)) showing.add(path);
          if ((await page.getByText("could not load").count()) > 0) empty.push(`${path} with ${payload}`);
          if (payload === payloads[0] && !(await page.locator("body").innerText()).trim()) empty.push(path);
        }
      };
      await Promise.all([lookAtAll(guestPage, [...GUEST_SCREENS, paid.receipt]), lookAtAll(hostPage, HOST_SCREENS)]);
      const mailed = await inEmails(mailPage, sent);
      emails += mailed.emails;
      ranAt.push(...mailed.ran);
      // A file must not be opened as a page, where a payload could run: it must be a download, browsers must not guess
      // its type, and it must not be HTML, SVG or XML.
      for (const path of [
        "/api/admin/bookings.csv",
        `/api/bookings/${id}/stay.ics`,
        `/api/admin/bookings/${id}/personal-data`,
      ]) {
        const response = await server.send("GET", path, undefined, { cookie: `${admin}; ${cookieOf(booked)}` });
        files += 1;
        const safe =
          response.headers.get("x-content-type-options") === "nosniff" &&
          /attachment/.test(response.headers.get("content-disposition") ?? "") &&
          !/html|svg|xml/.test(response.headers.get("content-type") ?? "");
        if (!safe) ranAt.push(`${path} can be opened as a page: ${response.status}`);
      }
    }
    for (const line of ranAt.slice(0, 20)) console.log(`  ran: ${line}`);
    const notShowing = [...GUEST_SCREENS, ...HOST_SCREENS].filter(
      (path) => !showing.has(path) && !WITHOUT_WORDS.includes(path),
    );
    console.log(`  screens without a visible payload: ${notShowing.join(", ") || "none"}; bookings ${bookings}`);
    for (const line of empty) console.log(`  shows nothing: ${line}`);
    const notSaid = await unjudged(server.database);
    const never = PLACES.filter((place) => !filled.has(place));
    console.log(
      `  columns without a row in this run: ${never.join(", ") || "none"}; not classified: ${notSaid.join(", ") || "none"}`,
    );
    const withoutPolicy = await runControl(browser, true);
    const withPolicy = await runControl(browser, false);
    await browser.close();
    return {
      figures: {
        payloads: payloads.length,
        placesFilled: filled.size,
        ofPlaces: PLACES.length,
        screens: GUEST_SCREENS.length + HOST_SCREENS.length,
        screensThatShowPayloads: showing.size,
        looks: screens,
        emailsWithPayload: emails,
        files,
        emptyOrBrokenScreens: empty.length,
        notJudgedColumns: notSaid.length,
        executions: ranAt.length,
        controlPayloadsTried: Math.min(payloads.length, CONTROL_PAYLOADS),
        controlRunsWithoutPolicy: withoutPolicy,
        controlRunsWithPolicy: withPolicy,
      },
      met:
        noSampleData.length +
          ranAt.length +
          empty.length +
          never.length +
          notSaid.length +
          notShowing.length +
          withPolicy ===
          0 && emails >= payloads.length,
      negativeControl: {
        fault: "a page with an unescaped guest name: runs without the policy, not with it",
        detected: withoutPolicy > 0 && withPolicy === 0,
      },
    };
  },
);

/** The negative control: each of the first payloads as HTML in the server's response. Returns how many ran. */
async function runControl(browser: Browser, bypassCSP: boolean): Promise<number> {
  const context = await contextFor(browser, "", bypassCSP);
  let count = 0;
  for (const payload of payloads.slice(0, CONTROL_PAYLOADS)) {
    // Some payloads make the page unresponsive.
    const page = await context.newPage();
    await page.route(`${server.url}/`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response: response,
        body: (await response.text()).replace("<main", `<div>${payload}</div><main`),
      });
    });
    const silence = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 5000));
    if (await Promise.race([look(page, "/", 0).catch(() => false), silence])) count += 1;
  }
  await Promise.race([context.close(), new Promise((resolve) => setTimeout(resolve, 5000))]);
  return count;
}

/** What an installation accumulates over time. */
async function furnishTheRest(): Promise<void> {
  const at = server.clock().toISOString();
  const settings = (await server.send("GET", "/api/admin/settings", undefined, { cookie: fixture.cookie })).json;
  const words = { wifiName: "Network", mapTileUrl: "https://tile.example/{z}/{x}/{y}.png", mapAttribution: "Somebody" };
  await server.send("PUT", "/api/admin/settings", { ...settings, ...words }, { cookie: fixture.cookie });
  const { feeds } = (await server.send("GET", "/api/admin/feeds", undefined, { cookie: fixture.cookie })).json;
  await server.send("GET", feeds[0].path, undefined, { "user-agent": "Reader" });
  await fixture.db
    .insertInto("message_channel")
    .values({ channel: "whatsapp", paused_until: at, reason: "x" })
    .execute();
  const email = { id: "email", at, channel: "email" as const, recipient: "x", subject: "x", content: "x" };
  await fixture.db.insertInto("local_letter").values(email).execute();
  const run = { id: "run", kind: "nightly" as const, started_at: at, finished_at: at, proof: null, removed_at: null };
  await fixture.db
    .insertInto("backup_run")
    .values({ ...run, reason: "x" })
    .execute();
  // Price lines and receipts contain free text only if the host has added some.
  const { version } = (await server.send("GET", `/api/admin/bookings/${id}`, undefined, { cookie: fixture.cookie }))
    .json;
  const extra = { version, kind: "extra", amount: "5.00", label: "Dinner with wine" };
  const added = await server.send("POST", `/api/admin/bookings/${id}/adjustments`, extra, { cookie: fixture.cookie });
  if (added.status !== 201) throw new Error(added.text);
  const link = { amountCents: 4000, about: "Airport pick-up" };
  await server.send("POST", `/api/admin/bookings/${id}/payment-links`, link, { cookie: fixture.cookie });
  await server.send("POST", `/api/bookings/${id}/messages`, { text: "x" }, { cookie: cookieOf(booked) });
}

/** Payments cannot be changed, so each payload gets its own, recorded by a host whose name is the payload. */
async function payWith(payload: string): Promise<{ places: string[]; receipt: string }> {
  const path = `/api/admin/bookings/${id}`;
  const { version } = (await server.send("GET", path, undefined, { cookie: admin })).json;
  const payment = { version, kind: "payment", amount: "1.00", method: "cash", paidOn: "2026-11-20" };
  const paid = await server.send("POST", `${path}/payments`, payment, { cookie: admin });
  if (paid.status > 299) throw new Error(paid.text);
  const row = await fixture.db
    .selectFrom("payment")
    .innerJoin("receipt", "receipt.payment_id", "payment.id")
    .select(["payment.recorded_by", "receipt.content", "receipt.year", "receipt.number"])
    .where("payment.recorded_by", "=", payload)
    .executeTakeFirst();
  if (!row) return { places: [], receipt: "/" };
  const inReceipt = row.content.includes(JSON.stringify(payload).slice(1, -1));
  const places = ["payment.recorded_by", ...(inReceipt ? ["receipt.content"] : [])];
  return { places, receipt: `/booking/receipt/${id}/${row.year}-${String(row.number).padStart(4, "0")}` };
}

function freeStay() {
  const day = (n: number) => new Date(Date.UTC(2027, 6, n)).toISOString().slice(0, 10);
  freeNight += 2;
  return { checkInDate: day(freeNight), checkOutDate: day(freeNight + 1) };
}

await server.close();
await platforms.close();
await push.close();
await bank.close();
await box.close();
