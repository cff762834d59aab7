import { addDays, eachDay, isLocalDate, type LocalDate } from "../calendar/local-date.ts";
import { amountFromText, amountText, currencyDigits } from "../money/currency.ts";
import { toCsv } from "../spreadsheet/csv.ts";
import { nightOf } from "./night.ts";
import { MOST, type PriceDocument } from "./price-document.ts";
import { setSpecialTerms, type SpecialRun, type SpecialTerms } from "./special-price.ts";

const HEAD = ["date", "price", "minimum"];

/** The price and minimum stay of each night in `[from, until)`, for use in other programs. */
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
 * A document in which the nights in the file have the prices and minimum stays from the file, as special dates. Rows
 * that match the current values change nothing. Nights that remain special dates keep their name and changeover days; a
 * special date that no longer differs from the season or the base is removed.
 */
export function importNights(document: PriceDocument, text: string): CsvImport {
  const rows = readRows(text, document.currency);
  if ("message" in rows) return { ok: false, message: rows.message };
  const changes = rows
    .filter((row) => !holds(document, row))
    .map((row) => ({ date: row.date, terms: termsFor(document, row) }));
  const changed = setSpecialTerms(document, runsOf(changes));
  const { length } = changed.specialDates;
  return length > MOST.specialDates ? tooMany(length) : { ok: true, document: changed, nights: rows.length };
}

const tooMany = (count: number): CsvImport => ({
  ok: false,
  message: `These prices change too often: they need ${count} special dates, and the limit is ${MOST.specialDates}. Set the usual price and the seasons first, so that fewer nights need special dates.`,
});

function holds(document: PriceDocument, { date, priceCents, minimumNights }: Row): boolean {
  const night = nightOf(document, date);
  return night.priceCents === priceCents && (minimumNights ?? night.minimumNights) === night.minimumNights;
}

/**
 * The values are null if the row equals those of the season or the base, which then apply. A blank minimum leaves the
 * minimum stay as it is.
 */
function termsFor(document: PriceDocument, row: Row): SpecialTerms {
  const { priceCents, minimumNights } = holds({ ...document, specialDates: [] }, row)
    ? { priceCents: null, minimumNights: null }
    : row;
  return row.minimumNights === null ? { priceCents } : { priceCents, minimumNights };
}

function readRows(text: string, currency: string): Row[] | { message: string } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/);
  // Where the comma is the decimal mark, spreadsheets use another separator.
  const separator = [";", "\t"].find((one) => text.includes(one)) ?? ",";
  const rows = new Map<LocalDate, Row>();
  let columns = HEAD.length;
  for (const [place, line] of lines.entries()) {
    const cells = cellsOf(line, separator);
    if (cells.every((cell) => cell === "")) continue;
    if (place === 0 && cells[0]?.toLowerCase() === HEAD[0]) {
      if (isHead(cells)) {
        columns = cells.length;
        continue;
      }
      return { message: "The columns must be date, price and minimum, in this order" };
    }
    const row = rowOf(cells, columns, separator, currency);
    if (!row) return { message: `Line ${place + 1}${wrongRow(cells[0] ?? "")}` };
    if (rows.has(row.date)) return { message: `Line ${place + 1}: ${row.date} is in the file twice` };
    rows.set(row.date, row);
  }
  if (rows.size === 0) return { message: "The file has no prices. Each line is a date, a price and a minimum." };
  return [...rows.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Excel saves ISO dates in the format of its user's region, in which 01/07 may be January or July. */
function wrongRow(date: string): string {
  const isDate = /^[\p{L}\d]+[-./ ]+[\p{L}\d]+[-./ ]+\d+$/u.test(date) && !/^\d{4}-\d\d-\d\d$/.test(date);
  return isDate
    ? ": dates must be written like 2027-07-01. In a spreadsheet, give the column the format yyyy-mm-dd before you save the file."
    : " should be a date, a price and a minimum, such as 2027-07-01,180,3";
}

/** A separator between quotation marks belongs to its cell: `"1,200"`. */
function cellsOf(line: string, separator: string): string[] {
  const cells = [""];
  for (const [place, piece] of line.split('"').entries()) {
    const [first = "", ...more] = place % 2 === 1 ? [piece] : piece.split(separator);
    cells.push((cells.pop() ?? "") + first, ...more);
  }
  return cells.map((cell) => cell.trim());
}

function isHead(cells: readonly string[]): boolean {
  return cells.length <= HEAD.length && cells.every((cell, place) => HEAD[place]?.startsWith(cell.toLowerCase()));
}

/**
 * Null for a row that cannot be parsed unambiguously, such as `2027-07-01,149,50,3`, or `2027-07-01,149,50` if the file
 * has only two columns.
 */
function rowOf(cells: readonly string[], columns: number, separator: string, currency: string): Row | null {
  const [date = "", price = "", minimum = ""] = cells;
  const priceCents = amountFromText(separator === "," ? price : withDecimalPoint(price, separator, currency), currency);
  if (!isLocalDate(date) || priceCents === null || !isMinimum(minimum)) return null;
  if (cells.slice(columns).join("") !== "") return null;
  return { date, priceCents, minimumNights: minimum === "" ? null : Number(minimum) };
}

/**
 * `149,50` as `149.50`. In a currency with three decimals, the comma in `149,500` is the decimal mark if semicolons
 * separate the cells; between tabs it could also separate the thousands, so the price is rejected.
 */
function withDecimalPoint(price: string, separator: string, currency: string): string {
  const [, whole = "", decimals = ""] = /^(\d+),(\d{1,3})$/.exec(price) ?? [];
  if (decimals === "" || (decimals.length === 3 && currencyDigits(currency) < 3)) return price;
  return decimals.length === 3 && separator !== ";" ? "" : `${whole}.${decimals}`;
}

/** A number with a leading zero is part of a price with a decimal comma: `149,05`. */
function isMinimum(text: string): boolean {
  const nights = Number(text);
  return text === "" || (/^[1-9]/.test(text) && Number.isInteger(nights) && nights <= MOST.minimumNights);
}

/** Consecutive nights with the same values. */
function runsOf(changes: readonly { date: LocalDate; terms: SpecialTerms }[]): SpecialRun[] {
  const runs: SpecialRun[] = [];
  for (const { date, terms } of changes) {
    const run = runs.at(-1);
    const next = addDays(date, 1);
    if (run?.span.checkOut === date && JSON.stringify(run.terms) === JSON.stringify(terms)) run.span.checkOut = next;
    else runs.push({ span: { checkIn: date, checkOut: next }, terms });
  }
  return runs;
}
