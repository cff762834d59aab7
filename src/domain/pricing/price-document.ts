import { BOOKING_WINDOW_DAYS, MAX_GUESTS, MAX_NIGHTS } from "../booking/limits.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import type { Weekday } from "../calendar/month.ts";
import type { LocalTime } from "../calendar/time-zone.ts";
import type { Cents } from "../money/money.ts";

/** A day in any year, `MM-DD`. */
export type MonthDay = `${number}-${number}`;

/** Hundredths of a percent: 10% is 1000. */
export type BasisPoints = number;

/**
 * The values that a season or special dates set for their nights. Null inherits from the level below (docs/pricing.md
 * PR-01).
 */
export type NightTerms = {
  priceCents: Cents | null;
  /**
   * Null means that weekend nights cost the same as this level's other nights, or, if this level has no price, what the
   * level below sets.
   */
  weekendPriceCents: Cents | null;
  minimumNights: number | null;
  /** Weekdays on which a stay may begin or end. */
  changeoverDays: Weekday[] | null;
};

/** Recurs every year. Both ends are nights of the season, which may span the turn of the year. */
export type Season = NightTerms & { name: string; from: MonthDay; to: MonthDay };

/** Does not recur. Both ends are included. */
export type SpecialDates = NightTerms & { name: string; firstNight: LocalDate; lastNight: LocalDate };

/** A percentage off the nights of a stay that begins a certain number of days from today. */
export type LeadTimeDiscount = { days: number; percent: BasisPoints };

export type Tax = { name: string; included: boolean } & (
  | { per: "price"; percent: BasisPoints }
  | { per: "guest-night" | "stay"; amountCents: Cents }
);

/**
 * From this many hours before check-in, cancelling costs the following: the first nights at the price for which they
 * were sold, or a percentage of the total.
 */
export type CancellationStep = { fromHoursBefore: number } & ({ nights: number } | { percent: BasisPoints });

/**
 * How late guests may book. The earliest arrival is this many days from today or, after the time `until` in the
 * cottage's time zone, one day later. Zero days until 15:00 means no same-day bookings after 15:00.
 */
export type BookingNotice = { days: number; until: LocalTime | null };

export type PriceDocument = {
  /** The ISO 4217 code. All amounts are whole numbers of the currency's smallest unit, called cents here. */
  currency: string;
  everyNight: {
    priceCents: Cents;
    weekendPriceCents: Cents | null;
    /** These are nights, not days: Friday is the night from Friday to Saturday. */
    weekendNights: Weekday[];
    minimumNights: number;
    changeoverDays: Weekday[];
  };
  seasons: Season[];
  specialDates: SpecialDates[];
  /** The discount for a long stay is that of the highest tier that the stay reaches. */
  longerStays: { nights: number; percent: BasisPoints }[];
  /** The discount for arrivals at most `days` days ahead. */
  lastMinute: LeadTimeDiscount | null;
  /** The discount for arrivals at least `days` days ahead. */
  earlyBird: LeadTimeDiscount | null;
  guests: { sleeps: number; included: number; extraCents: Cents };
  cleaningCents: Cents;
  taxes: Tax[];
  /**
   * A gap of at least this many nights, between two bookings or between the earliest arrival and a booking, can be
   * booked in full, whatever the minimum stay and the changeover days. Null means never.
   */
  smallestGap: number | null;
  /** The number of nights kept free before and after each stay. Guests cannot book them; the host can. */
  preparationNights: number;
  /** Null means that guests can book until the end of the arrival day. */
  notice: BookingNotice | null;
  longestStay: number;
  /** The number of days from today to the last check-out. */
  windowDays: number;
  /** Cancelling is free before the first step. The steps are in chronological order. */
  cancellation: CancellationStep[];
};

/** A discount code with the conditions that the host has set. */
export type PromoCode = {
  /** Only the characters A-Z and 0-9. */
  code: string;
  discount: { percent: BasisPoints } | { amountCents: Cents };
  arrivalFrom: LocalDate | null;
  arrivalUntil: LocalDate | null;
  bookUntil: LocalDate | null;
  minimumNights: number | null;
  maximumUses: number | null;
};

export const EVERY_WEEKDAY: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

/** The prices in the specification: 150 a night and no other charges. */
export const DEFAULT_PRICES: PriceDocument = {
  currency: "USD",
  everyNight: {
    priceCents: 15_000,
    weekendPriceCents: null,
    weekendNights: [4, 5],
    minimumNights: 1,
    changeoverDays: [...EVERY_WEEKDAY],
  },
  seasons: [],
  specialDates: [],
  longerStays: [],
  lastMinute: null,
  earlyBird: null,
  guests: { sleeps: MAX_GUESTS, included: MAX_GUESTS, extraCents: 0 },
  cleaningCents: 0,
  taxes: [],
  smallestGap: null,
  preparationNights: 0,
  notice: null,
  longestStay: MAX_NIGHTS,
  windowDays: BOOKING_WINDOW_DAYS,
  // SPEC 9: free until 48 hours before check-in at 2 PM at the cottage; afterwards, the price of one night.
  cancellation: [{ fromHoursBefore: 48, nights: 1 }],
};

/** The limits of a price document: high enough for a cottage, low enough to keep quotes fast. */
export const MOST = {
  seasons: 24,
  specialDates: 120,
  longerStays: 4,
  taxes: 3,
  cancellationSteps: 3,
  codes: 100,
  sleeps: 30,
  minimumNights: 90,
  preparationNights: 7,
  noticeDays: 60,
  feeCents: 10_000_000,
} as const;
