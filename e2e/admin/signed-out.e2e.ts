import type { BrowserContext, Locator, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type { TestApp } from "#server/testing/test-app.ts";
import { cookieOf } from "#server/testing/test-app.ts";
import { bookedBy } from "../support/clocked-server.ts";
import { ADMIN, expect, expectAccessibleInBoth } from "../support/latchkey.ts";
import { hostCookie, test } from "../support/messages-server.ts";
import { listenForComplaints } from "../support/quiet.ts";

const MINUTE = 60_000;
const NEW_PASSWORD = "seven kites above the ridge";
const SESSIONS = "/api/admin/auth/sessions";

/** For signing in. */
type Secrets = { password: string; code?: () => string };
/** `mine` is the cookie of the session. Returns the secrets that have changed. */
type Ending = (server: TestApp, mine: string, secrets: Secrets) => Promise<Partial<Secrets> | void>;

const ENDINGS: Record<string, Ending> = {
  "60 minutes without activity": async (server) => server.clock.advance(60 * MINUTE),
  "12 hours of use": async (server, mine) => {
    for (let minutes = 0; minutes < 12 * 60; minutes += 48) {
      await server.send("GET", "/api/admin/auth/user", undefined, { cookie: mine });
      server.clock.advance(48 * MINUTE);
    }
  },
  "logging out in another tab": async (server, mine) => {
    await server.send("POST", "/api/admin/auth/logout", {}, { cookie: mine });
  },
  "another device, from its list of sessions": async (server) => {
    const cookie = await server.signIn();
    const { json } = await server.send("GET", SESSIONS, undefined, { cookie });
    const other = json.find(({ current }: { current: boolean }) => !current);
    expect((await server.send("DELETE", `${SESSIONS}/${other.id}`, undefined, { cookie })).status).toBe(204);
  },
  "signing out everywhere on another device": async (server) => {
    const cookie = await server.signIn();
    expect((await server.send("DELETE", SESSIONS, undefined, { cookie })).status).toBe(204);
  },
  "a new password on another device": async (server) => {
    const cookie = await server.signIn();
    const settings = await server.send("GET", "/api/admin/settings", undefined, { cookie });
    const { debugUntil: _until, missing: _missing, ...body } = settings.json;
    const change = { currentPassword: ADMIN.password, newPassword: NEW_PASSWORD };
    expect((await server.send("PUT", "/api/admin/settings", { ...body, ...change }, { cookie })).status).toBe(200);
    return { password: NEW_PASSWORD };
  },
  "turning on two-factor sign-in on another device": async (server, _mine, { password }) => {
    const path = "/api/admin/auth/second-factor";
    const cookie = cookieOf(await server.send("POST", "/api/admin/auth/login", { ...ADMIN, password }));
    const begun = await server.send("POST", `${path}/begin`, { password }, { cookie });
    const app = new TOTP({ secret: Secret.fromBase32(begun.json.secret.replaceAll(" ", "")) });
    const code = (earlier = 0) => app.generate({ timestamp: server.clock().getTime() - earlier });
    const sent = await server.send("POST", `${path}/enable`, { code: code(30_000) }, { cookie: cookieOf(begun) });
    expect(sent.status).toBe(200);
    return {
      code: () => {
        // Each code can be used only once.
        server.clock.advance(MINUTE);
        return code();
      },
    };
  },
  "the loss of all sessions on the server": loseSessions,
};

/** Deletes all sessions, as restoring a backup does. */
async function loseSessions(server: TestApp): Promise<void> {
  await server.db.deleteFrom("admin_session").execute();
}

/** `save` is the button that saves a half-typed form, if there is one, and `saved` is what is then shown. */
type Editor = { open: (page: Page, bookingId: string) => Promise<Locator>; save?: string; saved?: string };

async function at(page: Page, address: string, button?: string | RegExp): Promise<Page> {
  await page.goto(address);
  if (button) await page.getByRole("button", { name: button }).first().click();
  return page;
}

const EDITORS: Record<string, Editor> = {
  settings: {
    open: async (page) => (await at(page, "/admin/settings")).getByLabel("Property name"),
    save: "Save Settings",
    saved: "Settings saved",
  },
  content: {
    open: async (page) => (await at(page, "/admin/content?tab=hero")).getByLabel("Headline"),
    save: "Save Hero Section",
    saved: "Undo",
  },
  notes: {
    open: async (page, id) => (await at(page, `/admin/bookings/${id}`)).getByLabel("Private notes"),
    save: "Save notes",
    saved: "Notes saved",
  },
  "a new booking": {
    open: async (page) => (await at(page, "/admin/bookings", "New booking")).getByLabel("Guest name"),
  },
  "a block": {
    open: async (page) => (await at(page, "/admin/calendar", /Block/)).getByLabel("Reason"),
    save: "Block nights",
    saved: "Half typed in a block",
  },
  "a message's text": {
    open: async (page) => (await at(page, "/admin/messaging", /^Edit text of/)).getByLabel("Subject"),
    save: "Save text",
    saved: "Text saved",
  },
};

async function openTab(context: BrowserContext, name: string, bookingId: string) {
  const editor = EDITORS[name];
  if (!editor) throw new Error(`No such editor: ${name}`);
  const page = await context.newPage();
  const quiet = listenForComplaints(page);
  const listening = page.waitForResponse("**/api/admin/events");
  const field = await editor.open(page, bookingId);
  await field.fill(`Half typed in ${name}`);
  await listening;
  return { name, page, field, quiet, editor };
}

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "You've been signed out" });

