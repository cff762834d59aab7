import { centsWithin } from "#domain/analytics/figures.ts";
import type { Span } from "#domain/analytics/days.ts";
import type { Cents } from "#domain/money/money.ts";
import { type LineSums, sumLines } from "#domain/pricing/line-sums.ts";
import type { QuoteLine } from "#domain/pricing/quote.ts";
import { STANDING } from "../core/occupied-nights.ts";
import type { Db } from "../database/connect.ts";

/** The sums of everything except the price of the nights themselves. */
export type ExtraSums = Omit<LineSums, "accommodation">;

const EXTRAS = ["discounts", "extraGuests", "cleaning", "adjustments", "taxes"] as const satisfies (keyof ExtraSums)[];

/** Only lines of these kinds are read; the rest of a booking's price is accommodation. */
const KINDS = ["discount", "extra-guests", "cleaning", "adjustment", "tax"] as const satisfies QuoteLine["kind"][];

/**
 * Discounts, extra guests, cleaning, adjustments and taxes in the bookings' price lines, for the nights of the span.
 * Like a total, each line is spread evenly over the nights of its stay.
 */
export async function extraSums(db: Db, span: Span, currency: string): Promise<ExtraSums> {
  const rows = await db
    .selectFrom("booking")
    .select(["check_in", "check_out", "price_lines"])
    .where(STANDING)
    // The domain's `isAmountKnown`.
    .where((eb) => eb.or([eb("source", "=", "direct"), eb("total_cents", ">", 0)]))
    .where("currency", "=", currency)
    .where("check_in", "<", span.to)
    .where("check_out", ">", span.from)
    // A booking whose price is only a price per night has no lines of these kinds, so it is not read.
    .where((eb) => eb.or(KINDS.map((kind) => eb("price_lines", "like", `%"kind":"${kind}"%`))))
    .execute();
  const sums: ExtraSums = { discounts: 0, extraGuests: 0, cleaning: 0, adjustments: 0, taxes: 0 };
  for (const { check_in: checkIn, check_out: checkOut, price_lines } of rows) {
    const lines: QuoteLine[] = JSON.parse(price_lines);
    const own = sumLines(lines);
    for (const extra of EXTRAS) sums[extra] += centsWithin({ checkIn, checkOut, totalCents: own[extra] }, span);
  }
  return sums;
}

/**
 * All parts of the revenue. Whatever remains after the extras is accommodation, so that the parts add up to the
 * revenue.
 */
export function withAccommodation(revenueCents: Cents, extras: ExtraSums): LineSums {
  return { accommodation: EXTRAS.reduce((left, extra) => left - extras[extra], revenueCents), ...extras };
}
