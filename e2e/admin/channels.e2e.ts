import type { Page } from "@playwright/test";
import {
  AIRBNB as AIRBNB_PRODUCT,
  airbnbStay,
  BOOKING as BOOKING_PRODUCT,
  bookingStay,
  calendarOf,
} from "#server/testing/platforms.ts";
import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessible, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { serverWithPlatforms } from "../support/platforms.ts";
import { cottageDay } from "../support/seeded-server.ts";

type Server = Awaited<ReturnType<typeof serverWithPlatforms>>;
let server: Server;
test.beforeEach(async ({ page }) => {
  server = await serverWithPlatforms();
  await signInByCalls(page, server.url);
});
test.afterEach(() => server.close());

const AIRBNB = "https://www.airbnb.com/calendar/ical/1234567.ics?s=0123456789abcdef0123456789abcdef";
const BOOKING = "https://ical.booking.com/v1/export?t=6f1c2d3e-0000-4000-8000-aabbccddeeff";

async function book(page: Page, from: string, to: string): Promise<{ id: string; reference: string }> {
  const guest = { name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567" };
  const registered = await page.request.post(`${server.url}/api/guests`, { data: guest });
  const { id: guestId } = await registered.json();
  const stay = { propertyId: 1, guestId, checkInDate: from, checkOutDate: to, guestCount: 2, status: "upcoming" };
  const response = await page.request.post(`${server.url}/api/bookings`, { data: stay });
  expect(response.status()).toBe(201);
  return response.json();
}

const tile = (page: Page, name: string) =>
  page.getByRole("region", { name: "Channels at a glance" }).locator("div").filter({ hasText: name });
const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name, exact: true }) });
const longDay = (date: string) =>
  new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" }).format(new Date(date));
const noSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Uses only the keyboard. */
async function paste(page: Page, platform: string, link: string): Promise<void> {
  await page.getByRole("button", { name: `Connect ${platform}` }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(`Calendar link of ${platform}`).fill(link);
  await page.keyboard.press("Enter");
}

test("S-03, S-42, S-62, S-71, S-81, S-82: the host previews and connects a platform's calendar, and sees what to do about a double booking", async ({
  page,
  hasTouch,
}) => {
  test.skip(!hasTouch, "the next test covers wide screens");
  // The narrowest width at which the portal has to be readable.
  await page.setViewportSize({ width: 320, height: 700 });
  const direct = await book(page, cottageDay(10), cottageDay(14));
  await page.goto(`${server.url}/admin/channels`);
  await expect(page.getByRole("heading", { level: 1, name: "Channel Manager" })).toBeVisible();
  await expect(tile(page, "Connected Channels")).toContainText("0");
  await expect(tile(page, "Available Platforms")).toContainText("4");
  await expect(tile(page, "Calendar Sync")).toContainText("100%");
  await expect(tile(page, "Auto Bookings Today")).toContainText("0");
  await expect(page.getByText("Not Connected")).toHaveCount(4);
  await expect(card(page, "Vrbo")).toContainText("Property reference");
  await expect(page.getByRole("region", { name: "Setup guide" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByText("API access approval takes 1-3 business days.")).toBeVisible();
  await noSidewaysScroll(page);

  // No calendar is published at this link yet.
  await paste(page, "Airbnb", AIRBNB);
  await expect(page.getByRole("dialog")).toContainText(/404|no longer valid|not found/i);
  server.publish(
    new URL(AIRBNB).host,
    calendarOf(AIRBNB_PRODUCT, [
      airbnbStay("HMAAAAAAAA", cottageDay(12), cottageDay(16)),
      airbnbStay("HMBBBBBBBB", cottageDay(20), cottageDay(22)),
    ]),
  );
  await page.keyboard.press("Enter");
  const preview = page.getByRole("dialog", { name: "What Airbnb shows" });
  await expect(preview.getByText("Nothing is saved yet.")).toBeVisible();
  await expect(preview).toContainText("A calendar from Airbnb");
  await expect(preview.getByText(/^Overlaps /)).toHaveCount(1);
  await expect(preview.getByRole("radio", { name: /Reservations only/ })).toBeChecked();
  await expectAccessible(page);
  await noSidewaysScroll(page);
  await preview.getByRole("button", { name: "Save and connect" }).click();

  // The other direction.
  const ours = page.getByRole("dialog", { name: "Now give Airbnb your calendar" });
  const address = ours.getByLabel("Your calendar link for Airbnb");
  await expect(address).toHaveValue(/\/calendar\/•+\/airbnb\.ics$/);
  await ours.getByRole("button", { name: "Show your link for Airbnb" }).click();
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\/airbnb\.ics$/);
  const link = await address.inputValue();
  await ours.getByRole("button", { name: "Done" }).click();
  await expect(tile(page, "Connected Channels")).toContainText("1");
  await expect(tile(page, "Auto Bookings Today")).toContainText("2");
  await expect(card(page, "Airbnb")).toContainText("In sync");
  await expect(card(page, "Airbnb")).toContainText("Airbnb hasn't read your calendar yet");

  // S-42
  const conflict = page.getByRole("article", { name: /^Conflict / });
  await expect(conflict).toContainText(direct.reference);
  await expect(conflict).toContainText("HMAAAAAAAA");
  await expect(conflict.getByText("Seen first", { exact: true })).toBeVisible();
  await expect(conflict.getByRole("link", { name: "Open on the platform" })).toHaveAttribute("href", /HMAAAAAAAA$/);
  await expectAccessibleInBoth(page);
  await noSidewaysScroll(page);

  // The panel must be reachable by keyboard.
  const night = cottageDay(12);
  await page.goto(`${server.url}/admin/calendar?month=${night.slice(0, 7)}`);
  const cell = page.getByRole("gridcell", {
    name: new RegExp(`${longDay(night)}.*Conflict: this night is booked twice`),
  });
  await expect(cell).toHaveAccessibleName(/Ann Perera stays \(Direct\)/);
  await expect(cell).toHaveAccessibleName(/HMAAAAAAAA arrives \(Airbnb\)/);
  const lines = async () => {
    const bars = cell
      .locator("xpath=..")
      .locator("[data-entry]")
      .filter({ hasText: /Ann|HMA/ });
    return bars.evaluateAll((all) =>
      all.map((bar) => bar.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
    );
  };
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expect(async () => {
      const [one = [0, 0], other = [0, 0]] = (await lines()).sort(([a = 0], [b = 0]) => a - b);
      expect(one[1]).toBeGreaterThan(0);
      expect(other[0]).toBeGreaterThanOrEqual(one[1] ?? 0);
    }).toPass();
  }
  await noSidewaysScroll(page);
  await cell.tap();
  const panel = page.getByRole("region", { name: "Chosen days" });
  await expect(panel.getByRole("link", { name: "View Details" })).toHaveCount(2);
  await expect(panel.getByRole("link", { name: "View Details" }).last()).toBeInViewport();
  await expectAccessibleInBoth(page);
  await cell.press("Enter");
  await expect(panel.getByRole("link", { name: "What to do" })).toBeFocused();

  // S-71
  await page.goto(`${server.url}/admin/bookings/${direct.id}`);
  const question = page.getByRole("region", { name: "Have the platforms been updated?" });
  await expect(question).toContainText("Airbnb: waiting");
  expect((await page.request.get(link, { headers: { "user-agent": "Airbnb/1.0" } })).status()).toBe(200);
  await page.reload();
  await expect(question).toContainText("Airbnb: up to date");
  await expect(question).toContainText(/Airbnb has known since .+ that these nights are taken\./);

  await noSidewaysScroll(page);

  await page.goto(`${server.url}/admin/channels`);
  await expect(card(page, "Airbnb")).toContainText("Airbnb last read your calendar just now");

  // S-27
  const theirs = conflict.getByRole("listitem").filter({ hasText: "HMAAAAAAAA" });
  await theirs.getByRole("link", { name: "Open here" }).click();
  await page.getByLabel("Same stay as").selectOption(direct.id);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Open the linked booking" })).toBeVisible();
  await expectAccessible(page);
  await noSidewaysScroll(page);
  await page.goto(`${server.url}/admin/channels`);
  await expect(card(page, "Airbnb")).toContainText("In sync");
  await expect(conflict).toHaveCount(0);

  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Channel history" })).toBeVisible();
  await expect(page.getByRole("article").first()).toContainText("Airbnb");
  await expectAccessible(page);
  await noSidewaysScroll(page);
});

test("S-04, S-23, S-27, S-64, S-68: the host answers a question about a long event, replaces a leaked link, and disconnects a platform", async ({
  page,
  hasTouch,
}) => {
  test.skip(hasTouch, "the test above covers narrow screens");
  server.publish(
    new URL(BOOKING).host,
    calendarOf(BOOKING_PRODUCT, [
      bookingStay("span 30", cottageDay(30), cottageDay(33)),
      bookingStay("span 60", cottageDay(60), cottageDay(242)),
    ]),
  );
  const data = { platform: "booking.com", url: BOOKING };
  const connected = await page.request.post(`${server.url}/api/admin/channels`, { data });
  const { id: channel } = await connected.json();
  await page.request.post(`${server.url}/api/admin/feeds`, { data: { channel } });
  await page.goto(`${server.url}/admin/channels`);

  // S-23
  const question = page.getByRole("article", { name: /182 nights/ });
  await question.getByRole("button", { name: /^It is a block/ }).click();
  await expect(question).toBeHidden();

  // S-64
  await page.getByRole("radio", { name: /^Stop/ }).check();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Configure Booking.com" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Booking.com" })).toBeVisible();
  await expect(page.getByLabel("Calendar link of Booking.com")).not.toHaveValue(/6f1c2d3e/);
  await page.getByRole("button", { name: "Show the link" }).click();
  await expect(page.getByLabel("Calendar link of Booking.com")).toHaveValue(BOOKING);

  const address = page.getByLabel("Your calendar link for Booking.com");
  await page.getByRole("button", { name: "Show your link for Booking.com" }).click();
  const old = await address.inputValue();
  expect((await page.request.get(old)).status()).toBe(200);
  await page.getByRole("button", { name: "New link" }).click();
  const change = page.getByRole("dialog", { name: "A new link for Booking.com" });
  await change
    .getByLabel("When should the old link stop working?")
    .selectOption({ label: "Right now, because someone else knows the old link" });
  await change.getByRole("button", { name: "Create a new link" }).click();
  await expect(change).toBeHidden();
  await expect(address).not.toHaveValue(old);
  expect((await page.request.get(old)).status()).toBe(404);
  await expectAccessibleInBoth(page);

  // S-27
  await page
    .getByRole("link", { name: /^Booking\.com/ })
    .first()
    .click();
  await page.getByLabel("Guest").fill("Nimal Silva");
  await page.getByLabel("Amount (USD)").fill("450");
  // Someone else changes the stay, too.
  const stayPath = `${server.url}/api/admin/channel-stays/${page.url().split("/").at(-1)}`;
  const { version } = await (await page.request.get(stayPath)).json();
  const fields = { hostOverride: null, guestName: "", guestPhone: "", amount: null, bookingId: null };
  const noted = await page.request.put(stayPath, { data: { ...fields, notes: "Late arrival", version } });
  expect(noted.status()).toBe(200);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Notes: Late arrival")).toBeVisible();
  await expect(page.getByLabel("Notes")).toHaveValue("Late arrival");
  await expect(page.getByLabel("Guest")).toHaveValue("Nimal Silva");
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nimal Silva" })).toBeVisible();

  await page.goto(`${server.url}/admin/channels/${channel}`);
  await page.getByRole("button", { name: "Disconnect Booking.com" }).click();
  const leave = page.getByRole("dialog", { name: "Disconnect Booking.com?" });
  await expect(leave.getByRole("radio", { name: /Keep its bookings/ })).toBeChecked();
  await leave.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Channel Manager" })).toBeVisible();
  await expect(card(page, "Booking.com")).toContainText("Not Connected");
});

