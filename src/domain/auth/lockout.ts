/**
 * Failed sign-in attempts are counted over the last 24 hours. Further attempts do not extend the window. NIST SP
 * 800-63B-4 allows 100 failures per account; the number that a stranger can use up
 * (`ACCOUNT_ATTEMPTS.fromKnownNetwork + ATTEMPTS_WITH_CODE`) stays below that.
 */
export const ATTEMPTS_WINDOW_MS = 24 * 60 * 60 * 1000;
/**
 * The number of wrong passwords allowed for one account. The last ten attempts are reserved for networks from which the
 * account's owner has signed in.
 */
export const ACCOUNT_ATTEMPTS = { fromAnywhere: 70, fromKnownNetwork: 80 };
/**
 * The number of wrong passwords allowed with a correct code: these attempts are reserved for the owner while somebody
 * floods the account with attempts without codes.
 */
export const ATTEMPTS_WITH_CODE = 10;
/** The number of wrong app codes that may be sent together with a password; there are a million possible codes. */
export const CODE_ATTEMPTS_WITH_PASSWORD = 100;
/** The number of wrong codes allowed after a correct password, across all sign-ins; each sign-in allows five. */
export const CODE_ATTEMPTS_AFTER_PASSWORD = 50;
/**
 * The number of failed attempts allowed on a device from which the owner has signed in. Nobody else can use up these
 * attempts.
 */
export const DEVICE_ATTEMPTS = 20;
/** The number of wrong passwords allowed for a signed-in user who is asked to confirm their password. */
export const SESSION_ATTEMPTS = 20;

/** After a sign-in, the network and the device count as the owner's for this long. */
export const KNOWN_NETWORK_MS = 90 * 24 * 60 * 60 * 1000;
export const KNOWN_DEVICE_MS = 90 * 24 * 60 * 60 * 1000;

/** How long an emailed sign-in link is valid. */
export const LINK_OPENS_MS = 6 * 60 * 60 * 1000;
/** At most one unused sign-in link is emailed within this time, so repeated requests cannot flood a mailbox. */
export const LINK_EVERY_MS = 60 * 60 * 1000;
/** A browser that opened a sign-in link counts as the owner's for this long, even if they do not sign in there. */
export const OPENED_LINK_MS = 60 * 60 * 1000;

/** Timestamps of counted attempts in milliseconds, oldest first. */
export type Tries = readonly number[];

type AttemptResult = { ok: true; tries: Tries } | { ok: false; waitMs: number };

/**
 * Allows `calls` attempts within any period of `windowMs`; a refused attempt is not counted. Attempts more than
 * `windowMs` in the future were recorded when the clock was wrong and are dropped; otherwise they would lock everyone
 * out.
 */
export function countAttempt(tries: Tries, now: number, calls: number, windowMs: number): AttemptResult {
  const recent = tries.filter((at) => Math.abs(now - at) < windowMs);
  const oldest = recent[recent.length - calls];
  if (recent.length >= calls && oldest !== undefined) return { ok: false, waitMs: oldest + windowMs - now };
  return { ok: true, tries: [...recent, now] };
}
