import { resolve } from "node:path";
import { type CDPSession, expect, type Page, test as base } from "@playwright/test";
import { type BuiltSite, loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay } from "#server/testing/given.ts";
import { type Pushed, type PushService, startPushService } from "#server/testing/push-service.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { expectAccessibleInBoth } from "../support/latchkey.ts";
import { hostCookie } from "../support/messages-server.ts";

type Fixtures = { service: PushService; site: BuiltSite; server: TestApp; baseURL: string };
const test = base.extend<Fixtures>({
  // Chromium's headless shell shows no notifications.
  launchOptions: [
    async ({ launchOptions }, use) => {
      const { FULL_CHROMIUM_PATH } = process.env;
      await use(FULL_CHROMIUM_PATH ? { ...launchOptions, executablePath: FULL_CHROMIUM_PATH } : launchOptions);
    },
    { scope: "worker" },
  ],
  service: async ({}, use) => {
    const service = await startPushService();
    await use(service);
    await service.close();
  },
  // A copy, so that a journey can replace parts of it.
  site: async ({}, use) => use({ ...(await loadBuiltSite(resolve("dist"))) }),
  server: async ({ service, site }, use) => {
    const server = await startTestApp("sqlite", {
      site,
      outbox: { everyMs: 50 },
      pushServices: service.reach,
      config: { localMailbox: true },
    });
    await server.app.start();
    await use(server);
    await server.close();
  },
  baseURL: async ({ server }, use) => use(server.url),
});

test.use({ serviceWorkers: "allow" });

/** Chromium cannot use any vendor's push service here, so the test's own service provides the subscriptions. */
async function useService(page: Page, service: PushService) {
  const subscription = service.subscribe();
  await page.addInitScript(({ endpoint, keys }) => {
    const ours = {
      endpoint,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => localStorage.removeItem("subscribed") === undefined,
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem("subscribed", "yes");
      return ours;
    };
    PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? ours : null);
  }, subscription);
  return subscription;
}

const panel = (page: Page) => page.getByRole("region", { name: "Notifications" });

async function openSettings(page: Page, server: TestApp): Promise<void> {
  await page.context().addCookies([await hostCookie(server)]);
  await page.goto("/admin/settings");
  await expect(panel(page).getByText("Notifications on your devices")).toBeVisible();
}

/**
 * Delivers repeatedly until the notification is shown, because the DevTools protocol does not say whether the service
 * worker got the message. A real push service repeats until the browser has acknowledged it.
 */
async function deliveries(page: Page, url: string): Promise<(note: Pushed["note"] | undefined) => Promise<void>> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    // The browser reports the registrations of other tests' pages too.
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(`${url}/`) && !isDeleted);
      if (own) found(own.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const send = (note: Pushed["note"] | undefined) =>
    devtools.send("ServiceWorker.deliverPushMessage", { origin: url, registrationId, data: JSON.stringify(note) });
  return async (note) => {
    await expect(async () => {
      await send(note);
      const { title, tag } = note ?? {};
      await expect.poll(() => shown(page), { timeout: 2000 }).toContainEqual(expect.objectContaining({ title, tag }));
    }).toPass();
  };
}

/** As a host would in the browser's prompt. */
async function block(page: Page, origin: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { targetInfo } = await devtools.send("Target.getTargetInfo");
  const { browserContextId } = targetInfo;
  await devtools.send("Browser.setPermission", {
    permission: { name: "notifications" },
    setting: "denied",
    origin,
    ...(browserContextId ? { browserContextId } : {}),
  });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration("/admin/");
    return ((await registration?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag }));
  });

