import { bookByCalls } from "../support/bookings.ts";
import { expect, expectAccessible, test } from "../support/latchkey.ts";
import { listenForComplaints } from "../support/quiet.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("the browser that made the booking shows everything; a stranger sees only masked personal details", async ({
      page,
      browser,
      baseURL,
    }) => {
      const checkQuiet = listenForComplaints(page);
      const booking = await bookByCalls(page, { name: "Nimal Silva" });
      const address = `/booking/confirmation/${booking.id}`;
      const response = await page.goto(address);
      expect(response?.headers()["cache-control"]).toBe("no-store");
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
      for (const text of [booking.reference, "Kitul Hill Cottage", "Nimal Silva", "+94 77 123 4567", "$450"]) {
        await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
      }
      await expect(page.getByText("Amunugama, near Kandy, Sri Lanka").first()).toBeVisible();
      await expect(page.getByText(/Cancellation is free until .*, 2:00 PM Colombo time/)).toBeVisible();
      for (const name of ["Your stay", "Guest", "Price", "Next steps", "Contact"]) {
        await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
      }
      if (javaScriptEnabled) await expectAccessible(page);
      checkQuiet();

      const stranger = await browser.newPage({
        javaScriptEnabled,
        extraHTTPHeaders: { "x-forwarded-for": "10.9.9.9" },
      });
      await stranger.goto(`${baseURL}${address}`);
      await expect(stranger.getByText(booking.reference)).toBeVisible();
      await expect(stranger.getByText(/For privacy, personal details are hidden here\./)).toBeVisible();
      const shown = await stranger.content();
      for (const secret of [/nimal/i, "123 4567"]) expect(shown).not.toMatch(secret);
      await stranger.close();
    });

    if (javaScriptEnabled)
      test("if the browser cannot share or copy the link, the page shows the link to copy below the buttons", async ({
        page,
        baseURL,
      }) => {
        await page.addInitScript(() => {
          Object.defineProperty(navigator, "share", { value: undefined });
          Object.defineProperty(navigator, "clipboard", { value: undefined });
        });
        const { id } = await bookByCalls(page);
        await page.goto(`/booking/confirmation/${id}`);
        await page.getByRole("button", { name: "Share" }).click();
        const keep = page.getByRole("region", { name: "Save your booking" });
        await expect(keep.getByRole("alert")).toHaveText(
          `Sharing didn't work. Please copy this link: ${baseURL}/booking/confirmation/${id}`,
        );
        await expectAccessible(page);
      });

    test("the page of a booking that does not exist says that it was not found, with a link to book a stay", async ({
      page,
    }) => {
      const response = await page.goto("/booking/confirmation/AAAAAAAAAAAAAAAAAAAAAA");
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Booking Not Found");
      await expect(page.getByText("We couldn't find the booking you're looking for.", { exact: true })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByRole("main").getByRole("link", { name: "Book a stay" }).click();
      await expect(page).toHaveURL(/\/book$/);
    });
  });
}
