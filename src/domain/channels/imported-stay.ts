import type { LocalDate } from "../calendar/local-date.ts";
import { type Platform, PLATFORM_NAMES } from "./channel.ts";
import type { Cents } from "../money/money.ts";

/** The kind of a calendar event, as far as its text shows it (S-21). */
export const EVENT_KINDS = ["reservation", "block", "unknown"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** S-36: records are never deleted; a record that the calendar no longer shows changes its state. */
export const STAY_STATES = ["active", "missing", "released", "finished"] as const;
export type StayState = (typeof STAY_STATES)[number];

/** S-27: the host's answer, which overrides the calendar. */
export const HOST_OVERRIDES = ["booking", "closure", "ignore"] as const;
export type HostOverride = (typeof HOST_OVERRIDES)[number];

/**
 * Why a record in the calendar does not close its nights: a block that the mode leaves out (S-22), an echo of our own
 * nights (S-55), a long span that stays on sale until the host answers (S-23), or a record that the host chose to
 * ignore (S-27).
 */
export const EXCLUSION_REASONS = ["block-ignored", "echo", "asked", "ignored"] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** One event of a connected calendar as we store it; `endsOn` is exclusive. */
export type ImportedStay = {
  id: string;
  channelId: string;
  platform: Platform;
  uid: string;
  /** The start that identifies one occurrence of a repeating UID; empty for a single event (S-20). */
  occurrence: string;
  startsOn: LocalDate;
  endsOn: LocalDate;
  kind: EventKind;
  hostOverride: HostOverride | null;
  state: StayState;
  /** Null if there is no such reason: the record then occupies its nights, unless its state is `released`. */
  exclusion: ExclusionReason | null;
  summary: string;
  /** The platform's reservation code, such as Airbnb's HM…; empty if there is none. */
  code: string;
  /** The reservation's page on the platform; empty if unknown. */
  link: string;
  /** The guest's name as given in the calendar; empty if the calendar does not give it. */
  feedGuest: string;
  phoneDigits: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  /**
   * When the record was first missing from a valid calendar, and how many valid calendars have not contained it since
   * (S-31).
   */
  missingSince: Date | null;
  timesMissed: number;
  /** S-37: whether the host keeps the record although the calendar does not show it. */
  kept: boolean;
  /**
   * The stay that this stay seems to replace, judging by dates alone (S-25). Both occupy their nights until the old one
   * has been missing from the calendar for long enough.
   */
  movedFrom: string | null;
};

/** Whether the record closes its nights. */
export function holdsItsNights(stay: Pick<ImportedStay, "state" | "exclusion">): boolean {
  return stay.state !== "released" && stay.exclusion === null;
}

/** Whether the record is a booking: the host's answer decides if there is one, otherwise the calendar does. */
export function isSureStay({ kind, hostOverride }: Pick<ImportedStay, "kind" | "hostOverride">): boolean {
  return (hostOverride ?? (kind === "reservation" ? "booking" : "")) === "booking";
}

/** Whether guests are expected; the host then sees a stay. Everything else is shown as closed nights (S-80). */
export function isStay(stay: Pick<ImportedStay, "kind" | "hostOverride" | "platform">): boolean {
  if (stay.hostOverride !== null) return stay.hostOverride === "booking";
  return stay.kind === "reservation" || (stay.kind === "unknown" && stay.platform !== "other");
}

/** Whether the platform may have sold the nights, even if the host sees them only as closed. */
export function mayBeSale({ kind, hostOverride }: Pick<ImportedStay, "kind" | "hostOverride">): boolean {
  return hostOverride === null ? kind !== "block" : hostOverride === "booking";
}

/** Whether a guest may be in the cottage, so that only the host can say whether the nights are free (S-34). */
export function mayBeInHouse(
  stay: Pick<ImportedStay, "kind" | "hostOverride" | "startsOn" | "endsOn">,
  today: LocalDate,
): boolean {
  return mayBeSale(stay) && stay.startsOn <= today && stay.endsOn > today;
}

/** The display name of an imported stay (S-80): "Airbnb stay HMABCDEFGH"; closed nights are not called stays. */
export function stayTitle(
  stay: Pick<ImportedStay, "platform" | "kind" | "hostOverride" | "code">,
  channelName: string,
): string {
  const name = nameOf(stay.platform, channelName);
  return isStay(stay) ? `${name} stay${stay.code ? ` ${stay.code}` : ""}` : `Closed at ${name}`;
}

export function nameOf(platform: Platform, channelName: string): string {
  return platform === "other" ? channelName : PLATFORM_NAMES[platform];
}

/** An imported stay in the host's lists (S-80). Its price is the price that the host entered, or unknown. */
export type ImportedListing = Pick<ImportedStay, "id" | "code" | "link" | "phoneDigits" | "firstSeenAt"> & {
  source: Platform;
  /** "Airbnb stay HMABCDEFGH", or "Closed at Airbnb" for nights without a guest. */
  title: string;
  guestName: string;
  /** As the host entered it. */
  guestPhone: string;
  checkIn: LocalDate;
  checkOut: LocalDate;
  amountCents: Cents | null;
  currency: string;
  isStay: boolean;
};
