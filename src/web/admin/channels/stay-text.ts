import type { ChannelStay } from "#contract/channels.ts";

const STATES = {
  active: "These nights are closed here",
  missing: "No longer in the platform's calendar; these nights are still closed here",
  released: "Released: these nights are free again",
  finished: "Ended",
} satisfies Record<ChannelStay["state"], string>;

const EXCLUSIONS = {
  "block-ignored": "Blocked on the platform, still on sale here",
  echo: "A copy of your own calendar, so nothing is closed",
  asked: "On sale until you answer our question",
  ignored: "Ignored by you, on sale here",
} satisfies Record<NonNullable<ChannelStay["exclusion"]>, string>;

export function effectText(stay: Pick<ChannelStay, "state" | "exclusion">): string {
  return stay.state !== "released" && stay.exclusion ? EXCLUSIONS[stay.exclusion] : STATES[stay.state];
}
