/** SPEC 9: `sessionTimeout`, 60 minutes without a sign of life, and never longer than 12 hours (reliability 2.1). */
export const SESSION_IDLE_MS = 60 * 60 * 1000;
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60 * 1000;

export type SessionTimes = { createdAt: Date; lastSeenAt: Date };

export function isSessionAlive(session: SessionTimes, now: Date, idleMs = SESSION_IDLE_MS): boolean {
  return (
    now.getTime() - session.lastSeenAt.getTime() < idleMs &&
    now.getTime() - session.createdAt.getTime() < SESSION_ABSOLUTE_MS
  );
}

/** A right password waits this long for the code that follows it, and for this many tries of it (reliability S08). */
export const CODE_WAIT_MS = 5 * 60 * 1000;
export const CODE_TRIES = 5;
