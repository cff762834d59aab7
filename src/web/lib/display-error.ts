import { ApiError } from "../api/client.ts";
import { formatDate } from "./format-date.ts";

/** An error whose message is a sentence for the host. */
export class DisplayError extends Error {}

/** For a file that a proxy refuses before it reaches the server, which gives a reason for each of its own refusals. */
const PROXY_LIMIT =
  "The web server in front of Latchkey does not accept files of this size. Ask the person who runs it to raise its limit.";

/** Null if the proxy has not refused the request. */
export function refusalOfProxy(error: unknown): string | null {
  return error instanceof ApiError && error.status === 413 && !error.problem.message ? PROXY_LIMIT : null;
}

/**
 * The server's reason with the dates of any taken nights, `otherwise` if it gave none, or the state of the connection.
 */
export function reasonOf(error: unknown, otherwise = "Something went wrong. Please try again."): string {
  if (error instanceof DisplayError) return error.message;
  if (!(error instanceof ApiError)) {
    return navigator.onLine
      ? "We can't reach the server. Check your connection and try again."
      : "You are offline. We keep what you typed. Try again when you're back online.";
  }
  const { message, nights, requestId } = error.problem;
  const taken = nights?.length ? ` Taken: ${nights.map((night) => formatDate(night, "short")).join("; ")}.` : "";
  const reference = error.status >= 500 && requestId ? ` Reference: ${requestId}` : "";
  return `${message || (refusalOfProxy(error) ?? otherwise)}${taken}${reference}`;
}

/** If there was no response, or if its status was 5xx, the save may have succeeded. */
export function afterFailure(error: Error): string {
  return error instanceof ApiError && error.status < 500
    ? "Nothing was saved; what you typed is still here."
    : "Your changes may have been saved all the same. What you typed is still here, so you can save again.";
}

/** By field. */
export function fieldErrors(error: Error | null): Record<string, string> {
  return error instanceof ApiError ? (error.problem.fields ?? {}) : {};
}

export const supportsPasskeys = () => "PublicKeyCredential" in globalThis;
