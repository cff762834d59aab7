import type { AnalyticsStay } from "#contract/analytics.ts";
import type { Span } from "#domain/analytics/days.ts";
import { centsWithin, isAmountKnown, nightsWithin } from "#domain/analytics/figures.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import type { AnalyticsStore } from "./ports.ts";

/** The stays that the figures of the span are made of, each with its part in them. */
export async function listStays({ sums }: { sums: AnalyticsStore }, span: Span): Promise<AnalyticsStay[]> {
  const stays = await sums.stays(span);
  return stays.map(({ totalCents, ...stay }) => {
    const nights = { checkIn: toLocalDate(stay.checkIn), checkOut: toLocalDate(stay.checkOut), totalCents };
    return {
      ...stay,
      counted: stay.checkIn >= span.from,
      nightsInRange: nightsWithin(nights, span),
      revenueInRange: isAmountKnown({ ...stay, totalCents }) ? centsWithin(nights, span) / 100 : null,
    };
  });
}
