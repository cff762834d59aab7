const WORKER = "/admin/service-worker.js";
/** The site for guests is outside. */
const SCOPE = "/admin/";

/** Whether this browser can show notifications of a page that is closed. */
export const canNotify = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** Needs https, or localhost; elsewhere the portal goes on without. */
export async function portalWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  return navigator.serviceWorker.ready;
}

const START_AFTER_MS = 2000;

/** Once the first screen is there, so that it comes no later. */
export function startWorkerLater(): void {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => {
      // Private windows and old browsers have none.
    });
  }, START_AFTER_MS);
}
