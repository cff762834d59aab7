import type { CDPSession, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { dayAt, DEFAULT_TIME_ZONE } from "#domain/calendar/time-zone.ts";
import {
  ADMIN,
  expect,
  expectAccessibleInBoth,
  signIn,
  startServer,
  stop,
  testWithOwnServer,
  WITH_HOST,
} from "../support/latchkey.ts";

/** Browsers create passkeys for host names, not for IP addresses. */
const test = testWithOwnServer.extend({
  baseURL: async ({ own }, use) => use(own.url.replace("127.0.0.1", "localhost")),
});

/** A simulated phone, which its owner unlocks whenever it is asked for a passkey. */
async function addPhone(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return devtools;
}

async function addPasskey(page: Page): Promise<void> {
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("button", { name: /^Rename/ })).toBeVisible();
}

const byPasskey = (page: Page) => page.getByRole("button", { name: "Use a passkey" });

test("the host adds a passkey, names it, signs in with it alone, and removes it", async ({ page }) => {
  await addPhone(page);
  await signIn(page);
  await addPasskey(page);
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: /^Rename/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("My phone");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByText("My phone")).toBeVisible();

  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("alert")).toHaveText("This device already has a passkey for this portal.");

  await page.context().clearCookies();
  await page.goto("/admin/login");
  await expectAccessibleInBoth(page);
  await page.getByLabel("Keep me signed in on this device").check();
  await byPasskey(page).click();
  await page.waitForURL("**/admin/dashboard");
  const session = (await page.context().cookies()).find(({ name }) => name.includes("session"));
  expect((session?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 24 * 60 * 60);

  await page.goto("/admin/settings");
  await expect(page.getByText(/Kept signed in until/)).toBeVisible();
  await page.getByText("Devices we recognize").click();
  await expect(page.getByRole("button", { name: /^Forget/ }).first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole("button", { name: "Remove My phone" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("My phone")).toBeHidden();

  await page.context().clearCookies();
  await page.goto("/admin/login");
  await byPasskey(page).click();
  await expect(page.getByRole("alert")).toContainText("We couldn't sign you in with this passkey");
});

/** A time zone in which the date now differs from the cottage's. */
const OTHER_DAY = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].find(
  (zone) => dayAt(new Date(), zone) !== dayAt(new Date(), DEFAULT_TIME_ZONE),
);

test.describe("a device in a time zone with a different date", () => {
  test.use(OTHER_DAY ? { timezoneId: OTHER_DAY } : {});

  test("shows the dates of passkeys in the cottage's time zone", async ({ page }) => {
    await addPhone(page);
    await signIn(page);
    await addPasskey(page);
    const atCottage = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: DEFAULT_TIME_ZONE });
    await expect(page.getByText(`Added ${atCottage.format(new Date())}`)).toBeVisible();
  });
});

test("a passkey replaces the two-factor code at sign-in, and confirms a sensitive action", async ({ page }) => {
  await addPhone(page);
  await signIn(page);
  await addPasskey(page);
  await page.getByRole("button", { name: "Set up two-factor sign-in" }).click();
  await page.getByLabel("Your password again").fill(ADMIN.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = (await page.locator("code").first().innerText()).replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  await page.getByRole("button", { name: "I've saved them" }).click();

  await page.context().clearCookies();
  await page.goto("/admin/login");
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
  await byPasskey(page).click();
  await page.waitForURL("**/admin/dashboard");

  // As if ten minutes had passed: the server asks for confirmation although the page does not expect it.
  await page.goto("/admin/settings");
  let requests = 0;
  await page.route("**/api/admin/auth/passkeys/options", async (route) => {
    requests += 1;
    if (requests > 1) return route.continue();
    return route.fulfill({ status: 403, json: { message: "Please confirm that it's you.", confirm: true } });
  });
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("dialog", { name: "Confirm it's you" })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByLabel("Your password").fill("not the right sentence");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("This is not your password.")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("alert")).toHaveText("This device already has a passkey for this portal.");
});

test("after the portal has moved to a new address, it explains that passkeys belong to the old address", async ({
  page,
  own: { dataDir },
}) => {
  await addPhone(page);
  await signIn(page);
  await addPasskey(page);
  const there = { DATA_DIR: dataDir, PUBLIC_URL: "http://moved.localhost", LOG_LEVEL: "info" };
  const moved = await startServer({ ...WITH_HOST, ...there });
  try {
    const url = moved.url.replace("127.0.0.1", "moved.localhost");
    await page.goto(`${url}/admin/login`);
    await byPasskey(page).click();
    await expect(page.getByRole("alert")).toContainText("Your passkeys were created for a different address");
    await expectAccessibleInBoth(page);
    await page.getByLabel("Username").fill(ADMIN.username);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL("**/admin/dashboard");
    await page.goto(`${url}/admin/settings`);
    await expect(page.getByText("This portal has moved here from localhost.")).toBeVisible();
  } finally {
    await stop(moved.child);
  }
});
