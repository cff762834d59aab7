import type { AnalyticsStay } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { centsWithin, isAmountKnown, nightsWithin } from "#domain/analytics/figures.ts";
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
  const platforms = sold
    .filter((stay) => nightsWithin(stay, span) > 0)
    .map((stay) => ({ ...asDashboardStay(stay, day), totalCents: stay.amountCents ?? 0, currency: stay.currency }));
  const stays = [...own, ...platforms].sort((a, b) => (a.checkIn === b.checkIn ? 0 : a.checkIn > b.checkIn ? -1 : 1));
  return stays.map(({ totalCents, ...stay }) => {
    const nights = { checkIn: toLocalDate(stay.checkIn), checkOut: toLocalDate(stay.checkOut), totalCents };
    return {
      ...stay,
      counted: stay.checkIn >= span.from,
      nightsInRange: nightsWithin(nights, span),
      revenueInRange: isAmountKnown({ ...stay, totalCents })
        ? amountNumber(centsWithin(nights, span), stay.currency)
        : null,
    };
  });
}
