import type { BookingFormValues } from "./form-values.ts";
import type { ResponseBody } from "#contract/endpoint.ts";
import type { quoteStay } from "#contract/prices.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { amountString } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { priceStay, type StayQuote } from "#domain/pricing/quote.ts";
import { refuseStay } from "#domain/pricing/stay-check.ts";
import { quoteQuery } from "../api/public-prices.ts";
import { requestedStay } from "./requested-stay.ts";
import type { Cottage } from "./use-cottage.ts";

/** Means that no total was shown. Unless the stay is free of charge, the price differs, so the server returns it. */
export const NO_TOTAL_SHOWN = "0.00";

type QuoteFields = Pick<BookingFormValues, "checkInDate" | "checkOutDate" | "guestCount">;

export type ShownQuote = Pick<StayQuote, "currency" | "lines" | "totalCents" | "containedTaxes"> & {
  nights: number;
  /** What cancelling costs at each step of the price document's policy. */
  cancellation: readonly { amountCents: Cents }[];
};

type ServerQuote = ResponseBody<typeof quoteStay>["quote"];

/**
 * Null if the dates are invalid or break any rule except `taken`. `coded` is the server's price with a discount code.
 */
export function shownQuote(
  values: QuoteFields,
  { selling }: Pick<Cottage, "selling">,
  coded: ServerQuote = null,
): ShownQuote | null {
  const stay = requestedStay(values);
  if (!stay) return null;
  const refusal = refuseStay(selling, stay);
  // Taken nights have a price too: this guest may have booked them without getting the response.
  if (refusal && refusal.rule !== "taken") return null;
  const { document, today } = selling;
  const quote = coded ?? priceStay(document, stay, guestsOf(values.guestCount, document), { today });
  return { ...quote, nights: nightCount(stay) };
}

/** From the server. Only enabled if there is a code and the dates and the number of guests are valid. */
export function codedQuote(values: QuoteFields & { code: string }): {
  query: ReturnType<typeof quoteQuery>;
  enabled: boolean;
} {
  const { checkInDate, checkOutDate, guestCount } = values;
  const code = values.code.trim();
  return {
    query: quoteQuery({ checkInDate, checkOutDate, guestCount: Number(guestCount), code }),
    enabled: requestedStay(values) !== null && /^[1-9]\d?$/.test(guestCount) && code !== "",
  };
}

/** A valid number even while the field is empty. */
function guestsOf(typed: string, { guests }: Pick<PriceDocument, "guests">): number {
  return Math.min(Math.max(Math.trunc(Number(typed)) || 1, 1), guests.sleeps);
}

/**
 * The price and the cancellation policy as the form sends them, so that nobody books under terms they have not seen.
 */
export function expectedPrice(
  shown: ShownQuote | null,
  { selling: { document } }: Pick<Cottage, "selling">,
): { expectedTotal: string; expectedTerms: string } {
  return {
    expectedTotal: shown ? amountString(shown.totalCents, shown.currency) : NO_TOTAL_SHOWN,
    expectedTerms: JSON.stringify(document.cancellation) + document.currency,
  };
}
