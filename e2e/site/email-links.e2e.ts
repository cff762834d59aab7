import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay, GUEST } from "#server/testing/given.ts";
import { lastLink } from "#server/testing/abuse-simulation.ts";
import { ownLinkOf } from "#server/testing/own-link.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";

let server: TestApp;
test.beforeEach(async () => {
  const config = { guardBookings: true, localMailbox: true };
  server = await startTestApp("sqlite", { site: await loadBuiltSite(resolve("dist")), config });
});
test.afterEach(() => server.close());

const waitingOf = async (id: string) =>
  (await server.send("GET", `/api/bookings/${id}/confirmation`)).json.waiting?.for ?? null;

/** Holds twelve nights, which have to be confirmed by email, and returns the booking's id and the link in the email. */
async function heldStay() {
  const { json } = await bookStay(server, { checkInDate: "2026-12-01", checkOutDate: "2026-12-13" });
  expect(await waitingOf(json.id)).toBe("guest");
  return { id: String(json.id), link: server.url + (await ownLinkOf(server, json.id)) };
}

/** Fetches the link as a program that checks emails does. */
async function scan(link: string): Promise<void> {
  const response = await fetch(link, { redirect: "follow" });
  expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
}

/** Opens a link as from a web page with emails. */
async function openFromMail(page: Page, link: string): Promise<void> {
  await page.goto(`${server.url}/house-rules`);
  await page.evaluate((href) => location.assign(href), link);
}

test("one click on the link in the email confirms the booking; a scanner's request for it does not", async ({
  page,
}) => {
  const { id, link } = await heldStay();
  await scan(link);
  expect(await waitingOf(id)).toBe("guest");

  await openFromMail(page, link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is booked");
  expect(await waitingOf(id)).toBe(null);
  await expect(page).toHaveURL(`${server.url}/booking/confirmation/${id}`);
  // The secret stays neither in the referrer nor in the history.
  expect(await page.evaluate(() => document.referrer)).not.toContain("link");
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/house-rules`);

  await openFromMail(page, link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is booked");
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/house-rules`);
});

test("a link that is open in a tab that nobody looks at confirms nothing until somebody does", async ({ page }) => {
  const { id, link } = await heldStay();
  await page.addInitScript(() => {
    if (location.pathname.startsWith("/booking/link/"))
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
  });
  await page.goto(link);
  await expect(page.getByRole("button", { name: "Confirm my booking" })).toBeVisible();
  await expectAccessibleInBoth(page);
  expect(await waitingOf(id)).toBe("guest");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "visible" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is booked");
  expect(await waitingOf(id)).toBe(null);
});

/** Uses up the bookings that one network can make in an hour, so that the next guest has to confirm the address first. */
async function addressToProve(): Promise<string> {
  for (const day of ["01", "03", "05", "10"]) {
    const stay = {
      checkInDate: `2027-06-${day}`,
      checkOutDate: `2027-06-${Number(day) + 1}`.replace(/-(\d)$/, "-0$1"),
    };
    await bookStay(server, stay, { ...GUEST, email: `p${day}@example.com`, phone: `+94771000${day}` });
  }
  return server.url + (await lastLink(server, "p10@example.com"));
}

test("one click on the link that confirms an email address leads back to the dates", async ({ page }) => {
  const link = await addressToProve();
  await scan(link);
  await openFromMail(page, link);
  await expect(page).toHaveURL(`${server.url}/book?in=2027-06-10&out=2027-06-11&guests=2&email=proven`);
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/house-rules`);
  await openFromMail(page, link);
  await expect(page).toHaveURL(/email=proven$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the button on the page behind the link confirms the booking", async ({ page }) => {
    const { id, link } = await heldStay();
    await page.goto(link);
    await expect(page).toHaveTitle("Confirm your booking - Kitul Hill Cottage");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your booking");
    expect(await waitingOf(id)).toBe("guest");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is booked");
    await expect(page).toHaveURL(`${server.url}/booking/confirmation/${id}`);
    await page.goto(link);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is booked");
  });

  test("the button confirms an email address before a booking", async ({ page }) => {
    await page.goto(await addressToProve());
    await page.getByRole("button", { name: "Confirm my email address" }).click();
    await expect(page).toHaveURL(`${server.url}/book?in=2027-06-10&out=2027-06-11&guests=2&email=proven`);
  });
});
