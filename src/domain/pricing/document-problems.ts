import { eachDay, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { isCurrency, moneyText } from "../money/currency.ts";
import { type Cents, MAX_CENTS, MAX_RATE_CENTS } from "../money/money.ts";
import { counted } from "../text/counted.ts";
import { isInSeason, monthDayOf } from "./night.ts";
import { MOST, type NightTerms, type PriceDocument, type Season, type SpecialDates } from "./price-document.ts";
import { dayText } from "../calendar/day-text.ts";
import { containedIn } from "./quote.ts";
import { weekdaysText } from "./refusal-text.ts";
import { createSellingCalendar } from "./selling-calendar.ts";
import { sellableNights } from "./unsellable-nights.ts";

/** `path` identifies the field within the document, such as `seasons.1.from`. */
export type DocumentProblem = { path: string; message: string };

/**
 * Why a document cannot be saved. The contract validates individual fields; this function checks that they are
 * consistent.
 */
export function documentProblems(document: PriceDocument, today: LocalDate): DocumentProblem[] {
  const problems = [
    ...fieldProblems(document),
    ...feeProblems(document),
    ...includedTaxProblems(document),
    ...seasonOverlaps(document.seasons),
    ...specialOverlaps(document.specialDates),
    ...minimumProblems(document),
    ...doubleTiers(document),
    ...stepProblems(document),
  ];
  return problems.length > 0 ? problems : [...tooDear(document), ...nothingToSell(document, today)];
}

function fieldProblems(document: PriceDocument): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  if (!isCurrency(document.currency)) problems.push({ path: "currency", message: "Choose a currency from the list" });
  if (document.guests.included > document.guests.sleeps) {
    problems.push({
      path: "guests.included",
      message: `The price cannot include ${document.guests.included} guests when the cottage sleeps ${document.guests.sleeps}`,
    });
  }
  for (const [place, { firstNight, lastNight, name }] of document.specialDates.entries()) {
    if (firstNight > lastNight) {
      problems.push({ path: `specialDates.${place}.lastNight`, message: `"${name}" ends before it begins` });
    }
  }
  for (const [path, level] of levelsOf(document)) {
    if (level.changeoverDays?.length === 0) {
      problems.push({ path: `${path}.changeoverDays`, message: "Choose at least one day for arrivals and departures" });
    }
  }
  return problems;
}

/** Why an amount is too large for a fee or a discount code; null if it is not. */
export function feeProblem(cents: Cents, currency: string): string | null {
  return cents > MOST.feeCents ? `Enter ${moneyText(MOST.feeCents, currency)} or less` : null;
}

function feeProblems({ guests, cleaningCents, taxes, currency }: PriceDocument): DocumentProblem[] {
  const fees = [
    { path: "guests.extraCents", cents: guests.extraCents },
    { path: "cleaningCents", cents: cleaningCents },
    ...taxes.map((tax, place) => ({
      path: `taxes.${place}.amountCents`,
      cents: tax.per === "price" ? 0 : tax.amountCents,
    })),
  ];
  return fees.flatMap(({ path, cents }) => {
    const message = feeProblem(cents, currency);
    return message ? [{ path, message }] : [];
  });
}

/**
 * The taxes included in the shortest, cheapest stay of a full cottage must not exceed its price. This is checked for
 * the base terms, each season and all special dates. Free nights are left out, because hosts may offer them. If a
 * discount makes a stay cheaper, its taxes are reduced instead (`containedTaxesOf`).
 */
function includedTaxProblems(document: PriceDocument): DocumentProblem[] {
  const { everyNight, guests, cleaningCents, taxes, smallestGap, longestStay, currency } = document;
  for (const [, terms] of levelsOf(document)) {
    const priced = terms.priceCents === null ? everyNight : terms;
    const prices = [priced.priceCents, priced.weekendPriceCents, terms.weekendPriceCents].filter((cents) => cents);
    // While the host is typing, there may be no price.
    if (prices.length === 0) continue;
    const minimum = terms.minimumNights ?? everyNight.minimumNights ?? 1;
    const nights = Math.min(minimum, smallestGap ?? longestStay);
    const price = nights * (Math.min(...prices.map(Number)) + dearestExtra(document)) + cleaningCents;
    const sum = taxes.reduce(
      (all, tax) => all + (tax.included ? containedIn(tax, price, nights * guests.sleeps) : 0),
      0,
    );
    if (sum <= price) continue;
    const stay = `A stay of ${counted(nights, "night")} for ${counted(guests.sleeps, "guest")}`;
    const amounts = `can cost ${moneyText(price, currency)}, but includes ${moneyText(sum, currency)} in taxes`;
    return [
      {
        path: `taxes.${taxes.findLastIndex((tax) => tax.included)}.included`,
        message: `${stay} ${amounts}. Lower a tax, or have it added to the price.`,
      },
    ];
  }
  return [];
}

/** What extra guests pay for each night if the cottage is full. */
function dearestExtra({ guests }: PriceDocument): Cents {
  return Math.max(0, guests.sleeps - guests.included) * guests.extraCents;
}

