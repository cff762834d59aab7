import type { Cents } from "../money/money.ts";
import { DEFAULT_PRICES, type PriceDocument } from "./price-document.ts";

/** The document as it is stored: the base price is the property's rate and is stored only there. */
export type StoredPrices = Omit<PriceDocument, "everyNight" | Later> & {
  everyNight: Omit<PriceDocument["everyNight"], "priceCents">;
} & Partial<Pick<PriceDocument, Later>>;

/** Rules that documents from earlier versions lack. */
type Later = "preparationNights" | "notice";

/** Documents from before a rule existed get the default for that rule. */
export function withRate({ everyNight, ...rest }: StoredPrices, rateCents: Cents): PriceDocument {
  const { preparationNights, notice } = DEFAULT_PRICES;
  return { preparationNights, notice, ...rest, everyNight: { priceCents: rateCents, ...everyNight } };
}

export function withoutRate({ everyNight, ...rest }: PriceDocument): StoredPrices {
  const { priceCents: _rate, ...stored } = everyNight;
  return { ...rest, everyNight: stored };
}

/** The document of a new installation. */
export const STARTING_PRICES: StoredPrices = withoutRate(DEFAULT_PRICES);
