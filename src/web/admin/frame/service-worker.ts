const WORKER = "/admin/service-worker.js";
/** Without the guests' site. */
const SCOPE = "/admin/";

export const canNotify = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** A service worker needs HTTPS or localhost. Elsewhere, the portal works without one. */
export async function portalWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  return navigator.serviceWorker.ready;
}

const START_AFTER_MS = 2000;

/** Waits so that the registration does not delay the first screen. */
export function startWorkerLater(): void {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register(WORKER, { scope: SCOPE }).catch(() => {
      // Registration can fail, for example if the browser blocks all storage. The portal works without it.
    });
  }, START_AFTER_MS);
}
