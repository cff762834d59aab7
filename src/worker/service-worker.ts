/**
 * The portal's service worker. It shows push notifications, lets the host accept or decline guests' requests in these
 * notifications, and shows its own page when there is no connection. It stores no pages and no responses: they come
 * from the server, so no page is outdated, and no personal data is cached on the device.
 */

// TypeScript's library types `self` as a generic worker, but browsers run this file only as a service worker.
const worker = self as unknown as ServiceWorkerGlobalScope;

type Note = {
  title: string;
  body: string;
  url: string;
  tag: string;
  request: "booking" | "change" | null;
  /** The version of the booking that was shown. */
  version: number | null;
};
/** Notification options that current browsers support but TypeScript's library lacks. */
type Options = NotificationOptions & { actions?: { action: string; title: string }[]; renotify?: boolean };

const DASHBOARD = "/admin/dashboard";
const ICON = "/icons/icon-192.png";

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(begin()));
worker.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate") event.respondWith(pageFor(event));
});
worker.addEventListener("push", (event) => event.waitUntil(show(noteIn(event.data))));
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(follow(noteFrom(event.notification.data), event.action));
});

async function begin(): Promise<void> {
  // With navigation preload, the browser requests the page while the worker is still starting.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function pageFor(event: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await event.preloadResponse;
    return preloaded instanceof Response ? preloaded : await fetch(event.request);
  } catch {
    return offline();
  }
}

const OFFLINE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>No connection - Host portal</title><style>body{font:1.125rem/1.5 system-ui,sans-serif;max-width:28rem;margin:20vh auto 0;padding:0 1.5rem}a{display:inline-block;padding:.75rem 0;color:inherit;font-weight:600}</style><main><h1>No connection</h1><p>The portal needs an internet connection: it always shows the current data and keeps no copy of it on this device.</p><p><a href="">Try again</a></p></main></html>`;

function offline(): Response {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
  };
  return new Response(OFFLINE, { status: 503, headers });
}

function noteIn(data: PushMessageData | null): Note {
  try {
    return noteFrom(data?.json());
  } catch {
    return noteFrom(null);
  }
}

/** Reads the server's message. Browsers require a notification for each message, whatever the message contains. */
function noteFrom(given: unknown): Note {
  const fields: Record<string, unknown> = typeof given === "object" && given !== null ? { ...given } : {};
  const text = (name: string, otherwise: string) => {
    const value = fields[name];
    return typeof value === "string" ? value : otherwise;
  };
  const url = text("url", DASHBOARD);
  const { request, version } = fields;
  return {
    title: text("title", "New activity in your portal"),
    body: text("body", ""),
    // Only links within the portal are followed.
    url: /^\/admin\/[^\\]*$/.test(url) ? url : DASHBOARD,
    tag: text("tag", "latchkey"),
    // A request can be answered only if the version of its booking is known; a withdrawn request has no version.
    request: typeof version === "number" && (request === "booking" || request === "change") ? request : null,
    version: typeof version === "number" ? version : null,
  };
}

/** A notification replaces a previous notification with the same tag, so a message that arrives twice is shown once. */
async function show(note: Note): Promise<void> {
  const { title, body, tag } = note;
  const actions = note.request
    ? [
        { action: "accept", title: "Accept" },
        { action: "decline", title: "Decline" },
      ]
    : [];
  const options: Options = { body, tag, renotify: true, icon: ICON, badge: ICON, data: note, actions };
  await worker.registration.showNotification(title, options);
}

async function follow(note: Note, action: string): Promise<void> {
  const answered =
    note.request && (action === "accept" || action === "decline")
      ? await answer(note, note.request, action === "accept").catch(() => null)
      : null;
  if (!answered) return open(note.url);
  const options: Options = { tag: note.tag, icon: ICON, badge: ICON, data: { ...note, request: null } };
  await worker.registration.showNotification(answered, options);
}

/**
 * Accepts or declines a guest's request with the portal's own API calls in the host's session, so the server checks
 * these calls in the same way as a tap in the portal. Null if the request could not be answered, for example
 * because the host is signed out, or because the request was already accepted or declined, has changed, or conflicts
 * with a platform's calendar. The host must then look at the request first.
 */
async function answer(note: Note, kind: "booking" | "change", accept: boolean): Promise<string | null> {
  const id = /^\/admin\/bookings\/([\w-]+)$/.exec(note.url)?.[1];
  if (!id) return null;
  const path = `/api/admin/bookings/${id}`;
  const found = await fetch(path);
  if (!found.ok) return null;
  const booking: Record<string, unknown> = await found.json();
  const { version } = note;
  if (version === null || booking["version"] !== version) return null;
  if (kind === "change") {
    if (!booking["changeRequest"]) return null;
    return (await post(`${path}/change-request`, { version, accept })) ? done(accept) : null;
  }
  if (booking["status"] !== "pending") return null;
  const right = accept
    ? await post(`${path}/status`, { version, status: "confirmed" })
    : await post(`${path}/cancel`, { version, waiveFee: true, expectedFee: booking["feeIfCancelledNow"] });
  return right ? done(accept) : null;
}

const done = (accept: boolean) => (accept ? "You have accepted the request" : "You have declined the request");

async function post(path: string, body: object): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).ok;
}

/**
 * Focuses a window that already shows this page, or opens a new one. Other windows may contain unsaved input, so they
 * are left alone.
 */
async function open(url: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => {
    const at = new URL(one.url);
    return at.pathname + at.hash === url;
  });
  if (there) await there.focus();
  else await worker.clients.openWindow(url);
}
