import { isSessionAlive } from "#domain/auth/session.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { AuthStore } from "./ports.ts";

/** Writing the time of each request would make every read a durable write. */
const TOUCH_EVERY_MS = 60_000;

/** The admin whose living session the token opens; null for any other token. */
export async function currentAdmin({ store, clock }: { store: AuthStore; clock: Clock }, token: string) {
  const now = clock();
  const sessionHash = hashToken(token);
  const session = await store.findSession(sessionHash);
  if (!session || !isSessionAlive(session, now)) return null;
  if (now.getTime() - session.lastSeenAt.getTime() > TOUCH_EVERY_MS) await store.touchSession(sessionHash, now);
  return { id: session.adminId, username: session.username, sessionHash };
}
