import { readFileSync } from "node:fs";
import { Secret, TOTP } from "otpauth";
import { signInByCalls } from "../support/bookings.ts";
import { ADMIN, expect, expectAccessibleInBoth, testWithOwnServer as test } from "../support/latchkey.ts";

test("the host turns on two-factor sign-in, and signs in with a code and with a recovery code", async ({ page }) => {
  await signInByCalls(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("link", { name: "Turn on two-factor sign-in", exact: true }).click();
  await page.getByRole("button", { name: "Set up two-factor sign-in" }).click();
  await page.getByLabel("Your password again").fill(ADMIN.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expectAccessibleInBoth(page);
  const secret = (await page.locator("code").first().innerText()).replaceAll(" ", "");
  const app = new TOTP({ secret: Secret.fromBase32(secret) });

  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  await expect(page.getByText("This code is wrong")).toBeVisible();
  await page.getByLabel("Code from the app").fill(app.generate({ timestamp: Date.now() - 30_000 }));
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const list = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  const codes = await list.allInnerTexts();
  await expectAccessibleInBoth(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain(codes[0]);
  await page.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("On", { exact: true })).toBeVisible();
  await expect(page.getByText("Your account is protected only by a password.")).toBeHidden();

  const enterPassword = async () => {
    await page.context().clearCookies();
    await page.goto("/admin/login");
    await page.getByLabel("Username").fill(ADMIN.username);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  };
  await enterPassword();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter the code.");
  await page.getByLabel("Code", { exact: true }).fill(app.generate());
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/dashboard");

  await enterPassword();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill("not a code");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("This code is wrong");
  await page.getByLabel("Recovery code").fill(codes[1] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/dashboard");
});
