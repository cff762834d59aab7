import { isConfirmed, isSessionAlive } from "#domain/auth/session.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { AuthStore } from "./account-queries.ts";

/** Storing the time of each request would make every read a durable write. */
const TOUCH_EVERY_MS = 30_000;

/** The admin of a valid session; null for any other token. Only a person's actions keep the session alive. */
export async function currentAdmin(
  { store, clock, idleMs }: { store: AuthStore; clock: Clock; idleMs: () => Promise<number> },
  token: string,
  { background }: { background: boolean } = { background: false },
) {
  const now = clock();
  const sessionHash = hashToken(token);
  const session = await store.findSession(sessionHash);
  if (!session || !isSessionAlive(session, now, await idleMs())) return null;
  const stale = now.getTime() - session.lastSeenAt.getTime() > TOUCH_EVERY_MS;
  if (stale && !background) await store.touchSession(sessionHash, now);
  const { adminId: id, username, role, secondFactor, kept } = session;
  return { id, username, role, secondFactor, sessionHash, kept, confirmed: isConfirmed(session.confirmedAt, now) };
}
