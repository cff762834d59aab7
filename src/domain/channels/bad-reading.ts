import type { BodyState } from "./body-state.ts";
import { isGone } from "./timing.ts";

/** Why a calendar could not be read, and what to do, in a sentence for the host. */
export function badReading(state: BodyState, status: number | null, name: string): string {
  if (isGone(state, status))
    return `The link is no longer valid (${status}). Copy the calendar link from ${name} again and connect anew.`;
  switch (state) {
    case "ok":
    case "unchanged":
      return "";
    case "http_error":
      return `${name} answered with an error (${status}). We try again by ourselves.`;
    case "not_ical":
      return `${name} sent something that is no calendar. Check that the link is the calendar's export link.`;
    case "empty_body":
      return `${name} sent an empty file. We try again by ourselves.`;
    case "truncated":
      return `The calendar of ${name} broke off in the middle. We try again by ourselves.`;
    case "too_large":
      return `The calendar of ${name} is larger than 2 MB and was not read. Ask ${name} for a smaller one.`;
    case "too_many":
      return `The calendar of ${name} has more than 5,000 events and was not read.`;
    case "network_error":
      return `${name} could not be reached. We try again by ourselves.`;
    case "timeout":
      return `${name} did not answer in time. We try again by ourselves.`;
    case "refused_address":
      return "This address is not on the public internet, and is not read.";
  }
}
