import type { AnalyticsStay } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { centsOfNights, centsWithin, isAmountKnown, nightsWithin } from "#domain/analytics/figures.ts";
import { type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { amountNumber } from "#domain/money/currency.ts";
import { asDashboardStay } from "./imported-stays.ts";
import type { ImportedStay } from "./ports.ts";
import type { AnalyticsStore } from "./analytics-queries.ts";

type Needs = {
  sums: AnalyticsStore;
  imported: () => Promise<ImportedStay[]>;
  today: () => Promise<LocalDate>;
};

/** The stays from which the figures for the span are calculated, each with its share. */
export async function listStays({ sums, imported, today }: Needs, span: Span): Promise<AnalyticsStay[]> {
  const [own, sold, day] = await Promise.all([sums.stays(span), imported(), today()]);
  const booked = own.map((stay) => {
    const nights = { ...stay, checkIn: toLocalDate(stay.checkIn), checkOut: toLocalDate(stay.checkOut) };
    return { ...stay, nightsInRange: nightsWithin(nights, span), cents: centsWithin(nights, span) };
  });
  const platforms = sold
    .filter((stay) => nightsWithin(stay, span) > 0)
    .map((stay) => {
      const totalCents = stay.amountCents ?? 0;
      const nights = stay.heldNights.filter((night) => night >= span.from && night < span.to);
      const counted = { nightsInRange: nights.length, cents: centsOfNights({ ...stay, totalCents }, nights) };
      return { ...asDashboardStay(stay, day), totalCents, currency: stay.currency, ...counted };
    });
  return [...booked, ...platforms]
    .sort((a, b) => (a.checkIn === b.checkIn ? 0 : a.checkIn > b.checkIn ? -1 : 1))
    .map(({ totalCents, cents, ...stay }) => ({
      ...stay,
      counted: stay.checkIn >= span.from,
      revenueInRange: isAmountKnown({ ...stay, totalCents }) ? amountNumber(cents, stay.currency) : null,
    }));
}
