import { isGone } from "./timing.ts";

/**
 * S-10: the result of reading a calendar once. Only `ok` may change imported stays. `unchanged` is a 304 response,
 * `other_calendar` a calendar that the host has to confirm first (S-35), `own_calendar` one that Latchkey published
 * (S-01), and `import_failed` an error of our own.
 */
export const BODY_STATES = [
  "ok",
  "unchanged",
  "not_ical",
  "empty_body",
  "truncated",
  "too_large",
  "too_many",
  "http_error",
  "network_error",
  "refused_address",
  "timeout",
  "other_calendar",
  "own_calendar",
  "import_failed",
] as const;
export type BodyState = (typeof BODY_STATES)[number];

export function isGood(state: BodyState): boolean {
  return state === "ok" || state === "unchanged";
}

export const OWN_CALENDAR = "This is Latchkey's own calendar. Paste the link that the platform gives you.";

/** Why a calendar could not be read and what to do about it, as a message for the host. */
export function badReading(state: BodyState, status: number | null, name: string, retries = true): string {
  const again = retries ? " We'll try again automatically." : " Please try again.";
  if (isGone(state, status))
    return retries
      ? `The link is no longer valid (${status}). Copy the calendar link from ${name} again, then choose “Change link” on the page of ${name} in Latchkey.`
      : `The link is no longer valid (${status}). Copy the calendar link from ${name} again.`;
  switch (state) {
    case "ok":
    case "unchanged":
      return "";
    case "http_error":
      return `${name} returned an error (${status}).${again}`;
    case "not_ical":
      return `${name} sent something that is not a calendar. Check that you used the calendar's export link.`;
    case "empty_body":
      return `${name} sent an empty file.${again}`;
    case "truncated":
      return `The calendar from ${name} was cut off in the middle.${again}`;
    case "too_large":
      return `The calendar from ${name} is too large to read: it is over 2 MB, or reading it would take too long. Nothing changed. Ask ${name} for a smaller one.`;
    case "too_many":
      return `The calendar from ${name} has too many events to read: the limits are 5,000 in all, 2,000 in the next two years and 20 on the same night. Nothing changed.`;
    case "network_error":
      return `${name} could not be reached.${again}`;
    case "timeout":
      return `${name} did not respond in time.${again}`;
    case "other_calendar":
      return `The link for ${name} now returns a different calendar. Nothing is imported until you confirm it.`;
    case "own_calendar":
      return retries
        ? `The link for ${name} now returns Latchkey's own calendar. Choose “Change link” on the page of ${name} in Latchkey, and paste the link that ${name} gives you.`
        : OWN_CALENDAR;
    case "import_failed":
      return `The calendar from ${name} could not be imported because of an error in Latchkey. The server's log has details.${again}`;
    case "refused_address":
      return "We can't read this link, or a link that it redirects to. Latchkey reads only https links that use a public host name and the standard port, without a user name or password.";
  }
}
