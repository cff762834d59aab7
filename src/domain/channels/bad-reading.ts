import type { BodyState } from "./body-state.ts";
import { isGone } from "./timing.ts";

/** Why a calendar could not be read, and what to do, in a sentence for the host. */
export function badReading(state: BodyState, status: number | null, name: string, retries = true): string {
  const again = retries ? " We try again automatically." : "";
  if (isGone(state, status))
    return `The link is no longer valid (${status}). Copy the calendar link from ${name} again and connect anew.`;
  switch (state) {
    case "ok":
    case "unchanged":
      return "";
    case "http_error":
      return `${name} answered with an error (${status}).${again}`;
    case "not_ical":
      return `${name} sent something that is no calendar. Check that the link is the calendar's export link.`;
    case "empty_body":
      return `${name} sent an empty file.${again}`;
    case "truncated":
      return `The calendar of ${name} broke off in the middle.${again}`;
    case "too_large":
      return `The calendar of ${name} is too large and was not read: it has more than 2 MB, or reading it would take too long. Nothing changed. Ask ${name} for a smaller one.`;
    case "too_many":
      return `The calendar of ${name} has too many events and was not read: at most 5,000, and 2,000 from today on. Nothing changed.`;
    case "network_error":
      return `${name} could not be reached.${again}`;
    case "timeout":
      return `${name} did not answer in time.${again}`;
    case "refused_address":
      return "This link, or one that it leads to, is not read. Latchkey reads only https links to hosts on the public internet, by name, on the usual port, and without a user name or password.";
  }
}
