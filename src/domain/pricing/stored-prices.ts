import type { Cents } from "../money/money.ts";
import { DEFAULT_PRICES, type PriceDocument } from "./price-document.ts";

/** The document as it is stored: every night's price is the property's rate and stands there only. */
export type StoredPrices = Omit<PriceDocument, "everyNight" | Later> & {
  everyNight: Omit<PriceDocument["everyNight"], "priceCents">;
} & Partial<Pick<PriceDocument, Later>>;

/** Rules that documents of earlier versions do not have. */
type Later = "preparationNights" | "notice";

/** A document from before a rule existed has its default. */
export function withRate({ everyNight, ...rest }: StoredPrices, rateCents: Cents): PriceDocument {
  const { preparationNights, notice } = DEFAULT_PRICES;
  return { preparationNights, notice, ...rest, everyNight: { priceCents: rateCents, ...everyNight } };
}

export function withoutRate({ everyNight, ...rest }: PriceDocument): StoredPrices {
  const { priceCents: _rate, ...stored } = everyNight;
  return { ...rest, everyNight: stored };
}

/** What a new installation begins with. */
export const STARTING_PRICES: StoredPrices = withoutRate(DEFAULT_PRICES);
