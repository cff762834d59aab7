import type { Call, SignedInAdmin } from "../http/call.ts";
import { Problem } from "../http/problem.ts";
import { hashToken } from "../runtime/ids.ts";
import { TooManyPasswords } from "./check-password.ts";
import { deviceTokenFor, rememberDevice } from "./known-device.ts";
import { TooBusy } from "./password-hasher.ts";
import type { SessionRenewal } from "./ports.ts";
import type { WeakCredentials } from "./set-up-admin.ts";
import { newSession, openSession, type SignInNeeds } from "./sign-in.ts";

export function wrongPassword(message: string): Problem {
  return new Problem(400, { message, fields: { password: message } });
}

export function weakCredentials({ field, message }: WeakCredentials): Problem {
  return new Problem(400, { message, fields: { [field]: message } });
}

/**
 * Ends the browser's previous session and gives the browser the token of the new one, so that a session planted by an
 * attacker is of no use (session fixation).
 */
export async function replaceSession(
  needs: Pick<SignInNeeds, "store">,
  call: Call,
  { token, deviceToken, kept }: { token: string; deviceToken?: string; kept: boolean },
): Promise<void> {
  if (call.sessionToken) await needs.store.endSession(hashToken(call.sessionToken));
  call.setSessionCookie(token, { kept });
  if (deviceToken) call.setDeviceCookie(deviceToken);
}

/** Signs in the owner of a new account, on a device that is now known. */
export async function openFirstSession(
  needs: Pick<SignInNeeds, "store" | "devices" | "clock">,
  call: Call,
  adminId: string,
): Promise<void> {
  const deviceToken = await deviceTokenFor(needs, adminId, call.deviceToken);
  const device = { deviceToken, userAgent: call.userAgent };
  await rememberDevice(needs, adminId, device);
  const token = await openSession(needs, adminId, device);
  await replaceSession(needs, call, { token, deviceToken, kept: false });
}

/** Changes credentials, and gives this browser the session that replaces the current one. */
export async function renewSession<R extends { ok: boolean }>(
  needs: Pick<SignInNeeds, "clock">,
  call: Call,
  admin: SignedInAdmin,
  change: (renewal: SessionRenewal) => Promise<R>,
): Promise<R> {
  const { kept } = admin;
  const { token, session } = newSession(needs, admin.id, call, { kept });
  const result = await change({ sessionHash: admin.sessionHash, session });
  if (result.ok) call.setSessionCookie(token, { kept });
  return result;
}

export function busy(error: unknown): Problem {
  if (error instanceof TooBusy) {
    return new Problem(503, "Many people are signing in. Please try again in a moment.", { "retry-after": "5" });
  }
  if (error instanceof TooManyPasswords) {
    const hours = Math.max(1, Math.ceil(error.waitMs / 3_600_000));
    return new Problem(
      429,
      `Too many wrong passwords were entered in the last 24 hours. Try again in ${hours === 1 ? "an hour" : `${hours} hours`}.`,
      { "retry-after": String(Math.ceil(error.waitMs / 1000)) },
    );
  }
  throw error;
}
