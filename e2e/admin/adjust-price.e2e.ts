import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { cottageDay, serverWith, stayOf } from "../support/seeded-server.ts";

// A separate server, because these journeys change and remove its bookings.
const TEST_STAY = stayOf(2, { name: "Test Guest", checkIn: cottageDay(50), checkOut: cottageDay(52) });
let server: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  server = await serverWith([TEST_STAY]);
});
test.afterAll(() => server.close());
test.beforeEach(async ({ page }) => {
  await signInByCalls(page, server.url);
});

test("the host gives a discount on one booking, sets an agreed total, and removes an adjustment", async ({ page }) => {
  const entered = await page.request.post(`${server.url}/api/admin/bookings`, {
    data: {
      name: "Nimal Silva",
      email: "",
      phone: "0771234567",
      checkInDate: cottageDay(40),
      checkOutDate: cottageDay(43),
      guestCount: 2,
      status: "confirmed",
    },
  });
  const { id } = await entered.json();
  await page.goto(`${server.url}/admin/bookings/${id}`);
  const price = page.getByRole("table", { name: "What the stay costs" });
  await page.getByRole("button", { name: "Discount, extra or agreed price" }).click();
  await page.getByLabel("Amount off (USD)").fill("500");
  await page.getByLabel("What is it for?").fill("Returning guest");
  await page.getByRole("button", { name: "Save price" }).click();
  const tooMuch = "The stay costs $450.00: a discount cannot exceed that";
  await expect(page.getByLabel("Amount off (USD)")).toHaveAccessibleDescription(tooMuch);
  await expectAccessibleInBoth(page);
  await page.getByLabel("Amount off (USD)").fill("50");
  await page.getByLabel("What is it for?").press("Enter");
  await expect(price).toContainText("Total$400");

  await page.getByRole("button", { name: "Discount, extra or agreed price" }).click();
  await page.getByLabel("Agreed price", { exact: true }).check();
  await page.getByLabel("Total for the stay (USD)").fill("380");
  await page.getByLabel("What is it for?").fill("Agreed by phone");
  await page.getByRole("button", { name: "Save price" }).click();
  await expect(price).toContainText("Total$380");
  await expect(price.getByRole("row", { name: "Agreed by phone" })).toContainText("-$20");

  await price.getByRole("button", { name: "Remove Returning guest" }).click();
  await expect(price).toContainText("Total$430");
  await page.getByRole("button", { name: "Discount, extra or agreed price" }).click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByLabel("What is it for?")).toBeHidden();
});

test("a test booking is deleted only after the host types its reference, and its nights become free", async ({
  page,
}) => {
  const reference = `LK-${TEST_STAY.id}`;
  await page.goto(`${server.url}/admin/bookings/${TEST_STAY.id}`);
  await page.getByRole("button", { name: "Remove a test booking" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove this test booking?" });
  await dialog.getByLabel(`Type ${reference} to confirm`).fill("LK-ANOTHER");
  await dialog.getByRole("button", { name: "Remove test booking" }).click();
  await expect(dialog.getByLabel(`Type ${reference} to confirm`)).toHaveAttribute("aria-invalid", "true");
  await expectAccessibleInBoth(page);
  await dialog.getByRole("button", { name: "Keep booking" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Remove a test booking" }).click();
  await dialog.getByLabel(`Type ${reference} to confirm`).fill(reference);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/bookings$/);
  await expect(page.getByText("Test booking removed").first()).toBeVisible();
  await expect(page.getByText("Test Guest")).toHaveCount(0);
  const span = `from=${cottageDay(50)}&to=${cottageDay(52)}`;
  const { unavailable } = await (await page.request.get(`${server.url}/api/availability?${span}`)).json();
  expect(unavailable).toEqual([]);
});
