import type { BrowserContext } from "@playwright/test";
import { goThroughSamples } from "#server/testing/given.ts";
import { followLink, ownLinkOf } from "#server/testing/own-link.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { bookedBy, startClockedServer } from "../support/clocked-server.ts";
import { calendarDay, hydrated } from "../support/booking-form.ts";
import { holdScripts } from "../support/held-server.ts";
import { expect, expectAccessible, test } from "../support/latchkey.ts";

let server: TestApp;
test.beforeAll(async () => {
  server = await startClockedServer();
  const cookie = await server.signIn();
  await server.send("PUT", "/api/admin/content/property", { wifiPassword: "monsoon-2027" }, { cookie });
  // Sample directions would not be shown.
  await goThroughSamples(server, cookie);
});
test.afterAll(() => server.close());
// The journeys share one clock.
test.describe.configure({ mode: "serial" });

/** Months before the stay; the journeys then move the clock forward. */
async function booked(context: BrowserContext, checkInDate: string, checkOutDate: string): Promise<string> {
  server.clock.set("2026-11-21T06:00:00Z");
  const { id, cookie } = await bookedBy(server, { checkInDate, checkOutDate });
  await context.addCookies([cookie]);
  // The link verifies the email address, without which key codes and WiFi details are not shown.
  await followLink(server, await ownLinkOf(server, id));
  return `${server.url}/booking/confirmation/${id}`;
}

// At the cottage, 14:00 is 08:30 UTC and 11:00 is 05:30 UTC, whatever the guest's own clock says.
const ZONES = [
  ["Pacific/Kiritimati", "2027-01-10", "2027-01-12"],
  ["America/Los_Angeles", "2027-02-10", "2027-02-12"],
  ["Asia/Colombo", "2027-03-10", "2027-03-12"],
] as const;
for (const [timezoneId, checkIn, checkOut] of ZONES) {
  test.describe(`a browser in ${timezoneId}`, () => {
    test.use({ timezoneId });

    test("each deadline is enforced to the second in the property's time zone @desktop", async ({ page, context }) => {
      const address = await booked(context, checkIn, checkOut);
      const [month, day] = [checkIn.slice(0, 8), Number(checkIn.slice(8))];
      const at = async (dayOfMonth: number, time: string) => {
        server.clock.set(`${month}${String(dayOfMonth).padStart(2, "0")}T${time}Z`);
        await page.goto(address);
      };
      const wifi = page.getByText("monsoon-2027");
      const cancelText = async () => {
        await page.getByText("Cancel this stay", { exact: true }).click();
        return page.locator("#cancel");
      };

      await at(day - 3, "08:29:59");
      await expect(
        page.getByText(/arrival information appears on this page from .*, 2:00 PM Colombo time until you check out/),
      ).toBeVisible();
      await expect(wifi).toHaveCount(0);
      await at(day - 3, "08:30:00");
      await expect(wifi).toBeVisible();
      await expect(page.getByText(/turn left at the Amunugama clock tower/)).toBeVisible();

      await at(day - 2, "08:30:00");
      await expect(await cancelText()).toContainText("free of charge now");
      await at(day - 2, "08:30:01");
      await expect(await cancelText()).toContainText("Cancelling now costs $150");

      await at(day, "08:29:59");
      const changes = page.getByRole("heading", { name: "Change or cancel" });
      await expect(changes).toBeVisible();
      await expect(page.getByText("Cancel this stay", { exact: true })).toBeVisible();
      await at(day, "08:30:00");
      await expect(page.getByText(/Check-in has started, so you can no longer cancel online/)).toBeVisible();

      await at(day + 2, "05:29:59");
      await expect(wifi).toBeVisible();
      await at(day + 2, "05:30:00");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(wifi).toHaveCount(0);
      await at(day + 3, "00:00:00");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you for staying");
      await expect(changes).toHaveCount(0);
    });
  });
}