test("a device shows the notification for a booking request only once, and the host can accept the request from it", async ({
  page,
  server,
  service,
}) => {
  await page.context().grantPermissions(["notifications"]);
  const { id } = await useService(page, service);
  await openSettings(page, server);
  await panel(page).getByRole("button", { name: "Turn on for this device" }).click();
  await expect(panel(page).getByText("(this device)")).toBeVisible();
  await expect(panel(page).getByLabel("New bookings on your devices")).toBeChecked();
  await expectAccessibleInBoth(page);

  const [name, value] = (await server.signIn()).split("=");
  const cookie = `${name}=${value}`;
  await server.send("PUT", "/api/admin/settings", { bookingMode: "request" }, { cookie });
  const booked = await bookStay(server, { checkInDate: "2027-03-01", checkOutDate: "2027-03-03" });
  await expect.poll(() => service.pushed.length).toBe(1);
  expect(service.pushed[0]?.device).toBe(id);
  const note = service.pushed[0]?.note;
  const deliver = await deliveries(page, server.url);
  // Delivered twice, as happens when the sender is interrupted.
  await deliver(note);
  await deliver(note);
  await expect
    .poll(() => shown(page))
    .toEqual([
      { title: "New booking request", body: "Open the portal to see it.", tag: `guest-act/${booked.json.id}` },
    ]);

  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`registration.getNotifications().then(([notification]) =>
    dispatchEvent(new NotificationEvent("notificationclick", { notification, action: "accept" })))`);
  const status = async () =>
    (await server.send("GET", `/api/admin/bookings/${booked.json.id}`, undefined, { cookie })).json.status;
  await expect.poll(status).toBe("confirmed");
  await expect
    .poll(async () => (await shown(page)).map(({ title }) => title))
    .toEqual(["You have accepted the request"]);

  const summary = panel(page).getByLabel("Dates and reference");
  await summary.click();
  await expect(summary).toBeChecked();
  await panel(page).getByRole("button", { name: "Send a test notification" }).click();
  await expect.poll(() => service.pushed.at(-1)?.note.title).toBe("This is a test notification. It works.");
  await panel(page)
    .getByRole("button", { name: /^Turn off notifications/ })
    .click();
  await expect(panel(page).getByRole("button", { name: "Turn on for this device" })).toBeVisible();
});

/** Taps an action of the notification with this title. */
async function tap(page: Page, title: string, action: string): Promise<void> {
  await expect.poll(async () => (await shown(page)).map((one) => one.title)).toContain(title);
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(`registration.getNotifications().then((all) => dispatchEvent(new NotificationEvent(
    "notificationclick",
    { notification: all.find(({ title }) => title === "${title}"), action: "${action}" },
  )))`);
}

