import type { ChannelStay } from "#contract/channels.ts";

const STATES = {
  active: "Closes its nights",
  missing: "Gone from its calendar, nights still closed",
  released: "Released: its nights are free",
  finished: "Over",
} satisfies Record<ChannelStay["state"], string>;

const SPARED = {
  "block-ignored": "A block of the platform: closes nothing here",
  echo: "Repeats our own calendar: closes nothing",
  asked: "Waits for your answer: closes nothing yet",
  ignored: "Ignored by you: closes nothing",
} satisfies Record<NonNullable<ChannelStay["spared"]>, string>;

/** What an imported stay does to the calendar, in words. */
export function standingOf(stay: Pick<ChannelStay, "state" | "spared">): string {
  return stay.state !== "released" && stay.spared ? SPARED[stay.spared] : STATES[stay.state];
}
