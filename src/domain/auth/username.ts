export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;
export const USERNAME_TOO_SHORT = `Choose a username of at least ${MIN_USERNAME_LENGTH} characters`;

/**
 * Names of actors in the audit log and the history that are not hosts, and similar names. A host with one of these
 * names could be mistaken for such an actor.
 */
const RESERVED = [
  "guest",
  "cleaner",
  "demo",
  "payment",
  "feed",
  "platform",
  "system",
  "time",
  "calendar import",
  "latchkey",
  "command line",
  "sign-in link",
];

/** The form in which names are compared: "Ann" and "ann" are the same name. */
export function sameNameForm(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}

export const NAME_RESERVED = "Latchkey uses this name itself. Choose another one.";
export const NAME_TAKEN = "Somebody else has, or had, this name. Choose another one.";

export function isReservedName(username: string): boolean {
  return RESERVED.includes(sameNameForm(username));
}
