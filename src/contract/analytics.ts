import * as z from "zod/mini";
import { ALL_METHODS } from "#domain/booking/payment.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { BOOKING_STATUSES } from "#domain/booking/status.ts";
import type { LineSums } from "#domain/pricing/line-sums.ts";
import { endpoint } from "./endpoint.ts";
import { dayRange, numericAmount, localDate } from "./fields.ts";

const stay = z.object({
  id: z.string(),
  reference: z.string(),
  guestName: z.string(),
  /** Null if unknown, because platforms' calendars do not contain it. */
  guestCount: z.nullable(z.number()),
  status: z.enum(BOOKING_STATUSES),
  /** Who has to act on a pending booking. The guest may have to open a link, pay or answer an offer. */
  waitsFor: z.nullable(z.enum(["guest", "host"])),
  source: z.enum(BOOKING_SOURCES),
  checkIn: z.string(),
  checkOut: z.string(),
  nights: z.number(),
  /** True for a stay from a platform's calendar: it has its own screen. */
  imported: z.boolean(),
});
export type DashboardStay = z.output<typeof stay>;

/** Something that is waiting for the host; `href` is the screen on which the host can deal with it. */
const alert = z.object({
  id: z.string(),
  level: z.enum(["notice", "warning"]),
  title: z.string(),
  detail: z.string(),
  href: z.string(),
});
export type Alert = z.output<typeof alert>;

const setupStep = z.object({
  id: z.string(),
  title: z.string(),
  /** When the step counts as done, if the title does not say so. */
  hint: z.optional(z.string()),
  href: z.string(),
  done: z.boolean(),
});
export type SetupStep = z.output<typeof setupStep>;

/** Sums in the property's previous currencies. They are never added to sums in the current currency. */
const otherCurrencies = z.array(z.object({ currency: z.string(), amount: numericAmount }));

const moneySums = {
  paid: z.number(),
  refunded: z.number(),
  /** The payment provider's fees. */
  fees: z.number(),
  due: z.number(),
};

/**
 * Payments and refunds, counted on the day on which they were made, and what guests with direct bookings still owe.
 * Test payments are excluded.
 */
const money = z.object({
  ...moneySums,
  /** The same in the property's previous currencies. */
  others: z.array(z.object({ currency: z.string(), ...moneySums })),
});
export type Money = z.output<typeof money>;

/** The domain's `LineSums`. */
const parts = <T extends z.ZodMiniType>(amount: T) =>
  ({
    accommodation: amount,
    discounts: amount,
    extraGuests: amount,
    cleaning: amount,
    adjustments: amount,
    taxes: amount,
  }) satisfies Record<keyof LineSums, T>;

/** The dashboard. All days are in the property's time zone. */
export const dashboard = endpoint("GET", "/api/admin/dashboard", "admin", {
  response: z.object({
    today: z.string(),
    timeZone: z.string(),
    /** Except for `money`, these figures are about stays that are not cancelled. */
    stats: z.object({
      totalBookings: z.number(),
      /** Check-ins from the first to the last day of this month. */
      thisMonth: z.number(),
      /** Stays that begin today or later and whose guests have not checked in yet. */
      upcoming: z.number(),
      /** Sum of the stored totals in the property's currency. A night that is sold twice is counted once. */
      revenue: numericAmount,
      /** The revenue by kind of price line; the amounts of all kinds add up to the revenue. */
      madeOf: z.object(parts(numericAmount)),
      currency: z.string(),
      otherCurrencies,
      /** The figures for all time. */
      money,
    }),
    arrivals: z.array(stay),
    departures: z.array(stay),
    /** Guests staying tonight: those who have checked in, and those whose stay began before today. */
    inHouse: z.array(stay),
    /** Check-ins from tomorrow to seven days from now. */
    nextSevenDays: z.array(stay),
    /** SPEC 9: `upcoming` and `recent` contain at most five stays each. */
    upcoming: z.array(stay),
    recent: z.array(stay),
    alerts: z.array(alert),
    setup: z.array(setupStep),
  }),
});
export type Dashboard = z.output<typeof dashboard.response>;

const days = { from: z.string(), to: z.string() };

const range = z.object({
  from: dayRange.from,
  to: localDate("to must be the day after the last one, as YYYY-MM-DD"),
});

