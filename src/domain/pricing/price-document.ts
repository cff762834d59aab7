import { BOOKING_WINDOW_DAYS, MAX_GUESTS, MAX_NIGHTS } from "../booking/limits.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import type { Weekday } from "../calendar/month.ts";
import type { LocalTime } from "../calendar/time-zone.ts";
import type { Cents } from "../money/money.ts";

/** A day of any year, `MM-DD`. */
export type MonthDay = `${number}-${number}`;

/** Hundredths of a percent: 10 % is 1000. */
export type BasisPoints = number;

/** What a season or special dates set for their nights. Null inherits from the level below (docs/pricing.md P-01). */
export type NightTerms = {
  priceCents: Cents | null;
  /**
   * Null: weekend nights cost the same as this level's other nights, or what the level below sets if this level has no
   * price.
   */
  weekendPriceCents: Cents | null;
  minimumNights: number | null;
  /** Weekdays on which a stay may begin or end; all seven mean any day. */
  changeoverDays: Weekday[] | null;
};

/** Recurs each year. Both ends are nights of the season; it may include New Year. */
export type Season = NightTerms & { name: string; from: MonthDay; to: MonthDay };

/** Not repeated. Both ends are included. */
export type SpecialDates = NightTerms & { name: string; firstNight: LocalDate; lastNight: LocalDate };

/** A percentage off the nights of a stay that begins a certain number of days from today. */
export type LeadTimeDiscount = { days: number; percent: BasisPoints };

export type Tax = { name: string; included: boolean } & (
  | { per: "price"; percent: BasisPoints }
  | { per: "guest-night" | "stay"; amountCents: Cents }
);

/**
 * From this many hours before check-in, cancelling costs this: the first nights at the price they were sold for, or a
 * percentage of the total.
 */
export type CancellationStep = { fromHoursBefore: number } & ({ nights: number } | { percent: BasisPoints });

/**
 * How late guests may book. The earliest arrival is this many days from today; after `until`, in the cottage's time
 * zone, a day later. Zero days until 15:00 means no same-day bookings after 15:00.
 */
export type BookingNotice = { days: number; until: LocalTime | null };

export type PriceDocument = {
  /** ISO 4217. All amounts are whole numbers of its smallest unit, called cents here. */
  currency: string;
  everyNight: {
    priceCents: Cents;
    weekendPriceCents: Cents | null;
    /** Nights, not days: Friday is the night from Friday to Saturday. */
    weekendNights: Weekday[];
    minimumNights: number;
    changeoverDays: Weekday[];
  };
  seasons: Season[];
  specialDates: SpecialDates[];
  /** The discount for a long stay is that of the longest tier it reaches. */
  longerStays: { nights: number; percent: BasisPoints }[];
  /** For arrivals at most this many days ahead. */
  lastMinute: LeadTimeDiscount | null;
  /** For arrivals at least this many days ahead. */
  earlyBird: LeadTimeDiscount | null;
  guests: { sleeps: number; included: number; extraCents: Cents };
  cleaningCents: Cents;
  taxes: Tax[];
  /**
   * A gap of at least this many nights between two bookings can be booked in full, whatever the minimum stay. Null:
   * never.
   */
  smallestGap: number | null;
  /** Nights kept free before and after each stay. Guests cannot book them; the host can. */
  preparationNights: number;
  /** Null: guests can book until the end of the arrival day. */
  notice: BookingNotice | null;
  longestStay: number;
  /** Days from today to the last check-out. */
  windowDays: number;
  /** Cancelling is free before the first step. The steps are in order of time. */
  cancellation: CancellationStep[];
};

/** A discount code as the host wrote it. */
export type PromoCode = {
  /** A-Z and 0-9. */
  code: string;
  discount: { percent: BasisPoints } | { amountCents: Cents };
  arrivalFrom: LocalDate | null;
  arrivalUntil: LocalDate | null;
  bookUntil: LocalDate | null;
  minimumNights: number | null;
  maximumUses: number | null;
};

export const EVERY_WEEKDAY: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];

/** The specification's prices: 150 a night and nothing else. */
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
  cancellation: [{ fromHoursBefore: 48, nights: 1 }],
};

/** The limits of a price document: high enough for any cottage, low enough to keep quotes fast. */
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