async function signInAgain(page: Page, { password, code }: Secrets = ADMIN): Promise<void> {
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Username")).toHaveValue(ADMIN.username);
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  if (!code) return;
  await expect(dialog.getByLabel("Code", { exact: true })).toBeFocused();
  await page.keyboard.type(code());
  await page.keyboard.press("Enter");
}

let bookingId: string;
test.beforeEach(async ({ context, server }) => {
  bookingId = (await bookedBy(server, { checkInDate: "2027-02-01", checkOutDate: "2027-02-04" })).id;
  await context.addCookies([await hostCookie(server)]);
});

test("however the session ends, all unsaved input is still there after the host signs in again", async ({
  context,
  server,
}) => {
  test.setTimeout(180_000);
  const tabs: Awaited<ReturnType<typeof openTab>>[] = [];
  for (const name of Object.keys(EDITORS)) {
    for (const { page } of tabs.slice(-1)) await setHidden(page, true);
    tabs.push(await openTab(context, name, bookingId));
  }
  let secrets: Secrets = ADMIN;
  for (const [how, end] of Object.entries(ENDINGS)) {
    await test.step(how, async () => {
      const cookies = await context.cookies(server.url);
      const cookie = cookies.find(({ name }) => name.includes("session"));
      secrets = { ...secrets, ...(await end(server, `${cookie?.name}=${cookie?.value}`, secrets)) };

      // The front tab shows the dialog at once, and the others when the host switches to them.
      for (const { page, field, name } of tabs.toReversed()) {
        await setHidden(page, false);
        await expect(dialogOf(page)).toBeVisible();
        await expect(field).toBeVisible();
        await expect(field).toHaveValue(`Half typed in ${name}`);
      }
      for (const [turn, { page, field, name, quiet }] of tabs.entries()) {
        if (turn === 0) await signInAgain(page, secrets);
        else await setHidden(page, false);
        await expect(dialogOf(page)).toBeHidden();
        await expect(field).toBeVisible();
        await expect(field).toHaveValue(`Half typed in ${name}`);
        quiet();
        await setHidden(page, turn < tabs.length - 1);
      }
    });
    // For the other endings, one tab in front and one behind it are enough.
    for (const { page } of tabs.splice(1, tabs.length - 2)) await page.close();
  }
});

for (const [name, { save, saved }] of Object.entries(EDITORS)) {
  if (!save || !saved) continue;
  test(`if the session has ended, saving ${name} asks the host to sign in and is then completed`, async ({
    context,
    server,
  }) => {
    // The event stream would report the lost session before the button is pressed, so it ends at once and never
    // reconnects.
    let ended = false;
    await context.route("**/api/admin/events", (route) => {
      if (ended) return;
      ended = true;
      return route.fulfill({ contentType: "text/event-stream" });
    });
    const { page, field } = await openTab(context, name, bookingId);
    const button = page.getByRole("button", { name: save }).last();
    await expect(button).toBeEnabled();
    await loseSessions(server);
    // By script: on a busy machine, a request from the preview may already have opened the dialog.
    await button.dispatchEvent("click");
    await expect(dialogOf(page)).toBeVisible();
    await expect(field).toHaveValue(`Half typed in ${name}`);
    await signInAgain(page);
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByText(saved).first()).toBeVisible();
  });
}

