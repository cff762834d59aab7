import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  signIn,
  testWithServer,
  WITH_HOST,
} from "../support/latchkey.ts";
import { listenForComplaints } from "../support/quiet.ts";
import { goThroughSamples } from "../support/samples.ts";
import { expectNoSidewaysScroll, openAndTouch, PAGES } from "../support/public-pages.ts";

const HOST = "tiles.example.org";
const ATTRIBUTION = "© Somebody <b>& others</b>";
const SHOW = "Show a detailed map";

// A separate server with a detailed map, set up by the host in the settings.
const test = testWithServer(WITH_HOST).extend<{}, { withMap: string }>({
  withMap: [
    async ({ browser, server: { url } }, use) => {
      const context = await browser.newContext({ baseURL: url });
      const page = await context.newPage();
      await signIn(page);
      await setMap(page);
      await goThroughSamples(url);
      await context.close();
      await use(url);
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ withMap }, use) => use(withMap),
});

async function setMap(page: Page): Promise<void> {
  await page.goto("/admin/settings");
  const address = page.getByLabel("Detailed map: tile address");
  await expect(address).toHaveAccessibleDescription(
    /loads only when a visitor asks for it, and its provider then sees/,
  );
  await address.fill(`http://${HOST}/{z}/{x}/{y}.png`);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(address).toBeFocused();
  await expect(page.getByText("with {z}, {x} and {y} and no other placeholder").first()).toBeVisible();
  await expectAccessible(page);

  await address.fill(`https://${HOST}/{z}/{x}/{y}.png`);
  await page.getByRole("button", { name: "Save Settings" }).click();
  const name = page.getByLabel("Detailed map: attribution");
  await expect(name).toBeFocused();
  await expect(address).toHaveValue(`https://${HOST}/{z}/{x}/{y}.png`);
  await name.fill(ATTRIBUTION);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
}

/** The third party: draws each tile's name and sends no CORS headers. */
async function tileServer(context: BrowserContext): Promise<{ requests: string[]; headers: Record<string, string>[] }> {
  const requests: string[] = [];
  const headers: Record<string, string>[] = [];
  await context.route(`https://${HOST}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    requests.push(pathname);
    headers.push(await route.request().allHeaders());
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#cfe0c3" stroke="#6b8f71"/><text x="20" y="130">${pathname}</text></svg>`;
    await route.fulfill({
      body,
      headers: { "content-type": "image/svg+xml" },
    });
  });
  return { requests, headers };
}

const theMap = (page: Page) => page.getByRole("application", { name: "Detailed map: Kitul Hill Cottage" });

test("the map provider is contacted only after a click; then the map works, including by keyboard", async ({
  page,
  context,
}) => {
  // Leaflet ignores further zooming during a zoom animation.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const quiet = listenForComplaints(page);
  const { requests, headers } = await tileServer(context);
  for (const { path } of PAGES) await page.goto(path, { waitUntil: "networkidle" });

  await page.goto("/location", { waitUntil: "networkidle" });
  const show = page.getByRole("button", { name: SHOW });
  await expect(show).toHaveAccessibleDescription(
    /come from tiles\.example\.org\. Nothing has been loaded from there yet/,
  );
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
  expect(
    await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name)),
  ).not.toContainEqual(expect.stringMatching(/leaflet|example\.org/));
  expect(requests).toEqual([]);

  await show.click();
  await expect(theMap(page)).toBeFocused();
  await expect.poll(() => theMap(page).locator("img.leaflet-tile-loaded").count()).toBeGreaterThan(0);
  await expect(theMap(page).getByRole("tooltip", { name: "Kitul Hill Cottage" })).toBeVisible();
  await expect(page.getByText(`Map pictures: ${ATTRIBUTION}`)).toBeVisible();
  await expect(show).toBeHidden();
  expect(requests.every((path) => path.startsWith("/14/"))).toBe(true);
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);

  await page.keyboard.press("+");
  await expect.poll(() => requests.some((path) => path.startsWith("/15/"))).toBe(true);
  const zoom = theMap(page).getByRole("button", { name: "Zoom out" });
  expect((await zoom.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(zoom).toBeFocused();
  const before = requests.length;
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect.poll(() => requests.slice(before).some((path) => path.startsWith("/13/"))).toBe(true);

  // The map provider requires our origin, but must not get the path.
  for (const sent of headers) expect(sent["referer"]).toBe(new URL(page.url()).origin + "/");
  quiet();
});

