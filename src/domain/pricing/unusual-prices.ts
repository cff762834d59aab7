import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import { moneyText } from "../money/currency.ts";
import { percentText } from "./line-text.ts";
import type { NightTerms, PriceDocument, PromoCode } from "./price-document.ts";

/**
 * Possible typing mistakes, which need the host's confirmation: a price of zero, at most a tenth of the usual price or
 * at least ten times as much, a large discount, another currency.
 */
export function unusualPrices(before: PriceDocument, after: PriceDocument): string[] {
  const { currency, everyNight } = after;
  const usual = before.currency === currency ? before.everyNight.priceCents : everyNight.priceCents;
  const found: string[] = [];
  if (before.currency !== currency) {
    found.push(
      `From now on, prices and discount codes will be in ${currency}; their amounts are not converted. Existing bookings stay in ${before.currency}. Totals are shown separately for each currency and never added together.`,
    );
  }
  const known = new Set(pricesOf(before).map(({ cents }) => cents));
  for (const { name, cents } of pricesOf(after)) {
    if (known.has(cents) && before.currency === currency) continue;
    const oddness = oddnessOf(cents, usual);
    if (oddness) found.push(`${name}: ${moneyText(cents, currency)} a night ${oddness} ${moneyText(usual, currency)}.`);
  }
  for (const { name, percent } of discountsOf(after)) {
    if (percent >= LARGE_DISCOUNT && !discountsOf(before).some((one) => one.percent === percent)) {
      found.push(`${name} takes ${percentText(percent)} off.`);
    }
  }
  return found;
}

/** The same check for a discount code. It also reports a code that can no longer be used because of its dates. */
export function unusualCode(
  { code, discount, bookUntil, arrivalUntil }: PromoCode,
  { everyNight, currency }: PriceDocument,
  today: LocalDate,
): string[] {
  const found: string[] = [];
  if ("percent" in discount) {
    if (discount.percent >= LARGE_DISCOUNT) found.push(`${code} takes ${percentText(discount.percent)} off.`);
  } else if (discount.amountCents >= everyNight.priceCents) {
    found.push(
      `${code} takes ${moneyText(discount.amountCents, currency)} off, which is at least the usual price of a night.`,
    );
  }
  if (bookUntil !== null && bookUntil < today) {
    found.push(`Guests can't use ${code}, because the last day to use it is in the past.`);
  }
  if (arrivalUntil !== null && arrivalUntil < today) {
    found.push(`Guests can't use ${code}, because its last arrival is in the past.`);
  }
  return found;
}

const LARGE_DISCOUNT = 5000;

function oddnessOf(cents: Cents, usual: Cents): string | null {
  if (cents === 0) return "instead of the usual";
  if (cents * 10 <= usual) return "is a tenth or less of the usual";
  return cents >= usual * 10 ? "is ten or more times the usual" : null;
}

function pricesOf({ everyNight, seasons, specialDates }: PriceDocument): { name: string; cents: Cents }[] {
  const levels: [string, NightTerms][] = [
    ["Every night", everyNight],
    ...[...seasons, ...specialDates].map((one): [string, NightTerms] => [`"${one.name}"`, one]),
  ];
  return levels.flatMap(([name, { priceCents, weekendPriceCents }]) => [
    ...(priceCents === null ? [] : [{ name, cents: priceCents }]),
    ...(weekendPriceCents === null ? [] : [{ name: `${name}, weekend,`, cents: weekendPriceCents }]),
  ]);
}

function discountsOf({ longerStays, lastMinute, earlyBird }: PriceDocument): { name: string; percent: number }[] {
  return [
    ...longerStays.map(({ nights, percent }) => ({ name: `The discount for ${nights} nights`, percent })),
    ...(lastMinute ? [{ name: "Last minute", percent: lastMinute.percent }] : []),
    ...(earlyBird ? [{ name: "Early booking", percent: earlyBird.percent }] : []),
  ];
}