/** Either both dates or, for all time, neither. */
const span = z.partial(range).check(
  z.refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: "Send both dates, or neither",
    path: ["to"],
  }),
  z.refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    error: "The last day must not be before the first",
    path: ["to"],
  }),
);

/**
 * The four fields of SPEC 7, and the nights from which the occupancy is calculated. Amounts are in the main unit of
 * `currency`, and the occupancy rate is a percentage. A rate is null if there is no data for it.
 */
const figures = {
  totalBookings: z.number(),
  totalRevenue: z.number(),
  occupancyRate: z.nullable(z.number()),
  averageDailyRate: z.nullable(z.number()),
  nightsSold: z.number(),
  nightsAvailable: z.number(),
};

/**
 * Figures for stays that are not cancelled, on the days from `from` up to, but not including, `to`. A booking is
 * counted on its check-in day; its nights and its total are counted night by night, with the total spread evenly over
 * the nights. Revenue and average rate leave out stays from platforms for which the host has not entered an amount.
 */
export const analytics = endpoint("GET", "/api/admin/analytics", "admin", {
  /**
   * Without dates, the range runs from the month of the first stay to the month of the last stay, or to this month if
   * that is later.
   */
  query: span,
  response: z.object({
    ...figures,
    /**
     * The currency of all amounts here, except in `otherCurrencies` and `money.others`. Elsewhere, a stay in another
     * currency counts as a stay without an amount.
     */
    currency: z.string(),
    /** The revenue by kind of price line; the amounts of all kinds add up to the revenue. */
    madeOf: z.object(parts(z.number())),
    otherCurrencies,
    money,
    range: z.object(days),
    /**
     * The preceding period with as many months or, if the range is not whole months, as many days; null if the range is
     * all time, or if there are no stays.
     */
    before: z.nullable(z.object({ ...days, ...figures })),
    /** Months, or years if there would be too many months to read. */
    periods: z.array(z.object({ ...days, label: z.string(), ...figures })),
    guests: z.object({
      /** Distinct guests, identified by email address; guests without one are not counted. */
      guests: z.number(),
      /** Of these guests, those with two or more stays up to the end of the range. */
      repeatGuests: z.number(),
      averageNights: z.nullable(z.number()),
      averageParty: z.nullable(z.number()),
      /** Out of 5; null if there are no ratings for the range. */
      satisfaction: z.nullable(z.number()),
    }),
    /** Bookings whose check-in is in the range, including cancelled bookings, but not those with an `endedAs`. */
    statuses: z.array(z.object({ status: z.enum(BOOKING_STATUSES), bookings: z.number() })),
    sources: z.array(
      z.object({
        source: z.enum(BOOKING_SOURCES),
        bookings: z.number(),
        nights: z.number(),
        /** Null if the amount is unknown. */
        revenue: z.nullable(z.number()),
        nightsWithoutAmount: z.number(),
      }),
    ),
  }),
});
export type Analytics = z.output<typeof analytics.response>;
export type Figures = Pick<Analytics, keyof typeof figures>;

/** The rows behind the figures for a range. */
export const analyticsStays = endpoint("GET", "/api/admin/analytics/stays", "admin", {
  query: range,
  response: z.array(
    z.object({
      ...stay.shape,
      /** Whether the check-in is in the range. */
      counted: z.boolean(),
      nightsInRange: z.number(),
      /** The part of the total that belongs to those nights; null if the amount is unknown. */
      revenueInRange: z.nullable(z.number()),
      currency: z.string(),
    }),
  ),
});
export type AnalyticsStay = z.output<typeof analyticsStays.response>[number];

/** The rows behind `money`. */
export const analyticsMoney = endpoint("GET", "/api/admin/analytics/money", "admin", {
  query: span,
  response: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        bookingId: z.string(),
        reference: z.string(),
        guestName: z.string(),
        day: z.string(),
        method: z.enum(ALL_METHODS),
        currency: z.string(),
        paid: z.number(),
        /** Negative if a refunded amount came back to us. */
        refunded: z.number(),
        fee: z.nullable(z.number()),
      }),
    ),
    dues: z.array(
      z.object({
        bookingId: z.string(),
        reference: z.string(),
        guestName: z.string(),
        checkIn: z.string(),
        currency: z.string(),
        due: z.number(),
      }),
    ),
  }),
});
export type MoneyRows = z.output<typeof analyticsMoney.response>;