/** Delays the preview of a link until the returned function is called. */
async function holdPreview(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/channels\/(.+\/link\/)?preview$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("S-07: the host changes the link of a connected platform, sees what the new calendar lacks, and is asked about it", async ({
  page,
}) => {
  const { host } = new URL(BOOKING);
  const right = `${BOOKING.slice(0, -4)}1111`;
  const stays = [20, 30, 40].map((day) => bookingStay(`s ${day}`, cottageDay(day), cottageDay(day + 2)));
  server.publish(host, calendarOf(BOOKING_PRODUCT, stays));
  const data = { platform: "booking.com", url: BOOKING };
  const { id } = await (await page.request.post(`${server.url}/api/admin/channels`, { data })).json();
  await page.goto(`${server.url}/admin/channels/${id}`);
  const link = page.getByLabel("Calendar link of Booking.com");
  await page.getByRole("button", { name: "Show the link" }).click();
  await expect(link).toHaveValue(BOOKING);
  await page.getByRole("button", { name: "Change link" }).click();
  const paste = page.getByRole("dialog", { name: "Change the link of Booking.com" });
  await expect(paste).toContainText("no nights are freed when you change the link");

  // The link that is in use, and one that cannot be read, are refused.
  const field = paste.getByLabel("New calendar link");
  await field.fill(BOOKING);
  await page.keyboard.press("Enter");
  await expect(paste.getByText("This is the link that is already in use.").first()).toBeVisible();
  server.publish(host, null);
  await field.fill(right);
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription(/The link is no longer valid \(404\)/);
  await expectAccessibleInBoth(page);
  await noSidewaysScroll(page);

  server.publish(
    host,
    calendarOf(BOOKING_PRODUCT, [...stays.slice(0, 1), bookingStay("n", cottageDay(50), cottageDay(53))]),
  );
  const typed = await holdPreview(page);
  await paste.getByRole("button", { name: "Preview the new link" }).click();
  await field.fill(`${right}2222`);
  typed();
  const preview = page.getByRole("dialog", { name: "What Booking.com shows" });
  await expect(preview).toContainText("Nothing has changed yet.");
  await expect(preview).toContainText("2 stays from the old link are not in this calendar.");
  await expect(preview).toContainText("or until the calendar has stayed the same for at least six hours");
  await expect(preview.getByRole("status").getByRole("listitem")).toHaveText([
    /^Booking\.com stay, /,
    /^Booking\.com stay, /,
  ]);
  await expectAccessibleInBoth(page);
  await noSidewaysScroll(page);
  await preview.getByRole("button", { name: "Use this link" }).click();
  await expect(page.getByText("Link changed", { exact: true })).toBeVisible();
  await expect(preview).toBeHidden();

  // Neither link is shown until the host asks for it. The old link's nights stay closed.
  await expect(link).toHaveValue("ical.booking.com/v1/export?••••");
  await page.getByRole("button", { name: "Show the link" }).click();
  await expect(link).toHaveValue(right);
  await expect(page.getByText("Stays are suddenly missing from this calendar.")).toBeVisible();
  const isTaken = async (day: number) => {
    const query = `from=${cottageDay(day)}&to=${cottageDay(day + 1)}`;
    const response = await page.request.get(`${server.url}/api/availability?${query}`);
    return (await response.json()).unavailable.length === 1;
  };
  expect(await Promise.all([20, 30, 40, 50].map(isTaken))).toEqual([true, true, true, true]);
  await expectAccessibleInBoth(page);
  await noSidewaysScroll(page);

  await page.getByRole("link", { name: "Answer the question" }).click();
  const question = page.getByRole("article", { name: /is suddenly missing 2 upcoming stays\. Are they cancelled\?/ });
  await question.getByRole("button", { name: "Yes, they are cancelled" }).click();
  await expect(question).toBeHidden();
  expect(await Promise.all([20, 30, 40, 50].map(isTaken))).toEqual([true, false, false, true]);
  await expect(card(page, "Booking.com")).toContainText("In sync");
});

test("S-64: a host who books although a calendar cannot be read is warned again if another one cannot be read either @desktop", async ({
  page,
}) => {
  for (const [platform, url, product] of [
    ["airbnb", AIRBNB, AIRBNB_PRODUCT],
    ["booking.com", BOOKING, BOOKING_PRODUCT],
  ] as const) {
    server.publish(new URL(url).host, calendarOf(product, []));
    await page.request.post(`${server.url}/api/admin/channels`, { data: { platform, url } });
  }
  const { rules } = await (await page.request.get(`${server.url}/api/admin/channels`)).json();
  await page.request.put(`${server.url}/api/admin/channels/rules`, { data: { ...rules, onUnreachable: "ask" } });
  server.publish(new URL(AIRBNB).host, null);
  server.pass(3);

  await page.goto(`${server.url}/admin/bookings?new`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Guest name").fill("Ann Perera");
  await dialog.getByLabel("Phone").fill("+94 77 222 3333");
  await dialog.getByLabel("Check-in").fill(cottageDay(20));
  await dialog.getByLabel("Check-out").fill(cottageDay(22));
  await dialog.getByRole("button", { name: "Add booking" }).click();
  const warning = dialog.getByRole("alert");
  await expect(warning).toContainText("We can't read the calendar of Airbnb");
  await expectAccessibleInBoth(page);
  server.publish(new URL(BOOKING).host, null);
  server.pass(3);
  const proceed = dialog.getByRole("button", { name: "I've checked, continue anyway" });
  await proceed.click();
  await expect(warning).toContainText("This has changed since you checked.");
  await expect(warning).toContainText("Booking.com");
  await expect(dialog.getByLabel("Guest name")).toHaveValue("Ann Perera");
  await proceed.click();
  await expect(page.getByRole("heading", { level: 1, name: "Ann Perera" })).toBeVisible();
  await expect(page.getByText("Entered by the host as confirmed", { exact: false })).toBeVisible();
});

test("if our link cannot be created, the channel is connected all the same, and the host is told what to do @desktop", async ({
  page,
}) => {
  server.publish(new URL(AIRBNB).host, calendarOf(AIRBNB_PRODUCT, []));
  await page.route("**/api/admin/feeds", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.goto(`${server.url}/admin/channels`);
  await paste(page, "Airbnb", AIRBNB);
  await page.getByRole("button", { name: "Save and connect" }).click();
  const ours = page.getByRole("dialog", { name: "Now give Airbnb your calendar" });
  await expect(ours).toContainText("We couldn't create your link. Please create it on the page of Airbnb.");
  await ours.getByRole("button", { name: "Done" }).click();
  await expect(card(page, "Airbnb")).toContainText("In sync");
});

test("a calendar that the host gives no name is called by its site's name, and one with past entries is not called empty @desktop", async ({
  page,
}) => {
  const over = { uid: "over", from: cottageDay(-9), to: cottageDay(-7), summary: "Our own holiday" };
  server.publish("family.example.com", "<html>Sorry</html>");
  await page.goto(`${server.url}/admin/channels`);
  await page.getByRole("button", { name: "Connect another calendar" }).click();
  await page.getByLabel("Calendar link", { exact: true }).fill("https://family.example.com/our.ics");
  await page.keyboard.press("Enter");
  await expect(page.getByText("family.example.com sent something that is not a calendar.").first()).toBeVisible();
  server.publish("family.example.com", calendarOf("-//Google Inc//Google Calendar 70.9054//EN", [over]));
  const typed = await holdPreview(page);
  await page.getByRole("button", { name: "Preview the import" }).click();
  // The link that is connected is the one in the preview.
  await page.getByLabel("Calendar link", { exact: true }).fill("https://friends.example.com/our.ics");
  typed();
  const preview = page.getByRole("dialog", { name: "What family.example.com shows" });
  await expect(preview).toContainText("A calendar from another site.");
  await expect(preview).toContainText("We found no bookings or blocks for the next two years.");
  await preview.getByRole("button", { name: "Save and connect" }).click();
  await expect(page.getByRole("dialog", { name: "Now give family.example.com your calendar" })).toBeVisible();
});
