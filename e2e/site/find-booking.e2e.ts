import { bookByCalls } from "../support/bookings.ts";
import { expect, expectAccessible } from "../support/latchkey.ts";
import { hostCookie, test } from "../support/messages-server.ts";

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("on a page linked from the footer, a guest who has lost the link to a booking can have it emailed", async ({
      page,
      server,
    }) => {
      const { reference } = await bookByCalls(page, { name: "Lost Guest" });
      await page.goto("/");
      await page.getByRole("link", { name: "Find your booking" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Find your booking");
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
      if (javaScriptEnabled) await expectAccessible(page);

      await page.getByRole("button", { name: "Email me the link" }).click();
      await expect(page.getByText("Please enter your booking reference")).toBeVisible();
      await expect(page.getByText("Valid email is required")).toBeVisible();
      await page.getByLabel("Booking reference").fill(reference);
      await page.getByLabel("Email", { exact: true }).fill("lost.guest@example.com");
      await page.getByRole("button", { name: "Email me the link" }).click();
      await expect(page.getByText(/^If there's a booking with this reference and email/)).toBeVisible();
      expect(page.url()).not.toContain("lost");
      const { name, value } = await hostCookie(server);
      const emails = async () => {
        const { json } = await server.send("GET", "/api/admin/mailbox", undefined, { cookie: `${name}=${value}` });
        return json.map((email: { recipient: string; subject: string }) => `${email.recipient}: ${email.subject}`);
      };
      await expect.poll(emails).toContain(`Lost Guest <lost.guest@example.com>: Your booking ${reference}`);
    });
  });
}
