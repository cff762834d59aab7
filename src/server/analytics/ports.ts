import type { Alert, DashboardStay, SetupStep } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import type { BookingSource } from "#domain/booking/source.ts";
import type { PaymentMethod } from "#domain/booking/payment.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Cents } from "#domain/money/money.ts";
import type { ExtraSums } from "./line-sums.ts";

export type Totals = { bookings: number; cents: Cents; thisMonth: number; upcoming: number };

export type DashboardStore = {
  /** `cents` are the totals in this currency. */
  totals: (today: LocalDate, month: Span, currency: string) => Promise<Totals>;
  /** The part of those totals other than accommodation. */
  extraSums: (currency: string) => Promise<ExtraSums>;
  /** Totals in every other currency, one sum for each. */
  otherTotals: (currency: string) => Promise<CurrencySum[]>;
  /** Arrivals on the day, checked in or not, except those who have left again. */
  arrivals: (day: LocalDate) => Promise<DashboardStay[]>;
  /** Not arrived yet. */
  expected: (span: Span) => Promise<DashboardStay[]>;
  departures: (day: LocalDate) => Promise<DashboardStay[]>;
  inHouse: (today: LocalDate) => Promise<DashboardStay[]>;
  upcoming: (today: LocalDate, limit: number) => Promise<DashboardStay[]>;
  recent: (today: LocalDate, limit: number) => Promise<DashboardStay[]>;
  /** Bookings that wait for the host's approval. */
  pending: () => Promise<number>;
  /** Stays that ended before today and were never checked out. */
  overstayed: (today: LocalDate) => Promise<number>;
  hasBooking: () => Promise<boolean>;
};

/** Revenue of the span's stays in a currency that the property used before. */
export type CurrencySum = { currency: string; cents: Cents };

/** The source of the host's alerts; each feature adds its own in `app.ts`. */
export type AlertSource = (today: LocalDate) => Promise<Alert[]>;

/** One set-up step; `done` checks the real state each time. */
export type SetupSource = Omit<SetupStep, "done"> & { done: () => Promise<boolean> };

/** Nights of stays that are not cancelled. `month` is `2026-12`. */
export type NightSums = {
  month: string;
  source: BookingSource;
  nights: number;
  pricedNights: number;
  cents: Cents;
};
/** Bookings by the month of their check-in, cancelled ones too. */
export type BookingSums = {
  month: string;
  status: BookingStatus;
  source: BookingSource;
  bookings: number;
  nights: number;
  /** Null for stays of platforms, which do not say. */
  people: number | null;
};

/** A stay that a platform has sold. */
export type ImportedStay = {
  id: string;
  source: BookingSource;
  title: string;
  guestName: string;
  code: string;
  checkIn: LocalDate;
  checkOut: LocalDate;
  amountCents: Cents | null;
  currency: string;
};

/**
 * Money by the ledger, without test payments; `span` null for all time. Payments count on their day, dues at the
 * check-in.
 */
export type MoneyStore = {
  sums: (
    span: Span | null,
    currency: string,
  ) => Promise<{ receivedCents: Cents; refundedCents: Cents; feeCents: Cents; dueCents: Cents }>;
  rows: (
    span: Span | null,
    currency: string,
  ) => Promise<
    {
      id: string;
      bookingId: string;
      reference: string;
      guestName: string;
      day: LocalDate;
      method: PaymentMethod;
      receivedCents: Cents;
      refundedCents: Cents;
      feeCents: Cents | null;
    }[]
  >;
  dues: (
    span: Span | null,
    currency: string,
  ) => Promise<{ bookingId: string; reference: string; guestName: string; checkIn: LocalDate; dueCents: Cents }[]>;
};

export type AnalyticsStore = {
  /** The first and the last night of all stays that are not cancelled; null if there are none. */
  firstAndLastNight: () => Promise<{ first: LocalDate; last: LocalDate } | null>;
  /** Amounts in another currency than this count as unknown. */
  nightSums: (span: Span, currency: string) => Promise<NightSums[]>;
  /** The lines of these nights other than accommodation; part of the amounts of `nightSums`. */
  extraSums: (span: Span, currency: string) => Promise<ExtraSums>;
  /** The revenue of the span's nights in every other currency, one sum for each. */
  otherSums: (span: Span, currency: string) => Promise<CurrencySum[]>;
  bookingSums: (span: Span) => Promise<BookingSums[]>;
  /** Nights blocked by the owner, by month. */
  blockedNights: (span: Span) => Promise<{ month: string; nights: number }[]>;
  guests: (span: Span) => Promise<{ guests: number; repeatGuests: number }>;
  /** Stays that are not cancelled and have a night or their check-in in the span. */
  stays: (span: Span) => Promise<(DashboardStay & { totalCents: Cents; currency: string })[]>;
};
