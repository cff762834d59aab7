import { type LocalDate, addDays } from "../calendar/local-date.ts";
import { type Weekday, weekday } from "../calendar/month.ts";
import type { Cents } from "../money/money.ts";
import type { MonthDay, NightTerms, PriceDocument, Season } from "./price-document.ts";

/** The season or the named special dates from which a price or a rule comes; null if it comes from neither. */
export type Origin = { level: "season" | "special"; name: string } | null;

/** The values for one night after combining the levels. */
export type Night = {
  date: LocalDate;
  weekday: Weekday;
  priceCents: Cents;
  priceFrom: Origin;
  minimumNights: number;
  minimumFrom: Origin;
  changeoverDays: readonly Weekday[];
  changeoverFrom: Origin;
};

type Level = { origin: Origin; terms: NightTerms };

/** Special dates override seasons, and seasons override the base price, field by field (docs/pricing.md PR-01). */
export function nightOf(document: PriceDocument, date: LocalDate): Night {
  const levels = levelsOf(document, date);
  const day = weekday(date);
  const isWeekend = document.everyNight.weekendNights.includes(day);
  const price = firstOf(levels, ({ priceCents, weekendPriceCents }) =>
    isWeekend ? (weekendPriceCents ?? priceCents) : priceCents,
  );
  const minimum = firstOf(levels, (terms) => terms.minimumNights);
  const changeover = firstOf(levels, (terms) => terms.changeoverDays);
  return {
    date,
    weekday: day,
    priceCents: price.value,
    priceFrom: price.origin,
    minimumNights: minimum.value,
    minimumFrom: minimum.origin,
    changeoverDays: changeover.value,
    changeoverFrom: changeover.origin,
  };
}

/** The levels from the strongest to the weakest. Only the weekend price can be missing from the last one, the base. */
function levelsOf(document: PriceDocument, date: LocalDate): Level[] {
  const levels: Level[] = [];
  const special = document.specialDates.find(({ firstNight, lastNight }) => firstNight <= date && date <= lastNight);
  if (special) levels.push({ origin: special.name ? { level: "special", name: special.name } : null, terms: special });
  const day = monthDayOf(date);
  const season = document.seasons.find((one) => isInSeason(day, one));
  if (season) levels.push({ origin: { level: "season", name: season.name }, terms: season });
  levels.push({ origin: null, terms: document.everyNight });
  return levels;
}

function firstOf<V>(levels: readonly Level[], read: (terms: NightTerms) => V | null): { value: V; origin: Origin } {
  for (const { origin, terms } of levels) {
    const value = read(terms);
    if (value !== null) return { value, origin };
  }
  throw new Error("Every night has a price, a minimum and changeover days");
}

export function monthDayOf(date: LocalDate): MonthDay {
  return date.slice(5) as MonthDay; // a LocalDate is YYYY-MM-DD
}

/**
 * A season that ends on 28 February includes the leap day; a season whose end date comes before its start date spans
 * the turn of the year.
 */
export function isInSeason(day: MonthDay, { from, to }: Pick<Season, "from" | "to">): boolean {
  const last = to === "02-28" ? "02-29" : to;
  return from <= to ? from <= day && day <= last : day >= from || day <= last;
}

/** The lowest and highest price from today to the last bookable night. */
export function priceRange(document: PriceDocument, today: LocalDate): { lowestCents: Cents; highestCents: Cents } {
  const prices = Array.from(
    { length: document.windowDays },
    (_unused, index) => nightOf(document, addDays(today, index)).priceCents,
  );
  return { lowestCents: Math.min(...prices), highestCents: Math.max(...prices) };
}
