import type { Analytics, Figures } from "#contract/analytics.ts";
import { monthAround, type Period, periodsOf, type Span, spanBefore, spanDays } from "#domain/analytics/days.ts";
import { add, averageDailyRate, NOTHING, occupancyRate, type Sums } from "#domain/analytics/figures.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { BOOKING_STATUSES } from "#domain/booking/status.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { amountNumber } from "#domain/money/currency.ts";
import { mapLineSums } from "#domain/pricing/line-sums.ts";
import { currencyView } from "./currency-sums.ts";
import { withAccommodation } from "./line-sums.ts";
import type { BookingSums, NightSums } from "./ports.ts";
import type { AnalyticsStore } from "./analytics-queries.ts";
import type { MoneyStore } from "./money-queries.ts";
import { readMoney } from "./read-money.ts";

export type AnalyticsNeeds = {
  sums: AnalyticsStore;
  money: MoneyStore;
  today: () => Promise<LocalDate>;
  /** The property's currency. */
  currency: () => Promise<string>;
  /** The average rating, out of 5, of stays that began in a span; null if there are no ratings. */
  satisfaction: (span: Span) => Promise<number | null>;
};

/** The figures for a range or for all time, with breakdowns by period, status and source. */
export async function readAnalytics(
  { sums, money, today, currency: propertyCurrency, satisfaction }: AnalyticsNeeds,
  requested: Span | null,
): Promise<Analytics> {
  const [stayed, currency, day] = await Promise.all([sums.firstAndLastNight(), propertyCurrency(), today()]);
  const range = requested ?? allTime(stayed, day);
  const [counted, others, extras, guests, rating, moved, before] = await Promise.all([
    count(sums, range, { currency, today: day }),
    sums.otherSums(range, currency),
    sums.extraSums(range, currency),
    sums.guests(range),
    satisfaction(range),
    readMoney(money, requested, currency),
    requested ? figuresBefore(sums, spanBefore(requested), { currency, today: day }) : null,
  ]);
  const hasStays = stayed !== null;
  return {
    ...figures(total(counted), counted.blocked, range, { hasStays, currency }),
    currency,
    madeOf: mapLineSums(withAccommodation(total(counted).cents, extras), (cents) => amountNumber(cents, currency)),
    otherCurrencies: others.map(currencyView),
    money: moved,
    range,
    before: before && hasStays ? before : null,
    periods: periodsOf(range).map((period) => ({
      ...period,
      ...figures(...within(counted, period), period, { hasStays, currency }),
    })),
    guests: { ...guests, ...averages(counted.bookings), satisfaction: rating },
    statuses: BOOKING_STATUSES.map((status) => ({
      status,
      bookings: sumOf(counted.bookings.filter((row) => row.status === status).map((row) => row.bookings)),
    })).filter((row) => row.bookings > 0),
    sources: BOOKING_SOURCES.map((source) => sourceRow(counted, source, currency)).filter(
      (row) => row.bookings + row.nights > 0,
    ),
  };
}

type Counted = {
  nights: NightSums[];
  bookings: BookingSums[];
  blockedByMonth: { month: string; nights: number }[];
  blocked: number;
};

type When = { currency: string; today: LocalDate };

async function count(sums: AnalyticsStore, span: Span, { currency, today }: When): Promise<Counted> {
  const [nights, bookings, blockedByMonth] = await Promise.all([
    sums.nightSums(span, currency),
    sums.bookingSums(span, today),
    sums.blockedNights(span),
  ]);
  return { nights, bookings, blockedByMonth, blocked: sumOf(blockedByMonth.map((row) => row.nights)) };
}

async function figuresBefore(sums: AnalyticsStore, span: Span, when: When): Promise<Analytics["before"]> {
  const counted = await count(sums, span, when);
  const known = { hasStays: true, currency: when.currency };
  return { ...span, ...figures(total(counted), counted.blocked, span, known) };
}

/** From the month of the first stay to the month of the last stay, or to this month if the last stay is over. */
function allTime(stayed: { first: LocalDate; last: LocalDate } | null, today: LocalDate): Span {
  if (!stayed) return monthAround(today);
  return {
    from: monthAround(stayed.first).from,
    to: monthAround(stayed.last > today ? stayed.last : today).to,
  };
}

function total({ nights, bookings }: Pick<Counted, "nights" | "bookings">): Sums {
  const sums = nights.reduce<Sums>((sum, row) => add(sum, row), NOTHING);
  const kept = bookings.filter((row) => row.status !== "cancelled");
  return add(sums, { bookings: sumOf(kept.map((row) => row.bookings)) });
}

/** The amounts for a month or year. The database has already excluded what is outside the range. */
function within({ nights, bookings, blockedByMonth }: Counted, { label }: Period): [Sums, number] {
  const inside = (row: { month: string }) => row.month.startsWith(label);
  const blocked = sumOf(blockedByMonth.filter(inside).map((row) => row.nights));
  return [total({ nights: nights.filter(inside), bookings: bookings.filter(inside) }), blocked];
}

type Known = { hasStays: boolean; currency: string };

function figures(sums: Sums, blocked: number, span: Span, { hasStays, currency }: Known): Figures {
  const nightsAvailable = spanDays(span) - blocked;
  const rate = averageDailyRate(sums);
  return {
    totalBookings: sums.bookings,
    totalRevenue: amountNumber(sums.cents, currency),
    // Without any stay there is nothing to measure; once there is one, a month without stays is a real 0.
    occupancyRate: hasStays ? occupancyRate(sums.nights, nightsAvailable) : null,
    averageDailyRate: rate === null ? null : amountNumber(rate, currency),
    nightsSold: sums.nights,
    nightsAvailable,
  };
}

function averages(bookings: BookingSums[]): { averageNights: number | null; averageParty: number | null } {
  const kept = bookings.filter((row) => row.status !== "cancelled");
  const average = (sum: number, of: BookingSums[]) => {
    const stays = sumOf(of.map((row) => row.bookings));
    return stays > 0 ? Math.round((sum / stays) * 10) / 10 : null;
  };
  const counted = kept.filter(({ people }) => people !== null);
  return {
    averageNights: average(sumOf(kept.map((row) => row.nights)), kept),
    averageParty: average(sumOf(counted.map((row) => row.people ?? 0)), counted),
  };
}

function sourceRow(counted: Counted, source: NightSums["source"], currency: string): Analytics["sources"][number] {
  const ofSource = (row: { source: string }) => row.source === source;
  const sums = total({ nights: counted.nights.filter(ofSource), bookings: counted.bookings.filter(ofSource) });
  return {
    source,
    bookings: sums.bookings,
    nights: sums.nights,
    revenue: sums.pricedNights > 0 ? amountNumber(sums.cents, currency) : null,
    nightsWithoutAmount: sums.nights - sums.pricedNights,
  };
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
