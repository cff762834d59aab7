import { addDays, eachDay, type LocalDate } from "../calendar/local-date.ts";
import { nightsOf, type Stay } from "../booking/stay.ts";
import type { Cents } from "../money/money.ts";
import { MOST, type NightTerms, type PriceDocument, type SpecialDates } from "./price-document.ts";

/** The host's values for a range of nights. Null means the season's or base value; omitted fields stay unchanged. */
export type SpecialTerms = { priceCents?: Cents | null; minimumNights?: number | null };

/** Nights that get the same terms. */
export type SpecialRun = { span: Stay; terms: SpecialTerms };

/**
 * A document in which exactly these nights have the terms, as special dates. The nights are removed from other special
 * dates. Null if the document would then exceed its limit on special dates.
 */
export function withSpecialTerms(document: PriceDocument, span: Stay, terms: SpecialTerms): PriceDocument | null {
  const changed = setSpecialTerms(document, [{ span, terms }]);
  return changed.specialDates.length > MOST.specialDates ? null : changed;
}

/** The same as `withSpecialTerms` for any number of runs that share no night, without the limit on special dates. */
export function setSpecialTerms(document: PriceDocument, runs: readonly SpecialRun[]): PriceDocument {
  const chosen = new Set(runs.flatMap(({ span }) => nightsOf(span)));
  const kept = document.specialDates.flatMap((special) => cutOut(special, chosen));
  const own = runs.flatMap(({ span, terms }) => specialsFor(document, span, terms)).filter(saysSomething);
  const specialDates = [...kept, ...own]
    .map((special) => (isUnnamed(special) ? { ...special, name: nameOf(special) } : special))
    .toSorted((a, b) => (a.firstNight < b.firstNight ? -1 : 1));
  return { ...document, specialDates };
}

/** Splits the span into parts with equal values. Each part keeps the name that the host gave it. */
function specialsFor(document: PriceDocument, span: Stay, given: SpecialTerms): SpecialDates[] {
  const parts: SpecialDates[] = [];
  for (const night of nightsOf(span)) {
    const special = document.specialDates.find((one) => one.firstNight <= night && night <= one.lastNight);
    const terms = { ...(special ? termsOf(special) : USUAL), ...given };
    if (given.priceCents !== undefined) terms.weekendPriceCents = null;
    const name = special && !isUnnamed(special) ? special.name : "";
    const open = parts.at(-1);
    if (open?.name === name && JSON.stringify(termsOf(open)) === JSON.stringify(terms)) open.lastNight = night;
    else parts.push({ name, firstNight: night, lastNight: night, ...terms });
  }
  return parts;
}

const USUAL: NightTerms = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };

function termsOf({ priceCents, weekendPriceCents, minimumNights, changeoverDays }: NightTerms): NightTerms {
  return { priceCents, weekendPriceCents, minimumNights, changeoverDays };
}

function saysSomething(special: NightTerms): boolean {
  return Object.values(termsOf(special)).some((value) => value !== null);
}

function cutOut(special: SpecialDates, gone: ReadonlySet<LocalDate>): SpecialDates[] {
  const left: SpecialDates[] = [];
  for (const date of eachDay(special.firstNight, addDays(special.lastNight, 1))) {
    if (gone.has(date)) continue;
    const part = left.at(-1);
    if (part && addDays(part.lastNight, 1) === date) part.lastNight = date;
    else left.push({ ...special, firstNight: date, lastNight: date });
  }
  return left;
}

/** Unnamed special dates are stored under the name of their nights, which the host's form shows. */
function nameOf({ firstNight, lastNight }: SpecialDates): string {
  return firstNight === lastNight ? firstNight : `${firstNight} to ${lastNight}`;
}

/** Whether the name is empty or comes from `nameOf`. */
function isUnnamed({ name }: SpecialDates): boolean {
  return /^(\d{4}-\d\d-\d\d( to \d{4}-\d\d-\d\d)?)?$/.test(name);
}

/** The prices as guests see them: special dates have a name only if the host gave them one. */
export function pricesForGuests(document: PriceDocument): PriceDocument {
  const specialDates = document.specialDates.map((one) => (isUnnamed(one) ? { ...one, name: "" } : one));
  return { ...document, specialDates };
}
