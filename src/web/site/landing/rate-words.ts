import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { moneyText } from "#domain/money/currency.ts";

/** The rate is every night's price; where others differ from it, the lowest is named too. */
export function rateWords(
  { rate, rateCents }: PublicProperty,
  { currency, lowestCents, highestCents }: PublicSite["nightPrices"],
): string {
  if (lowestCents < rateCents) return `${rate} (from ${moneyText(lowestCents, currency)} per night)`;
  return lowestCents < highestCents ? `From ${rate}` : rate;
}
