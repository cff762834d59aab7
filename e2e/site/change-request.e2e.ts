import type { BrowserContext, Page } from "@playwright/test";
import type { TestApp } from "#server/testing/test-app.ts";
import { bookedBy, startClockedServer } from "../support/clocked-server.ts";
import { expect, expectAccessible, test } from "../support/latchkey.ts";

let server: TestApp;
let host: string;
test.beforeAll(async () => {
  server = await startClockedServer();
  host = await server.signIn();
  const saved = await server.send("PUT", "/api/admin/settings", { bookingMode: "request" }, { cookie: host });
  expect(saved.status).toBe(200);
});
test.afterAll(() => server.close());

/** The host has confirmed the stay, and the guest's browser may change it. */
async function confirmedStay(context: BrowserContext, checkInDate: string, checkOutDate: string): Promise<string> {
  const { id, cookie } = await bookedBy(server, { checkInDate, checkOutDate });
  await context.addCookies([cookie]);
  const confirmed = await server.send(
    "POST",
    `/api/admin/bookings/${id}/status`,
    { version: 1, status: "confirmed" },
    { cookie: host },
  );
  expect(confirmed.status).toBe(200);
  return id;
}

async function askForChange(page: Page, id: string, stay: string): Promise<void> {
  await page.goto(`${server.url}/booking/confirmation/${id}?${stay}&guests=2#change`);
  await expect(page.getByText("The host has to confirm this change.")).toBeVisible();
  await page.getByRole("button", { name: "Ask the host for this change" }).click();
  await expect(page.getByText("We've asked the host to change your stay to")).toBeVisible();
}

async function signInHost(context: BrowserContext): Promise<void> {
  const [name = "", value = ""] = host.split("=");
  await context.addCookies([{ name, value, url: server.url }]);
}

async function shot(page: Page, name: string): Promise<void> {
  if (process.env["SHOTS"]) await page.screenshot({ path: `/tmp/stays/${name}.png`, fullPage: true });
}

test("a guest requests other dates, and the host accepts them in the portal", async ({ page, context }, {
  project,
}) => {
  const id = await confirmedStay(context, "2027-03-10", "2027-03-12");
  await askForChange(page, id, "in=2027-03-11&out=2027-03-15");
  await expectAccessible(page);
  await shot(page, `change-asked-${project.name}`);

  await signInHost(context);
  await page.goto(`${server.url}/admin/bookings/${id}`);
  await expect(page.getByRole("heading", { name: "The guest has asked for a change" })).toBeVisible();
  await expect(page.getByText("4 (booked: 2)")).toBeVisible();
  await expectAccessible(page);
  await shot(page, `change-card-${project.name}`);
  await page.getByRole("button", { name: "Accept the change" }).click();
  await expect(page.getByText("Change accepted", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "The guest has asked for a change" })).toHaveCount(0);

  await page.goto(`${server.url}/booking/confirmation/${id}`);
  await expect(page.getByText("Thu, Mar 11, 2027, from 2:00 PM")).toBeVisible();
  await expect(page.getByText("We've asked the host")).toHaveCount(0);
});

test("before moving the stay, the host is told that this ends the guest's request", async ({ page, context }) => {
  const id = await confirmedStay(context, "2027-07-10", "2027-07-12");
  await askForChange(page, id, "in=2027-07-11&out=2027-07-15");
  await signInHost(context);
  await page.goto(`${server.url}/admin/bookings/${id}`);
  await page.getByRole("button", { name: "Change dates or guests" }).click();
  const dialog = page.getByRole("dialog", { name: "Change dates or guests" });
  await expect(dialog.getByText("If you change the dates here, that request ends")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Check-in").fill("2027-07-20");
  await dialog.getByLabel("Check-out").fill("2027-07-22");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Stay changed", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "The guest has asked for a change" })).toHaveCount(0);
});

test("the host declines a booking request, and the guest is told that nothing was booked", async ({
  page,
  context,
}) => {
  const { id, cookie } = await bookedBy(server, { checkInDate: "2027-08-10", checkOutDate: "2027-08-12" });
  await context.addCookies([cookie]);
  await signInHost(context);
  await page.goto(`${server.url}/admin/bookings/${id}`);
  await page.getByRole("button", { name: "Decline request" }).click();
  const dialog = page.getByRole("dialog", { name: "Decline Ann Perera's request?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Decline request" }).click();
  await expect(page.getByRole("region", { name: "History" }).getByText("Request declined")).toBeVisible();
  await expect(page.getByText("Request not accepted", { exact: true })).toBeVisible();
  await expect(page.getByText(/cancelled/i)).toHaveCount(0);
  await page.goto(`${server.url}/admin/bookings?status=never-booked`);
  await expect(page.getByText("Request not accepted", { exact: true })).toBeVisible();
  await page.goto(`${server.url}/booking/confirmation/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "The host couldn't accept your request" })).toBeVisible();
  await expect(page.getByText("Nothing has been booked, and there is nothing to pay.")).toBeVisible();
  await expect(page.getByRole("link", { name: "See which dates are free" })).toBeVisible();
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a guest requests a longer stay, and keeps the original stay if the host declines", async ({
    page,
    context,
  }) => {
    const id = await confirmedStay(context, "2027-04-10", "2027-04-12");
    await askForChange(page, id, "in=2027-04-10&out=2027-04-14");
    const path = `/api/admin/bookings/${id}`;
    const { version } = (await server.send("GET", path, undefined, { cookie: host })).json;
    await server.send("POST", `${path}/change-request`, { version, accept: false }, { cookie: host });
    await page.reload();
    await expect(page.getByText("We've asked the host")).toHaveCount(0);
    await expect(page.getByText("Your stay has been changed.")).toHaveCount(0);
    await expect(page.getByText("Mon, Apr 12, 2027, by 11:00 AM")).toBeVisible();
    const { unavailable } = (await server.send("GET", "/api/availability?from=2027-04-10&to=2027-04-14")).json;
    expect(unavailable).toEqual(["2027-04-10", "2027-04-11"]);
  });

  test("the calendar offers the nights that the guest's open request holds", async ({ page, context }) => {
    const id = await confirmedStay(context, "2027-07-10", "2027-07-12");
    await askForChange(page, id, "in=2027-07-10&out=2027-07-15");
    await page.goto(`${server.url}/booking/confirmation/${id}?month=2027-07#change`);
    await expect(page.locator('[data-day="2027-07-13"]')).toHaveAttribute("data-state", "open");
    const stay = "in=2027-07-10&out=2027-07-14";
    await page.goto(`${server.url}/booking/confirmation/${id}?${stay}&guests=2#change`);
    await page.getByRole("button", { name: "Ask the host for this change" }).click();
    const { changeRequest } = (await server.send("GET", `/api/admin/bookings/${id}`, undefined, { cookie: host })).json;
    expect(changeRequest).toMatchObject({ checkOutDate: "2027-07-14" });
  });

  test("a guest keeps the booked dates, which withdraws the request", async ({ page, context }) => {
    const id = await confirmedStay(context, "2027-06-10", "2027-06-12");
    await askForChange(page, id, "in=2027-06-10&out=2027-06-14");
    await page.getByRole("button", { name: "Keep my booked dates" }).click();
    await expect(page.getByText("We've asked the host")).toHaveCount(0);
    await expect(page.getByText("Sat, Jun 12, 2027, by 11:00 AM")).toBeVisible();
    await expect(page.getByText("Your stay has been changed.")).toHaveCount(0);
    const path = `/api/admin/bookings/${id}`;
    expect((await server.send("GET", path, undefined, { cookie: host })).json.changeRequest).toBeNull();
  });
});
