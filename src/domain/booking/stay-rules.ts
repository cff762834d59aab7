import { BOOKING_WINDOW_DAYS, MAX_NIGHTS } from "./limits.ts";

/** What the website sells; the host can set narrower or wider limits. */
export type StayRules = {
  /** Nights of the longest stay. */
  longestStay: number;
  /** How many days from today the last check-out may be. */
  windowDays: number;
};

export const DEFAULT_STAY_RULES: StayRules = { longestStay: MAX_NIGHTS, windowDays: BOOKING_WINDOW_DAYS };

/** The limits of these settings. The calendar covers two years; no page looks further ahead. */
export const LONGEST_STAY_NIGHTS = { min: 1, max: 90 } as const;
export const WINDOW_DAYS = { min: 30, max: BOOKING_WINDOW_DAYS } as const;
