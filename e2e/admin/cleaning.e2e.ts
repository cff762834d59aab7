import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { signInByCalls } from "../support/bookings.ts";
import { expect, expectAccessibleInBoth, test } from "../support/latchkey.ts";
import { expectNoSidewaysScroll } from "../support/public-pages.ts";
import { cottageDay, serverWith, stayOf } from "../support/seeded-server.ts";

let server: Awaited<ReturnType<typeof serverWith>>;
test.beforeAll(async () => {
  server = await serverWith([
    stayOf(1, {
      checkIn: cottageDay(-3),
      checkOut: cottageDay(0),
      people: 2,
      status: "checked-in",
      name: "Zora Quill",
    }),
    stayOf(2, { checkIn: cottageDay(0), checkOut: cottageDay(4), people: 4, name: "Yann Umber" }),
    stayOf(3, { checkIn: cottageDay(9), checkOut: cottageDay(12), people: 1, name: "Xenia Vale" }),
  ]);
});
test.afterAll(() => server.close());

async function shot(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  if (process.env["SHOTS"]) await page.screenshot({ path: `/tmp/hosts-shots/${name}-${width}.png`, fullPage: true });
}

test("without JavaScript, the cleaner reads the cleaning plan and marks a cleaning as done, which the host sees", async ({
  page,
  browser,
  viewport,
}) => {
  await signInByCalls(page, server.url);
  await page.goto(`${server.url}/admin/cleaning`);
  await expect(page.getByRole("heading", { name: "Next changeovers" })).toBeVisible();
  if ((await page.getByRole("button", { name: "Create a link" }).count()) > 0) {
    await expectAccessibleInBoth(page);
    await page.getByRole("button", { name: "Create a link" }).click();
  }
  const link = page.getByLabel("The cleaner's link");
  await expect(link).toHaveValue(/\/cleaning\/[\w-]{43}$/);
  await page.getByLabel("Note for the cleaner").fill("The key is under the blue pot.\nLinen is in the hall.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The cleaner's page is up to date.", { exact: true })).toBeVisible();
  await expect(page.getByText("Same-day arrival").first()).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  await shot(page, "cleaning-host");

  const context = await browser.newContext({ javaScriptEnabled: false, viewport });
  const cleaner = await context.newPage();
  const opened = await cleaner.goto(await link.inputValue());
  expect(opened?.headers()["referrer-policy"]).toBe("same-origin");
  await expect(cleaner.getByRole("heading", { name: "Cleaning plan", level: 1 })).toBeVisible();
  await expect(cleaner.getByText("The key is under the blue pot.")).toBeVisible();
  const today = cleaner.getByRole("listitem").first();
  await expect(today).toContainText("New guests on the same day");
  await expect(today).toContainText("2 guests leave by");
  await expect(today).toContainText("4 guests arrive from");
  for (const name of ["Zora", "Yann", "Xenia"]) await expect(cleaner.getByText(name)).toHaveCount(0);
  await expectNoSidewaysScroll(cleaner);
  await shot(cleaner, "cleaning-page");

  if ((await today.getByText("Done", { exact: true }).count()) === 0) {
    await today.getByRole("button", { name: /^Mark as done/ }).click();
  }
  await expect(today.getByText("Done", { exact: true })).toBeVisible();
  await context.close();

  // axe needs JavaScript.
  const plain = await browser.newPage();
  await plain.goto(await link.inputValue());
  await expectAccessibleInBoth(plain);
  await plain.close();

  await page.reload();
  await expect(page.getByText(/^Done /)).toBeVisible();
  await page.getByRole("button", { name: /^Mark as not done/ }).click();
  await expect(page.getByText(/^Done /)).toHaveCount(0);

  const old = await link.inputValue();
  await page.getByRole("button", { name: "Replace the link..." }).click();
  await page.getByRole("button", { name: "Replace the link", exact: true }).click();
  await expect(link).not.toHaveValue(old);
  expect((await page.request.get(old)).status()).toBe(404);
});

test("a note that cannot be saved because another host has removed the link is kept", async ({ page }) => {
  await signInByCalls(page, server.url);
  const api = `${server.url}/api/admin/cleaning`;
  const present = async () => (await (await page.request.get(api)).json()).path;
  await page.request.post(`${api}/link`, { data: { seen: await present() } });
  await page.goto(`${server.url}/admin/cleaning`);
  const note = page.getByLabel("Note for the cleaner");
  await note.fill("The towels are in the attic.");
  await page.request.delete(`${api}/link`, { params: { seen: await present() } });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Create the cleaner's link first.")).toBeVisible();
  await page.getByRole("button", { name: "Create a link" }).click();
  await expect(note).toHaveValue("The towels are in the attic.");
  await expect(page.getByText("Create the cleaner's link first.")).toHaveCount(0);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The cleaner's page is up to date.", { exact: true })).toBeVisible();
  expect((await (await page.request.get(api)).json()).note).toBe("The towels are in the attic.");
});

test("if the new version refuses a request from a page loaded before an update, the page says that there was an update and keeps what was typed", async ({
  page,
}) => {
  const site = await loadBuiltSite(resolve("dist"));
  const own = await startTestApp("sqlite", { site });
  await signInByCalls(page, own.url);
  await page.goto(`${own.url}/admin/cleaning`);
  await page.getByRole("button", { name: "Create a link" }).click();
  const note = page.getByLabel("Note for the cleaner");
  await note.fill("The key is under the blue pot.");
  // As if from an older page, which does not send what the host has seen.
  await page.route("**/api/admin/cleaning", (route, request) => {
    const body = request.method() === "PUT" ? { ...request.postDataJSON(), seen: undefined } : null;
    return route.continue(body ? { postData: body } : {});
  });
  const save = page.getByRole("button", { name: "Save", exact: true });
  const outdated = page.getByText(/^Latchkey has been updated\./);
  const refused = page.waitForResponse((response) => response.status() === 400);
  await save.click();
  await refused;
  await expect(save).toBeEnabled();
  await expect(outdated).toHaveCount(0);
  site.apps.portal.script = "/assets/entry-portal-of-a-newer-build.js";
  await save.click();
  await expect(outdated).toBeVisible();
  await expect(note).toHaveValue("The key is under the blue pot.");
  await own.close();
});
