/** NIST SP 800-63B-4: a password that stands alone has at least 15 characters; no rules about which (reliability 2.1). */
export const MIN_PASSWORD_LENGTH = 15;
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_USERNAME_LENGTH = 3;

/** The reason to refuse a new password, or null when it is good. Spaces, signs and every script are welcome. */
export function passwordProblem(password: string, username: string): string | null {
  const length = [...password.normalize("NFKC")].length;
  if (length < MIN_PASSWORD_LENGTH) {
    return `Use at least ${MIN_PASSWORD_LENGTH} characters. A short sentence is easy to remember.`;
  }
  if (length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (new Set(password).size < 5) return "Use more different characters.";
  if (username && password.toLowerCase().includes(username.toLowerCase())) {
    return "Leave your username out of the password.";
  }
  return null;
}
