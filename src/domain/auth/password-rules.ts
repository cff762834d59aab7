import { isCommonPassword, normalizePassword } from "./common-passwords.ts";

/**
 * NIST SP 800-63B-4: a password without a second factor has at least 15 characters, and there are no rules about its
 * composition.
 */
export const MIN_PASSWORD_LENGTH = 15;
/** The minimum length if an app code is required as well. */
export const MIN_PASSWORD_LENGTH_WITH_CODE = 8;
export const MAX_PASSWORD_LENGTH = 256;

/** An attacker would soon try the product's own name. */
const PRODUCT_NAME = "latchkey";
export const TOO_COMMON =
  "This password is one of the first that an attacker would try. Use words that only you would put together.";
/** Shorter words also occur in good passwords by chance. */
const MIN_CONTEXT_LETTERS = 4;

export type PasswordContext = {
  username: string;
  propertyName?: string;
  /** Whether the account also requires a code from an app. */
  secondFactor?: boolean;
};

/** Why a new password is refused, or null when it is acceptable. Spaces, symbols and all scripts are allowed. */
export function passwordProblem(password: string, context: PasswordContext): string | null {
  const normal = password.normalize("NFKC");
  const length = [...normal].length;
  const least = context.secondFactor ? MIN_PASSWORD_LENGTH_WITH_CODE : MIN_PASSWORD_LENGTH;
  if (length < least) return `Use at least ${least} characters. A short sentence is easy to remember.`;
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (new Set(normal).size < 5) return "Use a wider variety of characters.";
  return contextProblem(normalizePassword(normal), context) ?? (isCommonPassword(normal) ? TOO_COMMON : null);
}

function contextProblem(squeezed: string, { username, propertyName = "" }: PasswordContext): string | null {
  if (contains(squeezed, username)) return "Leave your username out of the password.";
  if (contains(squeezed, propertyName)) return "Leave the name of your property out of the password.";
  if (contains(squeezed, PRODUCT_NAME)) return "Leave the word Latchkey out of the password.";
  return null;
}

function contains(squeezed: string, word: string): boolean {
  const letters = normalizePassword(word);
  // A shorter name counts only if the password consists of nothing but that name and separators.
  return letters.length >= MIN_CONTEXT_LETTERS ? squeezed.includes(letters) : letters !== "" && squeezed === letters;
}