test("new dates are chosen without a reload, the stay's own nights count as free, and nearby dates are suggested", async ({
  page,
  context,
}, { project }) => {
  const month = project.name === "phone" ? "2027-07" : "2027-08";
  const address = await booked(context, `${month}-10`, `${month}-12`);
  await bookedBy(server, { checkInDate: `${month}-20`, checkOutDate: `${month}-22` });
  await page.goto(address);
  await expect(page.locator("#change [role=grid]").first()).toBeAttached();
  await page.getByText("Change dates or guests", { exact: true }).click();
  await hydrated(page);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await calendarDay(page, `${month}-11`).click();
  await calendarDay(page, `${month}-14`).click();
  await expect(page.locator("#change")).toContainText("$450 instead of $300. $150 more than before.");
  await expect(calendarDay(page, `${month}-20`)).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(page);
  await page.getByLabel("Check-in", { exact: true }).fill(`${month}-19`);
  await page.getByLabel("Check-out", { exact: true }).fill(`${month}-21`);
  await page.getByRole("button", { name: "Show the new price" }).click();
  await expect(page.locator("#change")).toContainText("Already booked: the night of");
  await page.locator("#change").getByRole("link").first().click();
  await expect(page.locator("#change")).toContainText("The price stays the same.");
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  await page.getByRole("button", { name: "Change my stay" }).click();
  await expect(page.getByText("Your stay has been changed.")).toBeVisible();
});

test("a stay can be changed only to the dates and guests in the form, after their price has been shown", async ({
  page,
  context,
}) => {
  await page.goto(await booked(context, "2027-11-10", "2027-11-12"));
  await page.getByText("Change dates or guests", { exact: true }).click();
  await hydrated(page);
  await calendarDay(page, "2027-11-11").click();
  await calendarDay(page, "2027-11-14").click();
  const change = page.getByRole("button", { name: "Change my stay" });
  await expect(change).toBeVisible();
  await page.getByLabel("Guests", { exact: true }).selectOption("4");
  await expect(change).toHaveCount(0);
  await page.getByRole("button", { name: "Show the new price" }).click();
  await expect(page.locator("#change")).toContainText("3 nights, 4 guests");
  await page.getByLabel("Check-out", { exact: true }).fill("2027-11-15");
  await expect(change).toHaveCount(0);
  await page.getByRole("button", { name: "Show the new price" }).click();
  await change.click();
  await expect(page.getByText("Your stay has been changed.")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: /^4$/ })).toHaveCount(2);
});

test("if the new price could not be fetched, pressing the button again fetches it", async ({ page, context }) => {
  await page.goto(await booked(context, "2027-12-10", "2027-12-12"));
  await page.getByText("Change dates or guests", { exact: true }).click();
  await hydrated(page);
  await page.getByLabel("Check-out", { exact: true }).fill("2027-12-13");
  const quotes = "**/stay-quote?**";
  await page.route(quotes, (route) => route.fulfill({ status: 503, body: "" }));
  const show = page.getByRole("button", { name: "Show the new price" });
  await show.click();
  await expect(page.getByText("Please try again in a moment.")).toBeVisible();
  await page.unroute(quotes);
  await show.click();
  await expect(page.locator("#change")).toContainText("3 nights, 2 guests");
});

test("without JavaScript, days chosen in the calendar fill in the form that requests the new price", async ({
  browser,
  context,
}, { project }) => {
  const month = project.name === "phone" ? "2027-09" : "2027-10";
  const address = await booked(context, `${month}-10`, `${month}-12`);
  const bare = await browser.newContext({ javaScriptEnabled: false });
  await bare.addCookies(await context.cookies());
  const page = await bare.newPage();
  await page.goto(address);
  await page.getByText("Change dates or guests", { exact: true }).click();
  for (const name of ["Next month", "Previous month"]) await page.getByRole("button", { name }).click();
  await calendarDay(page, `${month}-15`).click();
  await calendarDay(page, `${month}-17`).click();
  await expect(page.getByLabel("Check-in", { exact: true })).toHaveValue(`${month}-15`);
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue(`${month}-17`);
  await page.getByRole("button", { name: "Show the new price" }).click();
  await expect(page.locator("#change")).toContainText("The price stays the same.");
  await bare.close();
});

test("another browser that opens the emailed link sees everything, can change the stay, and prints it on one page", async ({
  page,
}) => {
  const { id } = await bookedBy(server, { checkInDate: "2027-04-10", checkOutDate: "2027-04-13" });
  await page.goto(server.url + (await ownLinkOf(server, id)));
  await expect(page).toHaveURL(`${server.url}/booking/confirmation/${id}`);
  await expect(page.getByText("ann@example.com")).toBeVisible();

  await page.getByText("Change dates or guests", { exact: true }).click();
  await hydrated(page);
  await page.getByLabel("Check-out", { exact: true }).pressSequentially("04152027");
  await page.getByLabel("Guests", { exact: true }).selectOption("4");
  await page.getByRole("button", { name: "Show the new price" }).click();
  await expect(page.getByText("$750 instead of $450. $300 more than before.")).toBeVisible();
  await expectAccessible(page);
  if (process.env["SHOTS"]) await page.screenshot({ path: "/tmp/stays/change.png", fullPage: true });
  await page.getByRole("button", { name: "Change my stay" }).click();
  await expect(page.getByText("Your stay has been changed. Here are the new details.")).toBeVisible();
  await expect(page.getByText("$750").first()).toBeVisible();

  server.clock.set("2027-04-09T06:00:00Z");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Arriving" })).toBeVisible();
  await expectAccessible(page);
  if (process.env["SHOTS"]) await page.screenshot({ path: "/tmp/stays/arrive.png", fullPage: true });
  const google = await page.getByRole("link", { name: "Google Calendar" }).getAttribute("href");
  expect(new URL(google ?? "").searchParams.get("dates")).toBe("20270410/20270416");
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
  server.clock.set("2026-11-21T06:00:00Z");
  await page.goto(server.url);
});

