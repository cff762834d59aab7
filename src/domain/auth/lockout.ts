/**
 * How many wrong tries are looked at within any 24 hours. They fade: a try stops counting a day after it was made, and
 * nothing that an attacker does lengthens that. NIST SP 800-63B-4 allows 100 for an account; all that a stranger can use
 * up together (`ACCOUNT_TRIES.fromKnownNetwork + PROVEN_TRIES`) stays below it.
 */
export const TRIES_WINDOW_MS = 24 * 60 * 60 * 1000;
/** Wrong passwords for one account. The last ones are kept for networks from which its owner has signed in before. */
export const ACCOUNT_TRIES = { fromAnywhere: 70, fromKnownNetwork: 80 };
/** Wrong passwords that came together with a right code: a flood without codes leaves these to the owner. */
export const PROVEN_TRIES = 10;
/** Wrong codes of the app that came together with a password; codes of the app have a million values. */
export const CODE_TRIES_WITH_PASSWORD = 100;
/** Wrong codes after a right password, besides the five of each sign-in. */
export const CODE_TRIES_AFTER_PASSWORD = 50;
/** Wrong tries on a device from which the owner has signed in. Nobody else can use them up. */
export const DEVICE_TRIES = 20;
/** Wrong passwords of somebody who is signed in and is asked for theirs once more. */
export const SESSION_TRIES = 20;

/** How long a network, and a device, counts as one of the owner's after a sign-in from it. */
export const KNOWN_NETWORK_MS = 90 * 24 * 60 * 60 * 1000;
export const KNOWN_DEVICE_MS = 90 * 24 * 60 * 60 * 1000;

/** An emailed sign-in link opens for this long. */
export const LINK_OPENS_MS = 6 * 60 * 60 * 1000;
/** While one that was emailed within this time is unused, no other is sent: a flood of requests fills no mailbox. */
export const LINK_EVERY_MS = 60 * 60 * 1000;
/** A browser in which a link was opened counts as the owner's for this long, until they sign in there. */
export const OPENED_LINK_MS = 60 * 60 * 1000;
