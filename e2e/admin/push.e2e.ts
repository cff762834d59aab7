import { resolve } from "node:path";
import { type CDPSession, expect, type Page, test as base } from "@playwright/test";
import { loadBuiltSite } from "#server/http/built-site.ts";
import { bookStay } from "#server/testing/given.ts";
import { type PushService, startPushService } from "#server/testing/push-service.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { expectAccessibleInBoth } from "../support/bookings.ts";
import { hostCookie } from "../support/messages-server.ts";

type Fixtures = { service: PushService; server: TestApp; baseURL: string };
const test = base.extend<Fixtures>({
  service: async ({}, use) => {
    const service = await startPushService();
    await use(service);
    await service.close();
  },
  server: async ({ service }, use) => {
    const server = await startTestApp("sqlite", {
      site: await loadBuiltSite(resolve("dist")),
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

/** This Chromium has no vendor's push service behind it: ours gives out its subscriptions. All else is the browser's own. */
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

/** The way from the push service into the browser. */
async function deliveries(page: Page, url: string): Promise<(note: unknown) => Promise<void>> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((found) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [one] = registrations;
      if (one) found(one.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (note) => {
    await devtools.send("ServiceWorker.deliverPushMessage", {
      origin: url,
      registrationId,
      data: JSON.stringify(note),
    });
  };
}

/** The host says no when the browser asks. */
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

test("a device that the host turns on shows a booking once, and answers a request", async ({
  page,
  server,
  service,
}) => {
  await page.context().grantPermissions(["notifications"]);
  const { id } = await useService(page, service);
  await openSettings(page, server);
  await panel(page).getByRole("button", { name: "Turn on for this device" }).click();
  await expect(panel(page).getByText("(this device)")).toBeVisible();
  await expect(panel(page).getByLabel("New bookings")).toBeChecked();
  await expectAccessibleInBoth(page);

  const [name, value] = (await server.signIn()).split("=");
  const cookie = `${name}=${value}`;
  await server.send("PUT", "/api/admin/settings", { bookingMode: "request" }, { cookie });
  const booked = await bookStay(server, { checkInDate: "2027-03-01", checkOutDate: "2027-03-03" });
  await expect.poll(() => service.pushed.length).toBe(1);
  expect(service.pushed[0]?.device).toBe(id);
  const note = service.pushed[0]?.note;
  const deliver = await deliveries(page, server.url);
  // As after a sender that was cut off: twice.
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

  // What the host chooses for the lock screen, and turning it off again.
  await panel(page).getByLabel("Dates and reference").check();
  await panel(page).getByRole("button", { name: "Send a test notification" }).click();
  await expect.poll(() => service.pushed.at(-1)?.note.title).toBe("This is a test notification. It works.");
  await panel(page)
    .getByRole("button", { name: /^Turn off notifications/ })
    .click();
  await expect(panel(page).getByRole("button", { name: "Turn on for this device" })).toBeVisible();
});

test("a browser in which notifications are blocked, or were revoked, says what to do", async ({
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

test("the portal installs as an app of its own, keeps nothing, and says when there is no connection", async ({
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

  // The site for guests has neither the app nor the worker.
  await page.goto("/");
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
  expect(await page.locator("link[rel=manifest]").getAttribute("href")).toBe("/manifest.webmanifest");
});