test("an API call that is refused just before a new session arrives is repeated, and the host is not asked to sign in", async ({
  context,
}) => {
  const { page } = await openTab(context, "settings", bookingId);
  const cookies = await context.cookies();
  await context.clearCookies();
  // The new session arrives after the page has first asked whether anyone is signed in.
  let requests = 0;
  await page.route("**/api/admin/auth/user", async (route) => {
    const response = await route.fetch();
    requests += 1;
    if (requests === 1) await context.addCookies(cookies);
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Save Settings" }).last().click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  // Other API calls from the page may also have caused this request.
  expect(requests).toBeGreaterThanOrEqual(2);
});

test("the sign-in dialog cannot be closed without signing in, describes errors, and has a link to leave the portal", async ({
  page,
  server,
}) => {
  await page.goto("/admin/settings");
  await expect(page.getByLabel("Property name")).toBeVisible();
  await loseSessions(server);
  const dialog = dialogOf(page);
  await expect(dialog).toContainText("Sign in to continue");
  await expectAccessibleInBoth(page);
  for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill("not the sentence");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("Invalid credentials. Please try again.");
  await dialog.getByRole("link", { name: "Go to the website" }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test("on a phone that wakes after an hour, the portal says that the host is signed out, and continues after the host signs in", async ({
  page,
  server,
}) => {
  await page.goto(`/admin/bookings/${bookingId}`);
  const notes = page.getByLabel("Private notes");
  await notes.fill("Late arrival, light on");
  await setHidden(page, true);
  server.clock.advance(61 * MINUTE);
  await setHidden(page, false);
  await expect(dialogOf(page)).toBeVisible();
  await signInAgain(page);
  await expect(dialogOf(page)).toBeHidden();
  await expect(notes).toHaveValue("Late arrival, light on");
  await page.getByRole("button", { name: "Save notes" }).click();
  await expect(page.getByText("Notes saved").first()).toBeVisible();
});

/** As when the screen turns off or on. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

test("after sign-in, a link from an email opens its booking, but a link that names another site opens the dashboard", async ({
  context,
  page,
  server,
}) => {
  await context.clearCookies();
  const enter = async () => {
    await page.getByLabel("Username").fill(ADMIN.username);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.keyboard.press("Enter");
  };
  await page.goto(`/admin/bookings/${bookingId}`);
  await enter();
  await expect(page).toHaveURL(`${server.url}/admin/bookings/${bookingId}`);
  await expect(page.getByLabel("Private notes")).toBeVisible();

  await context.clearCookies();
  await page.goto("/admin/login?next=//evil.example/admin/bookings");
  await enter();
  await expect(page).toHaveURL(`${server.url}/admin/dashboard`);
});

test("if the dialog cannot be loaded, a message with a link to the sign-in page stays on the screen", async ({
  page,
  server,
}) => {
  // As after an update: the file is gone.
  await page.route("**/assets/signed-out-dialog*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/admin/settings");
  const field = page.getByLabel("Property name");
  await field.fill("Half typed");
  await loseSessions(server);
  const message = page.getByRole("alert").filter({ hasText: "You've been signed out." });
  await expect(message).toBeVisible();
  await expect(message).toBeInViewport({ ratio: 1 });
  // Popovers are shown above open dialogs.
  expect(await message.evaluate((element) => element.matches(":popover-open"))).toBe(true);
  await expectAccessibleInBoth(page);
  await expect(field).toHaveValue("Half typed");
  page.on("dialog", (question) => void question.accept());
  await message.getByRole("link", { name: "sign in again" }).click();
  await expect(page).toHaveURL(`${server.url}/admin/login?next=%2Fadmin%2Fsettings`);
});
