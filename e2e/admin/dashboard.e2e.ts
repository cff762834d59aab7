import type { Page } from "@playwright/test";
import { signInByCalls } from "../support/bookings.ts";
import { holdRequests } from "../support/held-server.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { withoutOurFonts } from "../support/public-pages.ts";
import { cottageDay, serverWith, stayOf } from "../support/seeded-server.ts";

/**
 * One departure today; six arrivals from today on, the first two today and tomorrow; three past stays; one cancelled
 * stay.
 */
const STAYS = [
  stayOf(1, { name: "Leaves Today", checkIn: cottageDay(-2), checkOut: cottageDay(0), status: "checked-in" }),
  stayOf(2, { name: "Comes Today", checkIn: cottageDay(0), checkOut: cottageDay(1), cents: 15_000 }),
  stayOf(3, { name: "Comes Tomorrow", checkIn: cottageDay(1), checkOut: cottageDay(3), status: "pending" }),
  stayOf(4, { name: "In Five Days", checkIn: cottageDay(5), checkOut: cottageDay(6) }),
  stayOf(5, { name: "In Nine Days", checkIn: cottageDay(9), checkOut: cottageDay(10) }),
  stayOf(6, { name: "Fifth To Come", checkIn: cottageDay(20), checkOut: cottageDay(21) }),
  stayOf(7, { name: "Sixth To Come", checkIn: cottageDay(30), checkOut: cottageDay(31) }),
  stayOf(8, { name: "Gone Three Days", checkIn: cottageDay(-5), checkOut: cottageDay(-3), status: "completed" }),
  stayOf(9, { name: "Gone A Week", checkIn: cottageDay(-9), checkOut: cottageDay(-7), status: "completed" }),
  stayOf(10, { name: "Gone Eight Days", checkIn: cottageDay(-10), checkOut: cottageDay(-9), status: "checked-in" }),
  stayOf(11, { name: "Called Off", checkIn: cottageDay(12), checkOut: cottageDay(14), status: "cancelled" }),
];

let server: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  server = await serverWith(STAYS);
});
test.afterAll(() => server.close());

async function openDashboard(page: Page): Promise<void> {
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/dashboard`);
  await expect(page.getByRole("heading", { name: "Upcoming Check-ins" })).toBeVisible();
}

const section = (page: Page, name: string) => page.getByRole("region", { name });

test("the Today section, the figures and the lists match the stays", async ({ page }) => {
  await openDashboard(page);
  await expectAccessibleInBoth(page);

  await expect(page.getByRole("link", { name: /^Total Bookings 10 / })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Upcoming 6 / })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Revenue \$4,200 / })).toBeVisible();
  const inThisMonth = STAYS.filter(
    (stay) => stay.status !== "cancelled" && stay.checkIn.slice(0, 7) === cottageDay().slice(0, 7),
  );
  await expect(page.getByRole("link", { name: new RegExp(`^This Month ${inThisMonth.length} `) })).toBeVisible();

  await expect(page.getByText("Tonight: Comes Today")).toBeVisible();
  const today = section(page, "Today");
  await expect(today.getByRole("link", { name: /^Comes Today/ })).toContainText("2 guests, 1 night");
  await expect(today.getByRole("link", { name: /^Leaves Today/ })).toBeVisible();
  await expect(today.getByRole("link", { name: /^Comes Tomorrow/ })).toBeVisible();
  await expect(today.getByRole("link", { name: /^In Nine Days/ })).toBeHidden();

  const coming = section(page, "Upcoming Check-ins").getByRole("listitem");
  await expect(coming).toHaveCount(5);
  await expect(coming.nth(0)).toContainText("TODAY");
  await expect(coming.nth(1)).toContainText("TOMORROW");
  await expect(coming.nth(2)).toContainText("in 5 days");
  const gone = section(page, "Recent Bookings").getByRole("listitem");
  await expect(gone).toHaveCount(3);
  await expect(gone.nth(0)).toContainText("(3 days ago)");
  await expect(gone.nth(1)).toContainText("(7 days ago)");
  await expect(gone.nth(2)).not.toContainText("ago");
  await expect(page.getByText("Called Off")).toBeHidden();

  const describe = section(page, "Getting started").getByRole("link", { name: /^Describe your cottage/ });
  await expect(describe).toContainText("Choose its time zone in Settings, too.");
  const platformStep = section(page, "Getting started").getByRole("link", { name: /^Connect your first platform/ });
  await expect(platformStep).toContainText("This step is done when a platform reads your calendar");

  const waiting = section(page, "Needs your attention");
  await expect(waiting.getByRole("link", { name: /1 booking is waiting for your answer/ })).toBeVisible();
  await expect(waiting.getByRole("link", { name: /1 stay has ended without a check-out/ })).toBeVisible();
  await waiting.getByRole("link", { name: /1 booking is waiting/ }).click();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("to-answer");
  await expect(page.getByText("Comes Tomorrow")).toBeVisible();
  // In the row, not only in the status filter.
  await expect(page.getByRole("main").locator("span", { hasText: /^Waiting for you$/ })).toBeVisible();
});

test("a guest whose request for tonight is unanswered does not count as staying tonight @desktop", async ({ page }) => {
  const stay = { checkIn: cottageDay(0), checkOut: cottageDay(1), status: "pending" } as const;
  const asked = await serverWith([stayOf(1, { name: "Asks For Tonight", ...stay })]);
  await signInByCalls(page, asked.url);
  await page.goto(`${asked.url}/admin/dashboard`);
  await expect(section(page, "Today").getByRole("link", { name: /^Asks For Tonight/ })).toContainText("not booked yet");
  await expect(page.getByText("No guests staying tonight")).toBeVisible();
  await asked.close();
});

test("the quick actions lead to their six screens, the four channels are shown as not connected, and Logout leads to the sign-in page", async ({
  page,
}) => {
  await openDashboard(page);
  const actions = section(page, "Quick Actions").getByRole("link");
  await expect(actions).toHaveText(["Bookings", "Analytics", "Channels", "Messaging", "Content", "Settings"]);
  for (const [name, path] of [
    ["Bookings", "bookings"],
    ["Analytics", "analytics"],
    ["Channels", "channels"],
    ["Messaging", "messaging"],
    ["Content", "content"],
    ["Settings", "settings"],
  ]) {
    await expect(actions.filter({ hasText: name })).toHaveAttribute("href", `/admin/${path}`);
  }
  await expect(section(page, "Channel Status").getByText("Not Connected")).toHaveCount(4);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
});

test("'Loading...' is shown while the session is checked, and the layout does not shift when the figures appear", async ({
  page,
}) => {
  await signInByCalls(page, server.url);
  await withoutOurFonts(page);
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // A layout-shift entry, which the DOM types do not include yet.
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: { node?: Node }[] };
        Object.assign(window, { shifted: Number(Reflect.get(window, "shifted")) + value });
        console.info("shift", value, sources.map(({ node }) => node?.textContent?.slice(0, 40)).join(" | "));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  const release = await holdRequests(page, "**/api/admin/auth/user");
  await page.goto(`${server.url}/admin/dashboard`);
  await expect(page.getByRole("status").filter({ hasText: "Loading..." })).toBeVisible();
  await page.route("**/api/admin/dashboard", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  release();
  await expect(page.getByRole("status").getByText("Loading...")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Total Bookings/ })).toBeVisible();
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => Reflect.get(window, "shifted"))).toBeLessThanOrEqual(0.01);
});
