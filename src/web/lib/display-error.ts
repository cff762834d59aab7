import { wordsOf } from "../api/client.ts";

/** A failure whose message is a sentence for the host. */
export class DisplayError extends Error {}

/** What to say of any failed act. */
export function reasonOf(error: Error): string {
  if (error instanceof DisplayError) return error.message;
  return wordsOf(error) || "We can't reach the server. Check your connection and try again.";
}

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = () => "PublicKeyCredential" in globalThis;