test("the map page's pictures from another site are requested without cookies", async ({ browser, baseURL }) => {
  // A real server, because Playwright shows the cookies that it has stored for a URL, whether or not they are sent.
  const cookies: (string | undefined)[] = [];
  const provider = createServer((request, response) => {
    if (request.url?.endsWith(".png")) cookies.push(request.headers.cookie);
    response.setHeader("content-type", "text/html").end("A page without our headers");
  });
  await new Promise<void>((open) => provider.listen(0, "127.0.0.1", open));
  // A server that listens on a port has an address in this format.
  const { port } = provider.address() as AddressInfo;
  const context = await browser.newContext({ baseURL, bypassCSP: true });
  // A cookie that the other site allows to be sent from any page.
  const known = { name: "known", value: "1", domain: "localhost", path: "/", secure: true, sameSite: "None" } as const;
  await context.addCookies([known]);
  const page = await context.newPage();
  // The control: without our headers, the browser sends the cookie.
  for (const [name, path] of Object.entries({ ours: "/location", control: `http://127.0.0.1:${port}` })) {
    await page.goto(path);
    await page.evaluate(async (src) => {
      await Object.assign(new Image(), { src })
        .decode()
        .catch(() => {});
    }, `http://localhost:${port}/${name}.png`);
  }
  expect(cookies).toEqual([undefined, "known=1"]);
  await context.close();
  provider.close();
});

test("visitors who navigate from another page of the site can also open the map", async ({
  page,
  context,
  viewport,
}) => {
  const quiet = listenForComplaints(page);
  await tileServer(context);
  await openAndTouch(page, "/house-rules");
  const menu = page.getByRole("button", { name: "Menu" });
  if ((viewport?.width ?? 0) < 1000) await menu.click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Location" }).click();
  await page.getByRole("button", { name: SHOW }).click();
  await expect.poll(() => theMap(page).locator("img.leaflet-tile-loaded").count()).toBeGreaterThan(0);
  quiet();
});

test("if the map tiles cannot be loaded, the page says so and explains what to do", async ({ page, context }) => {
  await context.route(`https://${HOST}/**`, (route) => route.abort());
  await page.goto("/location");
  await page.getByRole("button", { name: SHOW }).click();
  await expect(page.getByRole("alert")).toContainText("can't be loaded right now");
  await expect(page.getByRole("alert")).toContainText("Open in Maps");
  await expectAccessible(page);
});

test("if the map's code cannot be loaded, an alert asks the visitor to try again, and the button stays", async ({
  page,
  context,
}) => {
  await page.route("**/assets/leaflet-map-*", (route) => route.abort());
  const { requests } = await tileServer(context);
  await page.goto("/location");
  await page.getByRole("button", { name: SHOW }).click();
  await expect(page.getByRole("alert")).toContainText("Please try again");
  await expect(page.getByRole("button", { name: SHOW })).toBeVisible();
  expect(requests).toEqual([]);
});

test("without JavaScript, no part of the detailed map is shown", async ({ browser, baseURL, viewport }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL, viewport });
  await page.goto("/location");
  await expect(page.getByRole("img", { name: /^Illustrated map/ })).toBeVisible();
  await expect(page.getByText(SHOW)).toBeHidden();
  await expect(page.getByText(HOST).first()).toBeHidden();
  await page.close();
});
