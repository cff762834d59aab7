import type { BookingSource } from "../booking/booking.ts";

/**
 * The platform whose calendar a channel reads (S-01). `other` stands for Expedia, Google, a private calendar and
 * anything unknown.
 */
export type Platform = Exclude<BookingSource, "direct">;
export const PLATFORMS = ["booking.com", "airbnb", "vrbo", "agoda", "other"] as const satisfies Platform[];

export const PLATFORM_NAMES = {
  "booking.com": "Booking.com",
  airbnb: "Airbnb",
  vrbo: "Vrbo",
  agoda: "Agoda",
  other: "Other calendar",
} satisfies Record<Platform, string>;

/** The longest name of a channel, in characters. */
export const MAX_CHANNEL_NAME = 60;

/**
 * What a channel is called if the host gives it no name. The host name in the link tells calendars of the kind "other"
 * apart, and a number those that come from the same site. `taken` are the names of the other channels.
 */
export function defaultName(platform: Platform, host: string, taken: readonly string[]): string {
  if (platform !== "other") return PLATFORM_NAMES[platform];
  const used = new Set(taken.map((name) => name.toLowerCase()));
  let name = host.slice(0, MAX_CHANNEL_NAME);
  for (let n = 2; used.has(name.toLowerCase()); n++) {
    name = `${host.slice(0, MAX_CHANNEL_NAME - ` ${n}`.length)} ${n}`;
  }
  return name;
}

/** Whether `defaultName` gives this name to a calendar of the kind "other" that has this host name in its link. */
export function isDefaultName(name: string, host: string): boolean {
  const [, site = "", number = ""] = /^(.*?)( \d+)?$/.exec(name) ?? [];
  return site === host.slice(0, MAX_CHANNEL_NAME - number.length);
}

/** Whether events that are certainly blocks close nights too (S-22): only `everything` includes them. */
export const IMPORT_MODES = ["reservations", "everything"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** S-22: Airbnb and Vrbo mark blocks as such; Booking.com, Agoda and most other calendars do not. */
export const DEFAULT_MODE = {
  airbnb: "reservations",
  vrbo: "reservations",
  "booking.com": "everything",
  agoda: "everything",
  other: "everything",
} satisfies Record<Platform, ImportMode>;

export const CHANNEL_STATES = ["connected", "paused", "disconnected"] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

/** S-64, S-66: what happens to a direct booking while a platform's calendar cannot be read. */
export const UNREACHABLE_CHOICES = ["ask", "sell", "stop"] as const;
export type UnreachableChoice = (typeof UNREACHABLE_CHOICES)[number];

/** S-60: how often calendars are read, in minutes. */
export const POLL_MINUTES = { min: 10, max: 60, usual: 15 } as const;
/** S-67: how many days after check-out the names, phone digits, codes and titles of imported stays are deleted. */
export const FORGET_DAYS = { min: 1, max: 365, usual: 30 } as const;

export type ChannelRules = { pollMinutes: number; onUnreachable: UnreachableChoice; forgetAfterDays: number };
export const DEFAULT_RULES: ChannelRules = {
  pollMinutes: POLL_MINUTES.usual,
  onUnreachable: "sell",
  forgetAfterDays: FORGET_DAYS.usual,
};

/** Where a host signs in to a platform to refresh an imported calendar or to close dates manually (S-71). */
export const HOST_PAGES = {
  airbnb: "https://www.airbnb.com/multicalendar",
  "booking.com": "https://admin.booking.com/",
  vrbo: "https://www.vrbo.com/owner-dashboard",
  agoda: "https://ycs.agoda.com/",
  other: null,
} satisfies Record<Platform, string | null>;
