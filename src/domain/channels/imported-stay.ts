import type { LocalDate } from "../calendar/local-date.ts";
import type { Platform } from "./channel.ts";

/** What an event of a calendar is, as far as its text tells (S-21). */
export const EVENT_KINDS = ["reservation", "block", "unknown"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** S-36: nothing is deleted; a record that the calendar no longer shows changes its state. */
export const STAY_STATES = ["active", "missing", "released", "finished"] as const;
export type StayState = (typeof STAY_STATES)[number];

/** S-27: what the host says it is. It wins over what the calendar says. */
export const HOST_OVERRIDES = ["booking", "closure", "ignore"] as const;
export type HostOverride = (typeof HOST_OVERRIDES)[number];

/**
 * Why a record that the calendar shows holds no nights: a block that the mode leaves out (S-22), our own nights that
 * came back (S-55), a long span that stays on sale until the host answers (S-23), what the host has said to ignore
 * (S-27).
 */
export const EXCLUSION_REASONS = ["block-ignored", "echo", "asked", "ignored"] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** One event of a connected calendar, as we keep it: nights from `startsOn` up to, but not including, `endsOn`. */
export type ImportedStay = {
  id: string;
  channelId: string;
  platform: Platform;
  uid: string;
  /** The start that names one of several occurrences of a UID; empty for an event that stands alone (S-20). */
  occurrence: string;
  startsOn: LocalDate;
  endsOn: LocalDate;
  kind: EventKind;
  verdict: HostOverride | null;
  state: StayState;
  /** Null while it holds its nights (state active, missing or finished). */
  spared: ExclusionReason | null;
  summary: string;
  /** The platform's own code of the reservation, such as HM… of Airbnb; empty where there is none. */
  code: string;
  /** Where the reservation is found at the platform; empty where nobody tells. */
  link: string;
  /** As the calendar gave them; empty where it did not. */
  feedGuest: string;
  phoneDigits: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  /** When it was first absent from a good calendar, and how many good calendars lacked it since (S-31). */
  missingSince: Date | null;
  timesMissed: number;
  /** S-37: the host has said that it is kept although the calendar does not show it. */
  kept: boolean;
  /**
   * The stay whose dates these seem to be now, where only the dates tell (S-25). Both hold their nights until the
   * calendar has lacked the old one for long enough.
   */
  movedFrom: string | null;
};

/** Whether it keeps its nights closed. */
export function holdsItsNights(stay: Pick<ImportedStay, "state" | "spared">): boolean {
  return stay.state !== "released" && stay.spared === null;
}

/** Whether the calendar itself or the host says that it is a booking. */
export function isSureStay({ kind, verdict }: Pick<ImportedStay, "kind" | "verdict">): boolean {
  return (verdict ?? (kind === "reservation" ? "booking" : "")) === "booking";
}

/** Whether people are expected: what the host sees as a stay; the rest is closed nights (S-80). */
export function isStay(stay: Pick<ImportedStay, "kind" | "verdict" | "platform">): boolean {
  if (stay.verdict !== null) return stay.verdict === "booking";
  return stay.kind === "reservation" || (stay.kind === "unknown" && stay.platform !== "other");
}
