import { addDays, eachDay, isLocalDate, type LocalDate } from "../calendar/local-date.ts";
import { amountFromText, amountText } from "../money/currency.ts";
import { toCsv } from "../spreadsheet/csv.ts";
import { nightOf } from "./night.ts";
import { cutOut, nameOf } from "./special-price.ts";
import { MOST, type PriceDocument, type SpecialDates } from "./price-document.ts";

const HEAD = ["date", "price", "minimum"];

/** The price and minimum of each night of `[from, until)`, as hosts take them elsewhere. */
export function nightsToCsv(document: PriceDocument, from: LocalDate, until: LocalDate): string {
  const rows = eachDay(from, until).map((date) => {
    const { priceCents, minimumNights } = nightOf(document, date);
    return [date, amountText(priceCents, document.currency), minimumNights];
  });
  return toCsv([HEAD, ...rows]);
}

export type CsvImport = { ok: true; document: PriceDocument; nights: number } | { ok: false; message: string };

type Row = { date: LocalDate; priceCents: number; minimumNights: number | null };

/**
 * A document in which the nights of the file have its prices and minimums, as special dates. Special dates that share a
 * night with the file are cut down to the nights it does not mention. Rows that say what holds already add nothing.
 */
export function importNights(document: PriceDocument, text: string): CsvImport {
  const rows = readRows(text, document.currency);
  if ("message" in rows) return { ok: false, message: rows.message };
  const named = new Set(rows.map((row) => row.date));
  const specials = document.specialDates.flatMap((special) => cutOut(special, named));
  const below = { ...document, specialDates: specials };
  const needed = rows.filter((row) => {
    const night = nightOf(below, row.date);
    return night.priceCents !== row.priceCents || (row.minimumNights ?? night.minimumNights) !== night.minimumNights;
  });
  const imported = runsOf(needed).map(([first, last]): SpecialDates => ({
    name: nameOf(first.date, last.date),
    firstNight: first.date,
    lastNight: last.date,
    priceCents: first.priceCents,
    weekendPriceCents: null,
    minimumNights: first.minimumNights,
    changeoverDays: null,
  }));
  const specialDates = [...specials, ...imported].toSorted((a, b) => (a.firstNight < b.firstNight ? -1 : 1));
  if (specialDates.length > MOST.specialDates) {
    return {
      ok: false,
      message: `These prices change too often: they need ${specialDates.length} special dates, and ${MOST.specialDates} is the most. Set the usual price and the seasons first, so that the file only has what differs.`,
    };
  }
  return { ok: true, document: { ...document, specialDates }, nights: rows.length };
}

function readRows(text: string, currency: string): Row[] | { message: string } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const rows = new Map<LocalDate, Row>();
  for (const [place, line] of lines.entries()) {
    const cells = line.split(/[;,\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
    const [date = "", price = "", minimum = ""] = cells;
    if (line.trim() === "" || (place === 0 && date.toLowerCase() === "date")) continue;
    const priceCents = amountFromText(price, currency);
    const nights = minimum === "" ? null : Number(minimum);
    if (!isLocalDate(date) || priceCents === null || !isMinimum(nights)) {
      return { message: `Line ${place + 1} should be a date, a price and a minimum, such as 2027-07-01,180,3` };
    }
    if (rows.has(date)) return { message: `Line ${place + 1}: ${date} is in the file twice` };
    rows.set(date, { date, priceCents, minimumNights: nights });
  }
  if (rows.size === 0) return { message: "The file has no prices. Each line is a date, a price and a minimum." };
  return [...rows.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

function isMinimum(nights: number | null): boolean {
  return nights === null || (Number.isInteger(nights) && nights >= 1 && nights <= MOST.minimumNights);
}

/** Nights in a row that say the same. */
function runsOf(rows: readonly Row[]): [Row, Row][] {
  const runs: [Row, Row][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const goesOn =
      run &&
      addDays(run[1].date, 1) === row.date &&
      run[0].priceCents === row.priceCents &&
      run[0].minimumNights === row.minimumNights;
    if (goesOn) run[1] = row;
    else runs.push([row, row]);
  }
  return runs;
}