test("new dates typed before the script has loaded are kept", async ({ page }) => {
  // A separate server, because on a phone, another test has booked these nights.
  const fresh = await startClockedServer();
  const { id } = await bookedBy(fresh, { checkInDate: "2027-09-10", checkOutDate: "2027-09-13" });
  const releaseScripts = await holdScripts(page);
  await page.goto(fresh.url + (await ownLinkOf(fresh, id)), { waitUntil: "commit" });
  await page.getByText("Change dates or guests", { exact: true }).click();
  await page.getByLabel("Check-out", { exact: true }).fill("2027-09-15");
  await page.getByLabel("Check-in", { exact: true }).focus();
  await page.keyboard.type("091120");
  await page.evaluate(() => {
    addEventListener("hydrated", () => document.documentElement.setAttribute("data-hydrated", ""));
  });
  releaseScripts();
  await page.locator("[data-hydrated]").waitFor();
  await page.keyboard.type("27");
  await expect(page.getByLabel("Check-in", { exact: true })).toHaveValue("2027-09-11");
  await page.getByLabel("Guests", { exact: true }).selectOption("3");
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue("2027-09-15");
  await page.getByRole("button", { name: "Show the new price" }).click();
  await expect(page.getByText("$600 instead of $450.")).toBeVisible();
  await fresh.close();
});

test("if the new dates include taken nights, these are named, and the stay is not changed @desktop", async ({
  page,
  context,
}) => {
  const address = await booked(context, "2027-05-10", "2027-05-12");
  await bookedBy(server, { checkInDate: "2027-05-13", checkOutDate: "2027-05-14" });
  await page.goto(`${address}?in=2027-05-12&out=2027-05-14&guests=2#change`);
  await expect(page.getByRole("alert")).toContainText("the night of Thu, May 13, 2027");
  await page.goto(`${address}?in=2027-05-12&out=2028-05-14&guests=2#change`);
  await expect(page.getByRole("alert")).toContainText("The longest stay is 30 nights");
  await expect(page.getByText("Mon, May 10, 2027, from 2:00 PM")).toBeVisible();
});

test("a refusal on the booking's own page does not appear on the form for the next booking", async ({ page, context }, {
  project,
}) => {
  const month = project.name === "phone" ? "2028-02" : "2028-03";
  const address = await booked(context, `${month}-10`, `${month}-12`);
  await page.goto(address);
  await page.getByText("Cancel this stay", { exact: true }).click();
  server.clock.set(`${month}-09T00:00:00Z`);
  await page.getByRole("button", { name: "Cancel my stay" }).click();
  await expect(page.getByRole("alert")).toContainText("The cancellation fee is now $150.00.");
  await expect(
    page
      .locator("[tabindex]")
      .filter({ has: page.getByRole("alert") })
      .last(),
  ).toBeFocused();
  await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  if (process.env["SHOTS"]) await page.screenshot({ path: `/tmp/stays/refused-${project.name}.png` });
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole("banner").getByRole("link", { name: "Book" }).first().click();
  await hydrated(page);
  expect(await page.evaluate(() => Reflect.get(globalThis, "sameDocument"))).toBe(true);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("The cancellation fee is now")).toHaveCount(0);
  await expect(page.getByText("not booked yet")).toHaveCount(0);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("a guest whose new price has changed sees it with the chosen dates, and confirms it", async ({
      page,
      context,
    }, { project }) => {
      const month = `2028-0${4 + (project.name === "phone" ? 1 : 0) + (javaScriptEnabled ? 2 : 0)}`;
      const address = await booked(context, `${month}-10`, `${month}-12`);
      await page.goto(`${address}?in=${month}-10&out=${month}-14&guests=2#change`);
      const cookie = await server.signIn();
      await specialPrice(cookie, `${month}-13`, 20_000);
      await page.getByRole("button", { name: "Change my stay" }).click();
      await expect(page.getByRole("alert")).toContainText("The stay now costs $650.00.");
      await expect(page.getByRole("alert")).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel("Check-out", { exact: true })).toHaveValue(`${month}-14`);
      await expect(page.locator("#change")).toContainText("$650 instead of $300.");
      if (javaScriptEnabled) await expectAccessible(page);
      if (process.env["SHOTS"])
        await page.screenshot({ path: `/tmp/stays/repriced-${project.name}-${javaScriptEnabled}.png`, fullPage: true });
      await page.getByRole("button", { name: "Change my stay" }).click();
      await expect(page.getByText("Your stay has been changed.")).toBeVisible();
    });
  });
}

