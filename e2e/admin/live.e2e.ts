import { bookByCalls, signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessible, test, uniqueLetters } from "../support/latchkey.ts";
import { startProxy } from "../support/proxy.ts";

const IN_TIME = { timeout: 2000 };

test("a new booking appears in an open list within 2 s, without affecting what the host is typing", async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByCalls(page);
  const guest = await (await browser.newContext({ baseURL })).newPage();
  const name = `Live ${uniqueLetters()}`;
  const listening = page.waitForResponse("**/api/admin/events");
  await page.goto("/admin/bookings");
  await listening;
  const typed = name.slice(0, 9);
  // On a slow machine, the part typed so far is also searched for.
  const searched = page.waitForResponse((response) => new URL(response.url()).searchParams.get("search") === typed);
  await page.getByLabel("Search").pressSequentially(typed);
  await searched;
  await expect(page.getByText("No bookings found matching your criteria")).toBeVisible();

  const nextRequest = page.waitForRequest((request) => request.url().includes("/api/admin/bookings-page"));
  const booked = await bookByCalls(guest, { name });
  await expect(
    page
      .getByRole("heading", { name })
      .or(page.getByText(name, { exact: true }))
      .first(),
  ).toBeVisible(IN_TIME);
  await expect(page.getByLabel("Search")).toHaveValue(typed);
  await expect(page.getByLabel("Search")).toBeFocused();
  // Automatic requests must not count as the host's activity.
  expect((await nextRequest).headers()["x-latchkey-background"]).toBe("1");

  const refreshed = page.waitForResponse("**/api/admin/bookings-page*");
  const notes = { version: 1, notes: "Arrives by train" };
  expect((await page.request.put(`/api/admin/bookings/${booked.id}/notes`, { data: notes })).ok()).toBe(true);
  await refreshed;
  await page.getByRole("link", { name: "View the booking" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/bookings/${booked.id}$`));
  await expect(page.getByRole("link", { name: "View the booking" })).toBeHidden();
  await guest.context().close();
});

test("a host reads of a booking that someone else has cancelled, but gets no notice of what was done in this tab", async ({
  page,
}) => {
  await signInByCalls(page);
  const [theirs, own] = [await bookByCalls(page), await bookByCalls(page)];
  const listening = page.waitForResponse("**/api/admin/events");
  await page.goto(`/admin/bookings/${own.id}`);
  await listening;
  const terms = { version: 1, waiveFee: false, expectedFee: "0.00" };
  expect((await page.request.post(`/api/admin/bookings/${theirs.id}/cancel`, { data: terms })).ok()).toBe(true);
  const notice = page.getByRole("link", { name: "View the booking" });
  await expect(page.getByText("Booking or request ended")).toBeVisible();
  await expect(notice).toHaveAttribute("href", `/admin/bookings/${theirs.id}`);

  await page.getByRole("button", { name: "Cancel booking" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByText("Booking cancelled").first()).toBeVisible();
  // Changes arrive in order: once the page shows the note, it has received the cancellation.
  const notes = { version: 2, notes: "Came by post" };
  expect((await page.request.put(`/api/admin/bookings/${own.id}/notes`, { data: notes })).ok()).toBe(true);
  await expect(page.getByText("Came by post")).toBeVisible();
  await expect(notice).toHaveAttribute("href", `/admin/bookings/${theirs.id}`);
});

test("the dashboard's figures update automatically", async ({ page, browser, baseURL }) => {
  await signInByCalls(page);
  const guest = await (await browser.newContext({ baseURL })).newPage();
  const listening = page.waitForResponse("**/api/admin/events");
  await page.goto("/admin/dashboard");
  await listening;
  const total = page.getByRole("link", { name: /^Total Bookings/ });
  const before = Number(/\d+/.exec((await total.textContent()) ?? "")?.[0]);
  await bookByCalls(guest);
  await expect(async () => {
    const now = Number(/\d+/.exec((await total.textContent()) ?? "")?.[0]);
    expect(now).toBeGreaterThan(before);
  }).toPass({ ...IN_TIME, intervals: [50] });
  await guest.context().close();
});

test("a portal behind a proxy survives a server outage: after 10 s it says that it is reconnecting, then it updates again", async ({
  page,
  browser,
  server,
}) => {
  const proxy = await startProxy(server.url);
  try {
    const guest = await (await browser.newContext({ baseURL: server.url })).newPage();
    await page.clock.install();
    await signInByCalls(page, proxy.url);
    const listening = page.waitForResponse("**/api/admin/events");
    await page.goto(`${proxy.url}/admin/bookings`);
    await listening;
    await expect(page.getByLabel("Search")).toBeVisible();
    const notLive = page.getByText("Reconnecting. What you see may be out of date.");

    const refused = page.waitForResponse((response) => response.status() === 502);
    proxy.setAway(true);
    await page.clock.runFor(2000);
    await refused;
    await expect(notLive).toBeHidden();
    await page.clock.runFor(8000);
    await expect(notLive).toBeVisible();
    await expectAccessible(page);

    const name = `Missed ${uniqueLetters()}`;
    await bookByCalls(guest, { name });
    await expect(page.getByText(name)).toHaveCount(0);
    proxy.setAway(false);
    await page.clock.runFor(20_000);
    await expect(notLive).toBeHidden();
    await page.getByLabel("Search").fill(name);
    await expect(page.getByText(name).first()).toBeVisible();

    const later = `Later ${uniqueLetters()}`;
    await page.getByLabel("Search").fill(later);
    await bookByCalls(guest, { name: later });
    await expect(page.getByText(later).first()).toBeVisible();
    await guest.context().close();
  } finally {
    await proxy.close();
  }
});
