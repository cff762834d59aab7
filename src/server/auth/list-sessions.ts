import type { AdminSession } from "#contract/auth.ts";
import { deviceInWords } from "#domain/auth/device.ts";
import { isSessionAlive } from "#domain/auth/session.ts";
import type { Clock } from "../runtime/clock.ts";
import { hashToken } from "../runtime/ids.ts";
import type { AuthStore } from "./account-queries.ts";

type Needs = { store: AuthStore; clock: Clock; idleMs: () => Promise<number> };
type Asking = { id: string; sessionHash: string };

/** The valid sessions of an admin: first the current one, then the others by last use. */
export async function listSessions({ store, clock, idleMs }: Needs, admin: Asking): Promise<AdminSession[]> {
  const [rows, idle] = await Promise.all([store.sessionsOf(admin.id), idleMs()]);
  return rows
    .filter((row) => isSessionAlive(row, clock(), idle))
    .map((row) => ({
      id: publicId(row.tokenHash),
      device: deviceInWords(row.userAgent),
      signedInAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      kept: row.kept,
      current: row.tokenHash === admin.sessionHash,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current) || (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
}

/** Ends one of the admin's own sessions at the request of `device`; false if the session does not exist. */
export async function endOneSession(
  { store }: Pick<Needs, "store">,
  admin: Asking,
  id: string,
  device: string | null,
): Promise<boolean> {
  const row = (await store.sessionsOf(admin.id)).find((session) => publicId(session.tokenHash) === id);
  if (row) await store.revokeSession(admin.id, row.tokenHash, device);
  return row !== undefined;
}

/** An id for a session that reveals neither its token nor the stored hash. */
function publicId(tokenHash: string): string {
  return hashToken(`session ${tokenHash}`).slice(0, 22);
}
