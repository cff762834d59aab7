/** SPEC 5 and 9: the cottage sleeps six; the form starts with two guests. */
export const MIN_GUESTS = 1;
export const MAX_GUESTS = 6;
export const DEFAULT_GUESTS = 2;

/** SPEC 4: the default dates of a new form are tomorrow to four days from now. */
export const DEFAULT_CHECK_IN_DAYS_AHEAD = 1;
export const DEFAULT_CHECK_OUT_DAYS_AHEAD = 4;

/** Our own limits, because SPEC has none: otherwise, one request could close the calendar for years. */
export const MAX_NIGHTS = 30;
export const BOOKING_WINDOW_DAYS = 730;

/** The host may enter stays and blocks longer than any stay sold on the website; the limit catches a mistyped year. */
export const MAX_NIGHTS_FOR_HOST = 365;

/** The limits on stays that the website sells, which the host sets within the ranges below. */
export type StayRules = {
  /** The number of nights in the longest stay. */
  longestStay: number;
  /** How many days from today the last check-out may be. */
  windowDays: number;
};

export const DEFAULT_STAY_RULES: StayRules = { longestStay: MAX_NIGHTS, windowDays: BOOKING_WINDOW_DAYS };

/** The ranges allowed for these settings. The website's calendar covers two years. */
export const LONGEST_STAY_NIGHTS = { min: 1, max: 90 } as const;
export const WINDOW_DAYS = { min: 30, max: BOOKING_WINDOW_DAYS } as const;