/** Every day of a leap year; two seasons that share a day overlap. */
const DAYS_OF_YEAR = eachDay(toLocalDate("2024-01-01"), toLocalDate("2025-01-01"));

function seasonOverlaps(seasons: readonly Season[]): DocumentProblem[] {
  return pairsOf(seasons).flatMap(([a, b, place]) => {
    const shared = DAYS_OF_YEAR.find((date) => isInSeason(monthDayOf(date), a) && isInSeason(monthDayOf(date), b));
    return shared ? [overlap(`seasons.${place}.from`, a.name, b.name, dayText(shared).replace(", 2024", ""))] : [];
  });
}

function specialOverlaps(specials: readonly SpecialDates[]): DocumentProblem[] {
  return pairsOf(specials).flatMap(([a, b, place]) => {
    const shared = a.firstNight > b.firstNight ? a.firstNight : b.firstNight;
    const overlaps = shared <= a.lastNight && shared <= b.lastNight;
    return overlaps ? [overlap(`specialDates.${place}.firstNight`, a.name, b.name, dayText(shared))] : [];
  });
}

function overlap(path: string, one: string, other: string, shared: string): DocumentProblem {
  return {
    path,
    message: `"${one}" and "${other}" both include the night of ${shared}. Change the dates of one of them.`,
  };
}

function pairsOf<T>(items: readonly T[]): [T, T, number][] {
  return items.flatMap((later, place) =>
    items.slice(0, place).map((earlier): [T, T, number] => [earlier, later, place]),
  );
}

function minimumProblems(document: PriceDocument): DocumentProblem[] {
  return levelsOf(document)
    .filter(([, level]) => (level.minimumNights ?? 0) > document.longestStay)
    .map(([path, level, name]) => ({
      path: `${path}.minimumNights`,
      message: `${name} has a minimum stay of ${level.minimumNights} nights, but the longest stay is ${counted(document.longestStay, "night")}`,
    }));
}

function levelsOf({ everyNight, seasons, specialDates }: PriceDocument): [string, NightTerms, string][] {
  return [
    ["everyNight", everyNight, "Every night"],
    ...seasons.map((one, place): [string, NightTerms, string] => [`seasons.${place}`, one, `"${one.name}"`]),
    ...specialDates.map((one, place): [string, NightTerms, string] => [`specialDates.${place}`, one, `"${one.name}"`]),
  ];
}

function doubleTiers({ longerStays }: PriceDocument): DocumentProblem[] {
  return pairsOf(longerStays)
    .filter(([a, b]) => a.nights === b.nights)
    .map(([a, , place]) => ({
      path: `longerStays.${place}.nights`,
      message: `There are two discounts for ${a.nights} nights. Keep one of them.`,
    }));
}

function stepProblems({ cancellation }: PriceDocument): DocumentProblem[] {
  const late = cancellation.findIndex(
    (step, place) => place > 0 && step.fromHoursBefore >= (cancellation[place - 1]?.fromHoursBefore ?? 0),
  );
  return late === -1
    ? []
    : [
        {
          path: `cancellation.${late}.fromHoursBefore`,
          message: "Each step must begin closer to check-in than the one before",
        },
      ];
}

/** Whatever a guest chooses, the total must fit into its database column. */
function tooDear(document: PriceDocument): DocumentProblem[] {
  const { longestStay: nights, guests, cleaningCents, taxes } = document;
  const amounts = levelsOf(document).flatMap(([path, { priceCents, weekendPriceCents }]) => [
    { path: `${path}.priceCents`, cents: priceCents ?? 0 },
    { path: `${path}.weekendPriceCents`, cents: weekendPriceCents ?? 0 },
  ]);
  const dearest = Math.max(...amounts.map(({ cents }) => cents));
  const before = nights * (dearest + dearestExtra(document)) + cleaningCents;
  const total = taxes.reduce((sum, tax) => {
    if (tax.per === "price") return sum + Math.ceil((before * tax.percent) / 10_000);
    return sum + tax.amountCents * (tax.per === "stay" ? 1 : nights * guests.sleeps);
  }, before);
  if (dearest <= MAX_RATE_CENTS && total <= MAX_CENTS) return [];
  return [
    {
      path: amounts.find(({ cents }) => cents === dearest)?.path ?? "everyNight.priceCents",
      message: "The longest stay would cost more than we can calculate. Check for an extra zero.",
    },
  ];
}

function nothingToSell(document: PriceDocument, today: LocalDate): DocumentProblem[] {
  if (sellableNights(createSellingCalendar(document, new Set(), today)).includes(true)) return [];
  const { minimumNights, changeoverDays } = document.everyNight;
  const rules = [
    `at least ${counted(minimumNights, "night")}`,
    `at most ${counted(document.longestStay, "night")}`,
    ...(changeoverDays.length < 7 ? [`arrival and departure only on ${weekdaysText(changeoverDays)}`] : []),
    `check-out within ${document.windowDays} days`,
  ];
  return [
    {
      path: "everyNight.changeoverDays",
      message: `With these rules, no night could be booked: ${rules.join(", ")}. Relax one of them.`,
    },
  ];
}
