import { KNOWN_DEVICE_MS, OPENED_LINK_MS } from "#domain/auth/lockout.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { DeviceStore } from "./device-queries.ts";

type Needs = { devices: DeviceStore; clock: Clock };

/** Whether a device counts as this admin's. Even on such a device, the password is still required. */
export async function isKnownDevice(
  { devices, clock }: Needs,
  adminId: string | null,
  deviceToken: string | null,
): Promise<boolean> {
  if (deviceToken === null) return false;
  const now = clock().getTime();
  const since = { signedIn: new Date(now - KNOWN_DEVICE_MS), linkOpened: new Date(now - OPENED_LINK_MS) };
  return devices.isKnown(hashToken(deviceToken), adminId ?? "", since);
}

/**
 * The cookie of a device on which an admin signs in: the existing cookie if the device was already the admin's, or a
 * new one.
 */
export async function deviceTokenFor(needs: Needs, adminId: string, deviceToken: string | null): Promise<string> {
  // A cookie that we did not issue could have been planted by an attacker, who would then know it.
  const known = await isKnownDevice(needs, adminId, deviceToken);
  return known && deviceToken ? deviceToken : randomToken();
}

export type Device = { deviceToken: string; userAgent: string };

export async function rememberDevice(
  { devices, clock }: Needs,
  adminId: string,
  { deviceToken, userAgent }: Device,
): Promise<void> {
  await devices.remember({ deviceHash: hashToken(deviceToken), adminId, at: clock(), userAgent });
}

/** The key under which the sessions and notifications of the requesting device are stored; null without our cookie. */
export function deviceOf({ deviceToken }: { deviceToken: string | null }): string | null {
  return deviceToken === null ? null : hashToken(deviceToken);
}
