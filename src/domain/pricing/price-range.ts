import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import { nightOf } from "./night.ts";
import type { PriceDocument } from "./price-document.ts";

/** The lowest and highest price from today to the last bookable night. */
export function priceRange(document: PriceDocument, today: LocalDate): { lowestCents: Cents; highestCents: Cents } {
  const prices = Array.from(
    { length: document.windowDays },
    (_unused, index) => nightOf(document, addDays(today, index)).priceCents,
  );
  return { lowestCents: Math.min(...prices), highestCents: Math.max(...prices) };
}
