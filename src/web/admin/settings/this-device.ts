import { subscribe } from "../../api/notifications.ts";
import { DisplayError } from "../../lib/display-error.ts";
import { canNotify, portalWorker } from "../frame/service-worker.ts";

/** `on` is the server's id for this browser. */
export type DeviceState = "unsupported" | "needs-home-screen" | "blocked" | "off" | { on: string };

export async function readDevice(): Promise<DeviceState> {
  if (!canNotify()) return isAppleTouch() ? "needs-home-screen" : "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const registration = await navigator.serviceWorker.getRegistration("/admin/");
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && Notification.permission === "granted" ? { on: await idOf(subscription) } : "off";
}

/** Safari on iPhone and iPad allows notifications only for sites on the home screen. */
const isAppleTouch = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.userAgent));

/** Asks the host for permission first. */
export async function turnOnHere(publicKey: string): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission === "denied") return "blocked";
  if (permission === "default") return "off";
  const { pushManager } = await portalWorker();
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => {
      throw new DisplayError("This browser couldn't reach its push service. Check your connection and try again.");
    });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth)
    throw new DisplayError("This browser couldn't turn on notifications. Try another browser.");
  const { id } = await subscribe({ endpoint, keys: { p256dh, auth } });
  return { on: id };
}

export async function turnOffHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/admin/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

async function idOf({ endpoint }: PushSubscription): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
  return btoa(String.fromCharCode(...hash))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
