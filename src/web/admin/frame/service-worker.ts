const WORKER = "/admin/service-worker.js";
/** Does not include the guests' site. */
const SCOPE = "/admin/";

/** Whether this browser can show notifications while the page is closed. */
export const canNotify = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** Needs HTTPS or localhost; elsewhere the portal works without it. */
export async function portalWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  return navigator.serviceWorker.ready;
}

const START_AFTER_MS = 2000;

/** After the first screen has loaded, so that this does not delay it. */
export function startWorkerLater(): void {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => {
      // Private windows and old browsers have no service workers.
    });
  }, START_AFTER_MS);
}