test("from a notification, the host declines a booking request, and accepts or declines a request to change a stay", async ({
  page,
  server,
  service,
}) => {
  await page.context().grantPermissions(["notifications"]);
  await useService(page, service);
  await openSettings(page, server);
  await panel(page).getByRole("button", { name: "Turn on for this device" }).click();
  await expect(panel(page).getByText("(this device)")).toBeVisible();
  const deliver = await deliveries(page, server.url);
  const [name, value] = (await server.signIn()).split("=");
  const cookie = `${name}=${value}`;
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  await host("PUT", "/api/admin/settings", { bookingMode: "request" });
  const last = async (count: number) => {
    await expect.poll(() => service.pushed.length).toBe(count);
    await deliver(service.pushed.at(-1)?.note);
  };

  const declined = await bookStay(server, { checkInDate: "2027-04-01", checkOutDate: "2027-04-03" });
  await last(1);
  await tap(page, "New booking request", "decline");
  const of = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json;
  await expect.poll(async () => (await of(declined.json.id)).status).toBe("cancelled");
  await expect.poll(async () => (await shown(page)).map((one) => one.title)).toEqual(["You have declined the request"]);

  // The other action is tapped on the old notification, but there is no request left to answer.
  const before = (await of(declined.json.id)).version;
  await deliver(service.pushed[0]?.note);
  await tap(page, "New booking request", "accept");
  await expect.poll(async () => (await shown(page)).length).toBe(0);
  expect((await of(declined.json.id)).version).toBe(before);

  for (const [place, accept] of [true, false].entries()) {
    const [checkInDate, checkOutDate] = [`2027-05-0${1 + place * 5}`, `2027-05-0${3 + place * 5}`];
    const { json, headers } = await bookStay(server, { checkInDate, checkOutDate });
    const guest = { cookie: headers.getSetCookie()[0]?.split(";")[0] ?? "" };
    await last(2 + place * 2);
    await tap(page, "New booking request", "accept");
    await expect.poll(async () => (await of(json.id)).status).toBe("confirmed");
    // The next notification about the stay has the same tag and must come after this one.
    await expect
      .poll(() => shown(page))
      .toContainEqual(expect.objectContaining({ title: "You have accepted the request", tag: `guest-act/${json.id}` }));
    const longer = `2027-05-0${4 + place * 5}`;
    const quote = await server.send(
      "GET",
      `/api/bookings/${json.id}/stay-quote?checkInDate=${checkInDate}&checkOutDate=${longer}&guestCount=2`,
      undefined,
      guest,
    );
    expect(quote.status).toBe(200);
    const response = await server.send(
      "PUT",
      `/api/bookings/${json.id}/stay`,
      {
        checkInDate,
        checkOutDate: longer,
        guestCount: 2,
        expectedTotal: quote.json.totalAmount,
      },
      guest,
    );
    expect(response.status).toBe(200);
    await last(3 + place * 2);
    await tap(page, "A guest's request to change a stay", accept ? "accept" : "decline");
    await expect.poll(async () => (await of(json.id)).changeRequest).toBeNull();
    expect((await of(json.id)).checkOut).toBe(accept ? longer : checkOutDate);
  }
});

test("a new build replaces the service worker at once", async ({ page, server, site }) => {
  await openSettings(page, server);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const builds = async () =>
    Promise.all(
      page
        .context()
        .serviceWorkers()
        .map((one) => one.evaluate("self.newBuild ?? 1")),
    );
  expect(await builds()).toEqual([1]);
  site.worker = `self.newBuild = 2;\n${site.worker}`;
  // As on the next visit.
  await page.evaluate(async () => {
    const changed = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
    await (await navigator.serviceWorker.ready).update();
    await changed;
  });
  await expect.poll(async () => (await builds()).at(-1)).toBe(2);
  await page.goto("/admin/bookings");
  await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});

test("if the browser blocks notifications or no longer allows them, the settings say what to do", async ({
  page,
  server,
  service,
}) => {
  await useService(page, service);
  await page.context().grantPermissions(["notifications"]);
  await openSettings(page, server);
  await panel(page).getByRole("button", { name: "Turn on for this device" }).click();
  await expect(panel(page).getByText("(this device)")).toBeVisible();

  await page.context().clearPermissions();
  await page.reload();
  await expect(panel(page).getByRole("button", { name: "Turn on for this device" })).toBeVisible();
  await block(page, server.url);
  await panel(page).getByRole("button", { name: "Turn on for this device" }).click();
  await expect(panel(page).getByText("This browser blocks notifications from this site.")).toBeVisible();
  await expect(panel(page).getByRole("button", { name: "Turn on for this device" })).toBeHidden();
  await expectAccessibleInBoth(page);
});

test("the portal can be installed as an app, caches nothing, and says if there is no connection", async ({
  page,
  server,
}) => {
  await openSettings(page, server);
  const manifest = await page.evaluate(async () => {
    const address = document.querySelector<HTMLLinkElement>("link[rel=manifest]")?.href ?? "";
    return (await fetch(address)).json();
  });
  expect(manifest).toMatchObject({
    display: "standalone",
    start_url: "/admin/dashboard",
    scope: "/admin/",
    id: "/admin/",
  });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.context().setOffline(true);
  await page.goto("/admin/bookings").catch(() => null);
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Bookings", level: 1 })).toBeVisible();

  await page.goto("/");
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
  expect(await page.locator("link[rel=manifest]").getAttribute("href")).toBe("/manifest.webmanifest");
});
