import { expect, expectAccessibleInBoth, nights, test, uniqueLetters } from "../support/latchkey.ts";
import { holdSaves } from "../support/held-server.ts";
import { bookByCalls, signInByCalls } from "../support/bookings.ts";

test.beforeEach(async ({ page }) => signInByCalls(page));

test("the host takes a booking through every status from Upcoming to Completed, and its history shows each step @desktop", async ({
  page,
}) => {
  // Other tests use later nights, so today is free.
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  const guest = { name: "Ann Perera", email: "", phone: "+94 77 123 4567", guestCount: 2, status: "upcoming" };
  const entered = await page.request.post("/api/admin/bookings", {
    data: { ...guest, checkInDate: today, checkOutDate: tomorrow },
  });
  expect(entered.status()).toBe(201);
  const booking: { id: string } = await entered.json();
  await page.goto(`/admin/bookings/${booking.id}`);
  await expect(page.getByText("Free cancellation ended", { exact: true })).toBeVisible();
  const history = page.getByRole("region", { name: "History" });
  for (const [button, event] of [
    ["Confirm", "Confirmed"],
    ["Check in", "Checked in"],
    ["Undo check-in", "Check-in undone"],
    ["Check in", "Checked in"],
    ["Check out", "Checked out"],
    ["Complete", "Completed"],
    ["Undo completion", "Completion undone"],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(history.getByText(event, { exact: true }).last()).toBeVisible();
    await expect(page.getByRole("button", { name: button, exact: true })).toBeHidden();
  }
  await expect(history.getByText(/^host, /).first()).toBeVisible();
  await expectAccessibleInBoth(page);
});

test("cancelling a booking first shows the fee, and that the host has to tell the guest; the booking can then be restored", async ({
  page,
}) => {
  const booking = await bookByCalls(page, { nights: 2 });
  await page.goto(`/admin/bookings/${booking.id}`);
  await expect(page.getByText("Free cancellation until", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel Ann Perera's booking?" });
  await expect(dialog.getByText("No fee")).toBeVisible();
  await expect(dialog.getByText("Please tell Ann Perera yourself", { exact: false })).toBeVisible();
  await expectAccessibleInBoth(page);

  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel booking" })).toBeFocused();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await dialog.getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByRole("button", { name: "Restore booking" })).toBeVisible();
  await expect(page.getByText("Cancelled free of charge")).toBeVisible();

  await page.getByRole("button", { name: "Restore booking" }).click();
  await expect(page.getByText("Restored after the cancellation")).toBeVisible();
});

test("if another host cancels the booking, an open question about cancelling it closes, and stays closed", async ({
  page,
}) => {
  const booking = await bookByCalls(page, { nights: 2 });
  const listening = page.waitForResponse("**/api/admin/events");
  await page.goto(`/admin/bookings/${booking.id}`);
  await listening;
  await page.getByRole("button", { name: "Cancel booking" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel Ann Perera's booking?" });
  await expect(dialog).toBeVisible();
  const act = async (path: string, data: object) =>
    expect((await page.request.post(`/api/admin/bookings/${booking.id}/${path}`, { data })).ok()).toBe(true);
  await act("cancel", { version: 1, waiveFee: false, expectedFee: "0.00" });
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Restore booking" })).toBeVisible();
  await act("status", { version: 2, status: "confirmed" });
  await expect(page.getByText("Restored after the cancellation")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("a booking whose nights are taken cannot be restored: the error names them, and the booking stays cancelled @desktop", async ({
  page,
}) => {
  const booking = await bookByCalls(page, { nights: 2 });
  await page.goto(`/admin/bookings/${booking.id}`);
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel booking" }).click();
  await expect(page.getByRole("button", { name: "Restore booking" })).toBeVisible();
  const body = { startsOn: booking.checkIn, endsOn: booking.checkOut, reason: "Painting" };
  expect((await page.request.post("/api/admin/blocks", { data: body })).status()).toBe(201);

  await page.getByRole("button", { name: "Restore booking" }).click();
  await expect(page.getByRole("alert").getByText(/These nights are not free\..*Taken: /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore booking" })).toBeVisible();
  await expectAccessibleInBoth(page);
});

test("when the host changes the dates, the new price is shown before the change is saved @desktop", async ({
  page,
}) => {
  const booking = await bookByCalls(page, { nights: 2 });
  const later = nights(3);
  await page.goto(`/admin/bookings/${booking.id}`);
  await page.getByRole("button", { name: "Change dates or guests" }).click();
  const dialog = page.getByRole("dialog", { name: "Change dates or guests" });
  await dialog.getByLabel("Check-in").fill(later.checkIn);
  await dialog.getByLabel("Check-out").fill(later.checkOut);
  await dialog.getByLabel("Guests").selectOption("4");
  await expect(dialog.getByText("New price $450")).toBeVisible();
  await expect(dialog.getByText("$150 more than agreed")).toBeVisible();
  await expectAccessibleInBoth(page);

  const { prices, version } = await (await page.request.get("/api/admin/prices")).json();
  const last = new Date(Date.parse(later.checkOut) - 86_400_000).toISOString().slice(0, 10);
  const terms = { priceCents: 16_000, weekendPriceCents: null, minimumNights: null, changeoverDays: null };
  const special = { name: "Festival", firstNight: later.checkIn, lastNight: last, ...terms };
  const changed = { prices: { ...prices, specialDates: [...prices.specialDates, special] }, version };
  expect((await page.request.put("/api/admin/prices", { data: changed })).status()).toBe(200);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The stay now costs $480");
  await expect(dialog.getByText("New price $480")).toBeVisible();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Price" }).getByText("$480").first()).toBeVisible();
  await expect(page.getByText("Guests changed from 2 to 4")).toBeVisible();
  const { version: next } = await (await page.request.get("/api/admin/prices")).json();
  expect((await page.request.put("/api/admin/prices", { data: { prices, version: next } })).status()).toBe(200);
});

test("if the hours of an offer are wrong, the focus moves to their field; Enter sends the offer @desktop", async ({
  page,
}) => {
  const { checkIn: checkInDate, checkOut: checkOutDate } = nights(2);
  const guest = { name: "Ann Perera", email: "ann@example.com", phone: "+94 77 123 4567", guestCount: 2 };
  const entered = await page.request.post("/api/admin/bookings", {
    data: { ...guest, checkInDate, checkOutDate, status: "pending" },
  });
  const { id }: { id: string } = await entered.json();
  await page.goto(`/admin/bookings/${id}`);
  await page.getByRole("button", { name: "Send as an offer" }).click();
  const dialog = page.getByRole("dialog");
  const hours = dialog.getByLabel("Hold the nights for (hours)");
  await hours.fill("500");
  await dialog.getByRole("button", { name: "Send the offer" }).click();
  await expect(hours).toBeFocused();
  await expect(hours).toHaveAccessibleDescription(/1 to 336 hours/);
  await hours.fill("24");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Send the offer again" })).toBeVisible();
});

test("the host records a payment, which updates the balance, and saves notes @desktop", async ({ page }) => {
  const booking = await bookByCalls(page, { nights: 3 });
  await page.goto(`/admin/bookings/${booking.id}`);
  const payments = page.getByRole("region", { name: "Payments" });
  await payments.getByRole("button", { name: "Record a payment" }).click();
  await payments.getByLabel("Amount (USD)").fill("lots");
  await payments.getByRole("button", { name: "Record", exact: true }).click();
  await expect(payments.getByText("Enter an amount above zero", { exact: false }).first()).toBeVisible();
  await expect(payments.getByLabel("Amount (USD)")).toHaveValue("lots");
  await expectAccessibleInBoth(page);

  await payments.getByLabel("Amount (USD)").fill("200");
  await payments.getByLabel("Method").selectOption({ label: "Bank transfer" });
  await payments.getByRole("button", { name: "Record", exact: true }).click();
  await expect(payments.getByText(/^Bank transfer, .*recorded by host$/)).toBeVisible();
  await expect(payments.getByText("$250", { exact: true })).toBeVisible();

  await page.getByLabel("Private notes").fill("Late train, leave the light on");
  await page.getByRole("button", { name: "Save notes" }).click();
  await expect(page.getByText("Notes changed")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Private notes")).toHaveValue("Late train, leave the light on");
});

test("the host enters a booking made by phone", async ({ page }) => {
  const stay = nights(2);
  const name = `Sunil ${uniqueLetters()}`;
  await page.goto("/admin/bookings");
  await page.getByRole("button", { name: "New booking" }).click();
  const dialog = page.getByRole("dialog", { name: "New booking" });
  await dialog.getByLabel("Guest name").fill(name);
  await dialog.getByLabel("Check-in").fill(stay.checkIn);
  await dialog.getByLabel("Check-out").fill(stay.checkOut);
  await expect(dialog.getByText("$300 total")).toBeVisible();
  await dialog.getByLabel(/^Agreed price for the whole stay \(USD, optional\)/).fill("270");
  await dialog.getByRole("button", { name: "Add booking" }).click();
  await expect(
    dialog.getByText("Enter an email address or a phone number for the guest", { exact: false }).first(),
  ).toBeVisible();
  await expect(dialog.getByLabel("Guest name")).toHaveValue(name);
  await expectAccessibleInBoth(page);
  await dialog.getByLabel("Phone").fill("+94 77 222 3333");
  await dialog.getByRole("button", { name: "Add booking" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Entered by the host as confirmed")).toBeVisible();

  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Bookings" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test.describe("at any screen width @desktop", () => {
  test("if the server fails, the screen shows an error and the booking's previous status", async ({ page }) => {
    const booking = await bookByCalls(page, { nights: 1 });
    await page.goto(`/admin/bookings/${booking.id}`);
    let answer: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/status", async (route) => {
      await held;
      await route.fulfill({
        status: 500,
        json: { message: "Something went wrong on our side.", requestId: "abc12345" },
      });
    });
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    answer();
    await expect(page.getByText("Upcoming", { exact: true })).toBeVisible();
    await expect(page.getByText("We couldn't update the booking", { exact: true })).toBeVisible();
    await expect(page.getByRole("alert").getByText("Reference: abc12345", { exact: false })).toBeVisible();
  });

  test("two tabs that show the same booking cannot overwrite each other's changes", async ({ page, context }) => {
    const booking = await bookByCalls(page, { nights: 1 });
    await page.goto(`/admin/bookings/${booking.id}`);
    const notes = page.getByLabel("Private notes");
    await notes.fill("Typed first");
    const other = await context.newPage();
    await other.goto(`/admin/bookings/${booking.id}`);
    await other.getByRole("button", { name: "Confirm", exact: true }).click();
    await expect(other.getByRole("button", { name: "Undo confirmation" })).toBeVisible();
    await other.getByLabel("Private notes").fill("Allergic to nuts");
    await other.getByRole("button", { name: "Save notes" }).click();
    // The older screen is updated by its event stream.
    await expect(page.getByRole("button", { name: "Undo confirmation" })).toBeVisible();
    await expect(page.getByText("Allergic to nuts")).toBeVisible();
    await expect(notes).toHaveValue("Typed first");
    await page.getByRole("button", { name: "Save notes" }).click();
    await expect(page.getByText("This booking has changed.", { exact: false }).first()).toBeVisible();
    await expect(notes).toHaveValue("Typed first");
    await other.reload();
    await expect(other.getByLabel("Private notes")).toHaveValue("Allergic to nuts");

    // Now that the host has seen the newer version, their own can be saved. Text typed in the meantime is kept.
    const resume = await holdSaves(page, "**/notes");
    await page.getByRole("button", { name: "Save notes" }).click();
    await notes.fill("Typed first, and more");
    resume();
    await expect(page.getByText("Notes saved").first()).toBeVisible();
    await expect(notes).toHaveValue("Typed first, and more");
    await expect(other.getByLabel("Private notes")).toHaveValue("Typed first");
    await page.getByRole("button", { name: "Save notes" }).click();
    await expect(other.getByLabel("Private notes")).toHaveValue("Typed first, and more");
  });

  test("a note typed while a confirmation is in progress can be saved afterwards", async ({ page }) => {
    const booking = await bookByCalls(page, { nights: 1 });
    await page.goto(`/admin/bookings/${booking.id}`);
    const resume = await holdSaves(page, "**/status");
    await page.getByRole("button", { name: "Confirm", exact: true }).click();
    await page.getByLabel("Private notes").fill("Arrives late");
    await expect(page.getByRole("button", { name: "Save notes" })).toBeDisabled();
    resume();
    await page.getByRole("button", { name: "Save notes" }).click();
    await expect(page.getByText("Notes saved").first()).toBeVisible();
  });

  test("a change by someone else while a dialog is open is not undone", async ({ page }) => {
    const booking = await bookByCalls(page, { nights: 2 });
    const later = nights(2);
    const path = `/api/admin/bookings/${booking.id}`;
    const stored = async () => (await page.request.get(path)).json();
    await page.goto(`/admin/bookings/${booking.id}`);
    await page.getByRole("button", { name: "Change dates or guests" }).click();
    const stay = page.getByRole("dialog", { name: "Change dates or guests" });
    await stay.getByLabel("Guests").selectOption("3");
    const { version, totalAmount } = await stored();
    const moved = { checkInDate: later.checkIn, checkOutDate: later.checkOut, guestCount: 2 };
    const change = { version, ...moved, price: "keep", expectedTotal: totalAmount };
    expect((await page.request.put(`${path}/stay`, { data: change })).status()).toBe(200);
    await expect(stay.getByText("This has changed since you started editing.", { exact: false })).toBeVisible();
    await expect(stay.getByLabel("Check-in")).toHaveValue(later.checkIn);
    await stay.getByRole("button", { name: "Save changes" }).click();
    await expect(stay.getByRole("alert")).toContainText("This booking has changed.");
    expect(await stored()).toMatchObject(moved);
    await stay.getByRole("button", { name: "Save changes" }).click();
    await expect(stay).toBeHidden();
    expect(await stored()).toMatchObject({ ...moved, guestCount: 3 });

    await page.getByRole("button", { name: "Edit", exact: true }).click();
    const contact = page.getByRole("dialog", { name: "Edit contact details" });
    await contact.getByLabel("Phone").fill("+94 77 999 8888");
    const { version: seen, guest } = await stored();
    const corrected = { version: seen, name: guest.name, email: "ann.corrected@example.com", phone: guest.phone };
    expect((await page.request.put(`${path}/guest`, { data: corrected })).status()).toBe(200);
    await expect(contact.getByText("Email: ann.corrected@example.com")).toBeVisible();
    await contact.getByRole("button", { name: "Save", exact: true }).click();
    await expect(contact.getByRole("alert")).toContainText("This booking has changed.");
    await expect(contact.getByLabel("Phone")).toHaveValue("+94 77 999 8888");
    await contact.getByRole("button", { name: "Save", exact: true }).click();
    await expect(contact).toBeHidden();
    expect((await stored()).guest).toMatchObject({ email: "ann.corrected@example.com", phone: "+94 77 999 8888" });
  });
});

test("what the host types for one booking does not appear on another @desktop", async ({ page }) => {
  const [first, second] = [await bookByCalls(page, { nights: 1 }), await bookByCalls(page, { nights: 1 })];
  const open = async ({ reference }: typeof first) => {
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Search pages, bookings and actions" }).fill(reference);
    await expect(page.getByRole("option", { name: "Ann Perera", selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByText(reference).first()).toBeVisible();
  };
  await page.goto(`/admin/bookings/${first.id}`);
  await expect(page.getByLabel("Private notes")).toHaveValue("");
  await open(second);
  await page.getByLabel("Private notes").fill("Meant for the second booking");
  const dismissed = page.waitForEvent("dialog").then((dialog) => dialog.dismiss());
  await page.evaluate(() => history.back());
  await dismissed;
  await expect(page.getByLabel("Private notes")).toHaveValue("Meant for the second booking");
  page.once("dialog", (dialog) => void dialog.accept());
  await open(first);
  await expect(page.getByLabel("Private notes")).toHaveValue("");
});

test("on paper, a booking has everything about the guest and the stay, and no buttons @desktop", async ({ page }) => {
  const { id } = await bookByCalls(page);
  await page.goto(`/admin/bookings/${id}`);
  const shown = page.getByRole("main");
  await expect(shown.getByRole("button", { name: "Cancel booking" })).toBeVisible();
  await expect(shown.getByLabel("Your message")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(shown.getByRole("button")).toHaveCount(0);
  await expect(shown.getByLabel("Your message")).toBeHidden();
  await expect(shown.getByText("Turn on two-factor sign-in")).toBeHidden();
  for (const name of ["Stay", "Guest", "Price", "Payments"])
    await expect(shown.getByRole("heading", { level: 2, name, exact: true })).toBeVisible();
});
