import { wordsOf } from "../api/client.ts";

/** An error whose message is a sentence for the host. */
export class DisplayError extends Error {}

/** The message for any failed action. */
export function reasonOf(error: Error): string {
  if (error instanceof DisplayError) return error.message;
  return wordsOf(error) || "We can't reach the server. Check your connection and try again.";
}

/** Whether this browser supports passkeys at all. */
export const supportsPasskeys = () => "PublicKeyCredential" in globalThis;
