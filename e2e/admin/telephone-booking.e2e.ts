import type { TestApp } from "#server/testing/test-app.ts";
import { startClockedServer } from "../support/clocked-server.ts";
import { expect, test } from "../support/latchkey.ts";

let server: TestApp;
let host: string;
test.beforeAll(async () => {
  server = await startClockedServer();
  host = await server.signIn();
});
test.afterAll(() => server.close());

test("if a price has changed since the host saw it, the booking is added only at the new price", async ({
  page,
  context,
}) => {
  const [name = "", value = ""] = host.split("=");
  await context.addCookies([{ name, value, url: server.url }]);
  await page.goto(`${server.url}/admin/bookings`);
  await page.getByRole("button", { name: "New booking" }).click();
  const dialog = page.getByRole("dialog", { name: "New booking" });
  // The empty field is far above the button.
  await dialog.getByRole("button", { name: "Add booking" }).click();
  await expect(dialog.getByLabel("Guest name")).toBeFocused();
  await dialog.getByLabel("Guest name").fill("Sunil Silva");
  await dialog.getByLabel("Phone").fill("+94 77 222 3333");
  await dialog.getByLabel("Check-in").fill("2027-09-10");
  await dialog.getByLabel("Check-out").fill("2027-09-12");
  await expect(dialog.getByText("$300 total")).toBeVisible();
  const { version, prices } = (await server.send("GET", "/api/admin/prices", undefined, { cookie: host })).json;
  const dearer = { prices: { ...prices, cleaningCents: 4000 }, version, confirmed: true };
  expect((await server.send("PUT", "/api/admin/prices", dearer, { cookie: host })).status).toBe(200);
  await dialog.getByRole("button", { name: "Add booking" }).click();
  await expect(dialog.getByText("The stay now costs $340.00. Please check the price again.")).toBeVisible();
  await expect(dialog.getByText("$340 total")).toBeVisible();
  await dialog.getByRole("button", { name: "Add booking" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sunil Silva" })).toBeVisible();

  // The page receives changes, but shows no notification about the booking that was entered on it.
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const notes = { version: 1, notes: "Arrives by train" };
  const noted = await server.send("PUT", `/api/admin/bookings/${id}/notes`, notes, { cookie: host });
  expect(noted.status).toBe(200);
  await expect(page.getByText("Arrives by train")).toBeVisible();
  await expect(page.getByText("New booking or request")).toHaveCount(0);
});

test("a booking for a cottage that sleeps one is for one guest, as the form shows", async ({ page, context }) => {
  const [name = "", value = ""] = host.split("=");
  await context.addCookies([{ name, value, url: server.url }]);
  const cookie = { cookie: host };
  const { version, prices } = (await server.send("GET", "/api/admin/prices", undefined, cookie)).json;
  const guests = { ...prices.guests, sleeps: 1, included: 1 };
  const smaller = { prices: { ...prices, guests }, version, confirmed: true };
  const saved = await server.send("PUT", "/api/admin/prices", smaller, cookie);
  expect(saved.status, saved.text).toBe(200);
  await page.goto(`${server.url}/admin/bookings`);
  await page.getByRole("button", { name: "New booking" }).click();
  const dialog = page.getByRole("dialog", { name: "New booking" });
  await dialog.getByLabel("Guest name").fill("Nimal Silva");
  await dialog.getByLabel("Phone").fill("+94 77 222 4444");
  await dialog.getByLabel("Check-in").fill("2027-10-10");
  await dialog.getByLabel("Check-out").fill("2027-10-12");
  await expect(dialog.getByLabel("Guests")).toHaveValue("1");
  await dialog.getByRole("button", { name: "Add booking" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Nimal Silva" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  expect((await server.send("GET", `/api/admin/bookings/${id}`, undefined, cookie)).json.guestCount).toBe(1);
});
