/** NIST SP 800-63B-4: at most 100 wrong tries in a row for one account, wherever they come from. */
export const MAX_FAILURES = 100;
/**
 * The last ones are kept for networks from which the owner has signed in before: a flood from elsewhere uses up the
 * rest and still does not lock the owner out.
 */
export const RESERVED_FOR_KNOWN = 10;
/** How long a network counts as one of the owner's after a sign-in from it. */
export const KNOWN_NETWORK_MS = 90 * 24 * 60 * 60 * 1000;

export function allowedFailures(fromKnownNetwork: boolean): number {
  return fromKnownNetwork ? MAX_FAILURES : MAX_FAILURES - RESERVED_FOR_KNOWN;
}
