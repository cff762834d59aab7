export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;
export const USERNAME_TOO_SHORT = `Choose a username of at least ${MIN_USERNAME_LENGTH} characters`;

/** What the records of acts call somebody or something that is no host. A host with such a name would pass for it. */
const RESERVED = [
  "guest",
  "cleaner",
  "demo",
  "payment",
  "feed",
  "platform",
  "system",
  "latchkey",
  "command line",
  "sign-in link",
];

/** The form in which two names are compared: people read "Ann" and "ann" as one. */
export function sameNameForm(username: string): string {
  return username.normalize("NFKC").trim().toLowerCase();
}

export const NAME_RESERVED = "Latchkey uses this name itself. Choose another one.";
export const NAME_TAKEN = "Somebody else has, or had, this name. Choose another one.";

export function isReservedName(username: string): boolean {
  return RESERVED.includes(sameNameForm(username));
}
