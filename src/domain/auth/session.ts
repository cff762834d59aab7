const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Unless it is kept (`KEPT_SESSION_MS`), a session ends after the idle time in the settings (SPEC 9, `sessionTimeout`),
 * and after 12 hours at the latest.
 */
export const SESSION_ABSOLUTE_MS = 12 * 60 * MINUTE_MS;

/** "Keep me signed in on this device": the session lasts this long after the sign-in, whether idle or not. */
export const KEPT_SESSION_MS = 30 * DAY_MS;
/** For this long after the host has confirmed their identity, sensitive actions do not ask again. */
export const CONFIRMED_MS = 10 * MINUTE_MS;

/** We assume that the clocks of several server instances differ by less than this. */
export const CLOCK_TOLERANCE_MS = MINUTE_MS;

export type SessionTimes = { createdAt: Date; lastSeenAt: Date; kept: boolean };

/**
 * A time more than `CLOCK_TOLERANCE_MS` in the future was recorded while the clock was ahead. Such a session is not
 * alive; otherwise it would last too long.
 */
export function isSessionAlive(session: SessionTimes, now: Date, idleMs: number): boolean {
  const isWithin = (since: Date, lastsMs: number) => {
    const age = now.getTime() - since.getTime();
    return age > -CLOCK_TOLERANCE_MS && age < lastsMs;
  };
  if (session.kept) return isWithin(session.createdAt, KEPT_SESSION_MS);
  return isWithin(session.lastSeenAt, idleMs) && isWithin(session.createdAt, SESSION_ABSOLUTE_MS);
}

/**
 * Whether the host has recently confirmed their identity. A confirmation in the future does not count: the clock was
 * ahead when it was recorded.
 */
export function isConfirmed(confirmedAt: Date, now: Date): boolean {
  const age = now.getTime() - confirmedAt.getTime();
  return age >= 0 && age < CONFIRMED_MS;
}

/** After a correct password, the user has this long and this many attempts to enter the code (S08). */
export const CODE_WAIT_MS = 5 * MINUTE_MS;
export const CODE_ATTEMPTS = 5;
/** How long a browser may take to respond with a passkey. */
export const PASSKEY_WAIT_MS = 5 * MINUTE_MS;
/** More devices than a host is likely to use. */
export const MAX_PASSKEYS = 20;
