import { resolve } from "node:path";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { WHATSAPP_ACCOUNT } from "#server/testing/test-config.ts";
import { bookAt, bookNow, GUEST, hydrated, problem, summary } from "../support/booking-form.ts";
import { holdScripts } from "../support/held-server.ts";
import { expect, expectAccessible, nights, test } from "../support/latchkey.ts";
import { listenForComplaints } from "../support/quiet.ts";

test("consent withdrawn before the script has loaded stays withdrawn", async ({ page }) => {
  const whatsapp = { ...WHATSAPP_ACCOUNT, apiUrl: "http://127.0.0.1:9" };
  const server = await startTestApp("sqlite", {
    site: await loadBuiltSite(resolve("dist")),
    config: { whatsapp },
  });
  const releaseScripts = await holdScripts(page);
  const consent = page.getByRole("checkbox", { name: /WhatsApp/ });
  await page.goto(`${server.url}/book`, { waitUntil: "commit" });
  await consent.check();
  await bookNow(page).click();
  await expect(problem(page)).toBeVisible();
  await expect(consent).toBeChecked();
  await consent.uncheck();
  releaseScripts();
  await hydrated(page);
  await page.getByLabel("Guest name").fill("Ann Perera");
  await expect(consent).not.toBeChecked();
  await server.close();
});

test("a guest books with the direct booking form, without giving a phone number", async ({ page }) => {
  const checkQuiet = listenForComplaints(page);
  const stay = nights(2);
  await page.goto(bookAt(stay, 6, "/direct-booking"));
  await hydrated(page);
  await expect(summary(page)).toContainText("$300 total");
  await expect(page.getByRole("heading", { name: "Why book direct" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Guests" })).toHaveValue("6");
  await expect(page.getByRole("option")).toHaveCount(6);
  await expect(page.getByLabel("Check-out", { exact: true })).toHaveAttribute("min", stay.checkIn);
  await expectAccessible(page);
  await page.getByLabel("Full name").fill(GUEST.name);
  await page.getByLabel("Email").fill(GUEST.email);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/bookings"));
  await bookNow(page).click();
  expect((await sent).postDataJSON()).toMatchObject({ status: "confirmed", guestCount: 6 });
  await page.waitForURL("**/booking/confirmation/*");
  await expect(page.getByText("Booking Confirmed!", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is confirmed");
  checkQuiet();
});

test("missing information and invalid dates have their own messages, in a toast and on the page", async ({ page }) => {
  await page.goto(bookAt(nights(3), 2, "/direct-booking"));
  await hydrated(page);
  await bookNow(page).click();
  const box = problem(page);
  await expect(box.getByRole("heading")).toHaveText("Missing Information");
  await expect(box).toContainText("Please fill in all required fields.");
  await expect(page.getByRole("status").getByText("Missing Information")).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Full name").fill(GUEST.name);
  await page.getByLabel("Email").fill("ann");
  await bookNow(page).click();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await page.getByText("Have a discount code?").click();
  await page.getByLabel("Discount code").fill("NOTHING");
  await page.getByRole("button", { name: "Use code" }).click();
  await expect(page.getByText("This code cannot be used for this stay.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Discount code").fill("");

  await page.getByLabel("Email").fill(GUEST.email);
  await page
    .getByLabel("Check-out", { exact: true })
    .fill(await page.getByLabel("Check-in", { exact: true }).inputValue());
  await bookNow(page).click();
  await expect(box.getByRole("heading")).toHaveText("Invalid Dates");
  await expect(page.getByRole("status").getByText("Invalid Dates")).toBeVisible();
  await expect(box.getByRole("link")).toHaveText("Check-out date must be after check-in date.");

  // As if the booking were still waiting for the host.
  const stay = nights(1);
  await page.route("**/api/bookings", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: "pending" } });
  });
  await page.getByLabel("Check-in", { exact: true }).fill(stay.checkIn);
  await page.getByLabel("Check-out", { exact: true }).fill(stay.checkOut);
  await bookNow(page).click();
  await expect(page.getByText("Booking Created", { exact: true })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the direct booking form says what is missing, and then makes the booking", async ({ page }) => {
    await page.goto(bookAt(nights(2), 2, "/direct-booking"));
    await page.getByLabel("Full name").fill(GUEST.name);
    await bookNow(page).click();
    await expect(problem(page).getByRole("heading")).toHaveText("Missing Information");
    await page.getByLabel("Email").fill(GUEST.email);
    await bookNow(page).click();
    await page.waitForURL("**/booking/confirmation/*");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your stay is confirmed");
  });
});