async function specialPrice(cookie: string, night: string, priceCents: number): Promise<void> {
  const { prices, version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
  const terms = { priceCents, weekendPriceCents: null, minimumNights: null, changeoverDays: null };
  const dates = { name: "Festival", firstNight: night, lastNight: night, ...terms };
  const changed = { ...prices, specialDates: [...prices.specialDates, dates] };
  const saved = await server.send(
    "PUT",
    "/api/admin/prices",
    { prices: changed, version, confirmed: true },
    { cookie },
  );
  expect(saved.status, saved.text).toBe(200);
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a guest whose cancellation fee has changed sees the new fee first, then cancels, which frees the nights", async ({
    page,
    context,
  }) => {
    const address = await booked(context, "2027-06-10", "2027-06-12");
    await page.goto(address);
    await page.getByText("Cancel this stay", { exact: true }).click();
    server.clock.set("2027-06-09T00:00:00Z");
    await page.getByRole("button", { name: "Cancel my stay" }).click();
    const problem = page.getByRole("alert");
    await expect(problem).toContainText("The cancellation fee is now $150.00. Please check it, then try again.");
    await expect(problem).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "Cancel my stay for $150" }).click();
    await expect(page).toHaveURL(`${address}?done=cancel`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This stay is cancelled");
    await expect(page.getByText("Would you like to stay another time?")).toBeVisible();
    await expect(page.getByText("There's nothing more to do.")).toHaveCount(0);
    await expect(page.getByText("Cancellation is free until")).toHaveCount(0);
    await expect(page.getByText("Cancellation fee", { exact: true })).toBeVisible();
    await expect(page.getByText("Your stay is cancelled. The cancellation fee is $150.")).toBeVisible();
    await expect(page.getByText("$300")).toHaveCount(0);
    const free = await server.send("GET", "/api/availability?from=2027-06-10&to=2027-06-12");
    expect(free.json.unavailable).toEqual([]);
  });

  test("once free cancellation has ended, the form for changing the stay does not offer fewer guests", async ({
    page,
    context,
  }) => {
    const address = await booked(context, "2027-08-10", "2027-08-12");
    server.clock.set("2027-08-09T06:00:00Z");
    await page.goto(`${address}?in=2027-08-10&out=2027-08-12&guests=1#change`);
    await expect(page.getByText("online you can only extend your stay or add guests.")).toBeVisible();
    const guests = page.getByLabel("Guests", { exact: true });
    await expect(guests).toHaveValue("2");
    await expect(guests.locator("option").first()).toHaveText("2");
  });

  test("a guest who arrives within the minimum notice can choose a later departure in the calendar", async ({
    page,
    context,
  }) => {
    const address = await booked(context, "2027-07-10", "2027-07-12");
    server.clock.set("2027-07-05T06:00:00Z");
    const cookie = await server.signIn();
    const { prices, version } = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
    const body = { prices: { ...prices, notice: { days: 10, until: null } }, version, confirmed: true };
    expect((await server.send("PUT", "/api/admin/prices", body, { cookie })).status).toBe(200);
    await page.goto(`${address}?in=2027-07-10#change`);
    await expect(page.locator('[data-day="2027-07-14"]')).toHaveAttribute("data-state", "open");
    await page.locator('[data-day="2027-07-14"]').click();
    await page.getByRole("button", { name: "Show the new price" }).click();
    await expect(page.getByText("$600 instead of $300. $300 more than before.")).toBeVisible();
    const now = (await server.send("GET", "/api/admin/prices", undefined, { cookie })).json;
    const back = { prices: { ...now.prices, notice: null }, version: now.version, confirmed: true };
    expect((await server.send("PUT", "/api/admin/prices", back, { cookie })).status).toBe(200);
  });
});
