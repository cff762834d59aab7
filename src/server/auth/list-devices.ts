import type { KnownDevice } from "#contract/auth.ts";
import { deviceInWords } from "#domain/auth/device.ts";
import { KNOWN_DEVICE_MS } from "#domain/auth/lockout.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { DeviceStore } from "./device-queries.ts";

type Needs = { devices: DeviceStore; clock: Clock };

/** The browsers on which the admin has signed in, most recent sign-in first. */
export async function listDevices(
  { devices, clock }: Needs,
  admin: { id: string },
  deviceToken: string | null,
): Promise<KnownDevice[]> {
  const since = new Date(clock().getTime() - KNOWN_DEVICE_MS);
  return (await devices.devicesOf(admin.id, since)).map(({ deviceHash, lastAt, userAgent }) => ({
    id: publicId(deviceHash),
    device: deviceInWords(userAgent),
    lastSignInAt: lastAt.toISOString(),
    current: deviceToken !== null && hashToken(deviceToken) === deviceHash,
  }));
}

/** Stops treating a device as known, and stops notifications to it; false if it was not known. */
export async function forgetDevice({ devices }: Needs, admin: { id: string }, id: string): Promise<boolean> {
  const known = (await devices.devicesOf(admin.id, new Date(0))).find((one) => publicId(one.deviceHash) === id);
  if (known) await devices.forgetDevice(known.deviceHash, admin.id);
  return known !== undefined;
}

/** An id that reveals nothing about the cookie. */
function publicId(deviceHash: string): string {
  return hashToken(`device ${deviceHash}`).slice(0, 22);
}
