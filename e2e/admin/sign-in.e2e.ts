import { ADMIN, expect, expectAccessibleInBoth, startOwnServer, test, WITH_HOST } from "../support/latchkey.ts";

test("the sign-in screen says what is missing or wrong, keeps what was typed, and shows the password on request", async ({
  page,
}) => {
  await page.goto("/admin/login");
  await expect(page.getByText("Authorized personnel only")).toBeVisible();
  await expectAccessibleInBoth(page);

  const password = page.getByLabel("Password", { exact: true });
  await page.getByLabel("Username").fill("host");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter both username and password.");
  await expect(password).toBeFocused();

  await password.fill("not the sentence");
  await password.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Invalid credentials. Please try again.");
  await expect(page.getByLabel("Username")).toHaveValue("host");
  await expect(password).toHaveValue("not the sentence");
  await expectAccessibleInBoth(page);

  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");

  // S01
  await page.getByLabel("Username").fill("seven red kites fly");
  await page.getByLabel("Username").press("ControlOrMeta+a");
  await page.getByLabel("Username").press("ControlOrMeta+c");
  await password.press("ControlOrMeta+a");
  await password.press("ControlOrMeta+v");
  await expect(password).toHaveValue("seven red kites fly");
});

test("signing in shows its progress and opens the dashboard; afterwards, the sign-in screen redirects to the dashboard", async ({
  page,
}) => {
  await page.route("**/api/admin/auth/login", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.goto("/admin/login");
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: "Signing In..." })).toBeVisible();
  await page.waitForURL("**/admin/dashboard");
  const cookies = await page.context().cookies();
  // For the session, and for the device, which is recognised from now on.
  expect(cookies.map((cookie) => [cookie.httpOnly, cookie.sameSite])).toEqual([
    [true, "Lax"],
    [true, "Lax"],
  ]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
  await page.goto("/admin/login");
  await page.waitForURL("**/admin/dashboard");
});

test("the set-up link printed on first startup works only once, and its secret is removed from the URL", async ({
  page,
}) => {
  const { url, output, close } = await startOwnServer({ ADMIN_USERNAME: "", ADMIN_PASSWORD: "" });
  try {
    await expect.poll(output).toContain("/admin/setup#");
    const link = /\/admin\/setup#(\S+)/.exec(output());
    const token = link?.[1] ?? "";

    await page.goto(`${url}/admin/login`);
    await expect(page.getByText("Nobody has an account here yet. Open the set-up link")).toBeVisible();
    await page.getByText("Forgot your password?").click();
    await expect(page.getByText("latchkey admin reset-password")).toBeVisible();
    await expectAccessibleInBoth(page);

    await page.goto(`${url}/admin/setup`);
    await expect(
      page.getByText("Nobody has an account here yet. To create the first one, open the link"),
    ).toBeVisible();
    await expectAccessibleInBoth(page);

    await page.goto(`${url}/admin/setup#${token}`);
    await expect(page.getByRole("button", { name: "Create your account" })).toBeVisible();
    expect(page.url()).not.toContain(token);
    await expectAccessibleInBoth(page);

    await page.getByLabel("Username").fill("ann");
    await page.getByLabel("Password", { exact: true }).fill("too short");
    await page.getByRole("button", { name: "Create your account" }).click();
    await expect(page.getByText("Use at least 15 characters")).toBeVisible();
    await expect(page.getByLabel("Username")).toHaveValue("ann");
    await expectAccessibleInBoth(page);

    await page.getByLabel("Password", { exact: true }).fill("mist over the tea terraces");
    await page.getByRole("button", { name: "Create your account" }).click();
    await page.waitForURL("**/admin/dashboard");

    await page.context().clearCookies();
    await page.goto(`${url}/admin/setup#${token}`);
    await expect(page.getByText("This link has been used. It works once.")).toBeVisible();
    await expect(page.getByLabel("Username")).toBeHidden();
    await expectAccessibleInBoth(page);
    await page.goto(`${url}/admin/setup`);
    await page.reload();
    await expect(page.getByText("This portal is already set up.")).toBeVisible();
    await page.goto(`${url}/admin/login`);
    await expect(page.getByText("Forgot your password?")).toBeVisible();
    await expect(page.getByText("Nobody has an account here yet")).toBeHidden();
  } finally {
    await close();
  }
});

test("a host who opens a portal screen while signed out can sign in with the keyboard alone and then sees that screen", async ({
  page,
}) => {
  await page.goto("/admin/bookings?status=confirmed");
  await page.waitForURL("**/admin/login?next=*");
  await page.getByLabel("Username").focus();
  await page.keyboard.type(ADMIN.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin/bookings?status=confirmed");
  await expect(page.getByLabel("Status")).toHaveValue("confirmed");
});

test("at sign-in, an empty response and a lost connection have different error messages", async ({ page }) => {
  await page.goto("/admin/login");
  await page.getByLabel("Username").fill("host");
  await page.getByLabel("Password", { exact: true }).fill("some words");
  await page.route("**/api/admin/auth/login", (route) => route.fulfill({ status: 500, body: "" }));
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid credentials. Please try again.");
  await page.unroute("**/api/admin/auth/login");
  await page.route("**/api/admin/auth/login", (route) => route.abort());
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toContainText("We can't reach the server");
});

test("if sign-in is refused after too many attempts, the owner can sign in after opening an emailed link", async ({
  page,
}) => {
  const { url, close } = await startOwnServer({ ...WITH_HOST, LOCAL_MAILBOX: "true" });
  try {
    const message = "There were too many failed attempts for this username.";
    const refused = { status: 429, json: { message } };
    await page.route("**/api/admin/auth/login", (route) => route.fulfill(refused), { times: 1 });
    await page.goto(`${url}/admin/login`);
    await page.getByLabel("Username").fill(ADMIN.username);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(message);
    await expect(page.getByLabel("Code from your authenticator app, or a recovery code")).toBeVisible();
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
    await expect(page.getByText("in this browser, then sign in as usual.")).toBeVisible();
    await expectAccessibleInBoth(page);

    const link = await linkInMailbox(url);
    // So that the link is opened in a new document, as from an email.
    await page.goto("about:blank");
    await page.goto(url + link);
    await expect(page.getByText("We now recognize this browser as yours.")).toBeVisible();
    expect(new URL(page.url()).hash).toBe("");
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).toEqual(["latchkey-device"]);
    await page.getByLabel("Username").fill(ADMIN.username);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL("**/admin/dashboard");
  } finally {
    await close();
  }
});

/** The newest sign-in link in the local mailbox. */
async function linkInMailbox(url: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  const signedIn = await fetch(`${url}/api/admin/auth/login`, { method: "POST", headers, body: JSON.stringify(ADMIN) });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const find = async () => {
    const text = await (await fetch(`${url}/api/admin/mailbox`, { headers: { cookie } })).text();
    return /\/admin\/login#[\w-]{43}/.exec(text)?.[0] ?? "";
  };
  await expect.poll(find, { timeout: 10_000 }).not.toBe("");
  return find();
}
