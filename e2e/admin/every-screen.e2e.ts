import { signInByCalls } from "../support/bookings.ts";
import { expectFocusNeverHidden } from "../support/focus.ts";
import { holdResponses } from "../support/held-server.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { SCREENS } from "../support/portal-screens.ts";
import { expectNoSidewaysScroll } from "../support/public-pages.ts";
import { serverWith } from "../support/seeded-server.ts";

/** So that each part stays well within its time limit on a slow machine. */
const PARTS = 3;
const SIZE = Math.ceil(SCREENS.length / PARTS);

let server: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  server = await serverWith([]);
});
test.afterAll(() => server.close());

for (let part = 0; part < PARTS; part++) {
  const screens = SCREENS.slice(part * SIZE, (part + 1) * SIZE);
  test(`every screen has the header and is accessible while loading, after a failure and when empty (part ${part + 1})`, async ({
    page,
    hasTouch,
  }) => {
    test.setTimeout(120_000);
    await signInByCalls(page, server.url);
    const respond = await holdResponses(page);
    for (const [heading, address] of screens) {
      await test.step(address, async () => {
        respond("hold");
        expect((await page.goto(server.url + address))?.status()).toBe(200);
        await expect(page.getByRole("banner").getByRole("button", { name: "Back" })).toBeVisible();
        await expect(page.getByRole("button", { name: "User menu: host" })).toBeVisible();
        await expect(page.getByRole("main").getByRole("status").first()).toBeAttached();
        await expectAccessibleInBoth(page);

        respond("fail");
        const failure = page.getByRole("alert").filter({ hasText: "Something went wrong on our side." });
        await expect(failure.first()).toContainText("Reference: ab12cd34");
        await expectAccessibleInBoth(page);

        respond("pass");
        // A screen may have failed in several places, and retrying one of them may restore others.
        await expect(async () => {
          if ((await failure.count()) > 0)
            await failure.first().getByRole("button", { name: "Try again" }).click({ timeout: 1000 });
          await expect(failure).toHaveCount(0, { timeout: 500 });
        }).toPass();
        await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
        await page.waitForLoadState("networkidle");
        await expectAccessibleInBoth(page);
        await expectFocusNeverHidden(page);
        if (hasTouch) {
          const size = page.viewportSize();
          await page.setViewportSize({ width: 320, height: 700 });
          await expectNoSidewaysScroll(page);
          if (size) await page.setViewportSize(size);
        }
        await page.evaluate(() => {
          document.documentElement.style.fontSize = "200%";
        });
        await expectNoSidewaysScroll(page);
        await expectFocusNeverHidden(page);
      });
    }
  });
}
