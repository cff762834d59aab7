import { type Quote, quote } from "#domain/booking/price.ts";
import { refuseStay } from "#domain/booking/refuse-stay.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { toDollarString } from "#domain/money/money.ts";
import type { Cottage } from "./use-cottage.ts";

/** Stands for no total: no stay costs this, so a form that showed none is answered with the price first. */
export const NO_TOTAL_SHOWN = "0.00";

type ForSale = Pick<Cottage, "property" | "today" | "site">;

/** What the form shows as the price of its dates; null for dates that cannot be booked. */
export function shownQuote(stay: Stay | null, { property, today, site }: ForSale): Quote | null {
  if (!stay || refuseStay(stay, today, site.stayRules)) return null;
  return quote(stay, property.rateCents);
}

/** The same as the form sends it, so that nobody books at a price they have not seen. */
export function expectedPrice(stay: Stay | null, cottage: ForSale): { expectedRate: string; expectedTotal: string } {
  const shown = shownQuote(stay, cottage);
  return {
    expectedRate: toDollarString(cottage.property.rateCents),
    expectedTotal: shown ? toDollarString(shown.totalCents) : NO_TOTAL_SHOWN,
  };
}
