import type { ChannelStay } from "#contract/channels.ts";

const STATES = {
  active: "Closes its nights",
  missing: "Gone from its calendar, nights still closed",
  released: "Released: its nights are free",
  finished: "Over",
} satisfies Record<ChannelStay["state"], string>;

const SPARED = {
  "block-ignored": "Blocked on the platform; on sale here",
  echo: "Copied from our own calendar; closes nothing",
  asked: "On sale until you answer the question about it",
  ignored: "You chose to ignore it; on sale here",
} satisfies Record<NonNullable<ChannelStay["spared"]>, string>;

/** What an imported stay does to the calendar, in words. */
export function standingOf(stay: Pick<ChannelStay, "state" | "spared">): string {
  return stay.state !== "released" && stay.spared ? SPARED[stay.spared] : STATES[stay.state];
}
