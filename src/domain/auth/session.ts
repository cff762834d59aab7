/** SPEC 9: `sessionTimeout`: a session ends after 60 idle minutes, and after 12 hours at the latest. */
export const SESSION_IDLE_MS = 60 * 60 * 1000;
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60 * 1000;

export type SessionTimes = { createdAt: Date; lastSeenAt: Date };

export function isSessionAlive(session: SessionTimes, now: Date, idleMs = SESSION_IDLE_MS): boolean {
  return (
    now.getTime() - session.lastSeenAt.getTime() < idleMs &&
    now.getTime() - session.createdAt.getTime() < SESSION_ABSOLUTE_MS
  );
}

/** After a correct password, the user has this long and this many attempts to enter the code (S08). */
export const CODE_WAIT_MS = 5 * 60 * 1000;
export const CODE_TRIES = 5;
