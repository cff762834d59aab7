import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";

/**
 * The days of a repeating event (RFC 5545 3.3.10). Written for whole days and for a window, because that ends: a library
 * that looks for the 30th of February looks for ever (decision 14). Every step is a period that begins later.
 */
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const KNOWN = "FREQ,INTERVAL,COUNT,UNTIL,WKST,BYDAY,BYMONTH,BYMONTHDAY,BYSETPOS".split(",");
/** S-15. */
export const MAX_OCCURRENCES = 1000;

type Nth = { weekday: number; nth: number };
export type Rule = {
  freq: (typeof FREQUENCIES)[number];
  interval: number;
  count: number | null;
  /** As written: a day, or a moment of which only the day is looked at here. */
  until: string | null;
  weekStart: number;
  byDay: Nth[];
  byMonth: number[];
  byMonthDay: number[];
  bySetPos: number[];
};

export class UnreadableRule extends Error {}

export function parseRule(text: string): Rule {
  const parts = new Map(
    text
      .toUpperCase()
      .split(";")
      .filter((part) => part !== "")
      .map((part) => {
        const [name = "", value = ""] = part.split("=");
        return [name.trim(), value.trim()] as const;
      }),
  );
  for (const name of parts.keys()) if (!KNOWN.includes(name)) throw new UnreadableRule(`it repeats by ${name}`);
  const freq = FREQUENCIES.find((one) => one === parts.get("FREQ"));
  if (!freq) throw new UnreadableRule(`it repeats ${parts.get("FREQ") ?? "without FREQ"}`);
  const numbers = (name: string, min: number, max: number) => {
    const found = (parts.get(name) ?? "").split(",").filter(Boolean).map(Number);
    if (found.some((n) => !Number.isInteger(n) || n === 0 || n < min || n > max))
      throw new UnreadableRule(`${name} is wrong`);
    return found;
  };
  const [weekStart = 0] = (parts.get("WKST") ?? "MO").split(",").map((day) => WEEKDAYS.indexOf(day));
  return {
    freq,
    interval: numbers("INTERVAL", 1, 10_000)[0] ?? 1,
    count: numbers("COUNT", 1, 1_000_000)[0] ?? null,
    until: parts.get("UNTIL") ?? null,
    weekStart: Math.max(weekStart, 0),
    byDay: (parts.get("BYDAY") ?? "").split(",").filter(Boolean).map(nthOf),
    byMonth: numbers("BYMONTH", 1, 12),
    byMonthDay: numbers("BYMONTHDAY", -31, 31),
    bySetPos: numbers("BYSETPOS", -366, 366),
  };
}

function nthOf(text: string): Nth {
  const [, nth = "", day = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = WEEKDAYS.indexOf(day);
  if (weekday === -1) throw new UnreadableRule("BYDAY is wrong");
  return { weekday, nth: Number(nth || 0) };
}

/** The days of the rule from `first`, which always counts, up to and including `last`; at most `MAX_OCCURRENCES` from `since` on. */
export function occurrences(rule: Rule, first: LocalDate, since: LocalDate, last: LocalDate): LocalDate[] {
  const until = untilDay(rule);
  const end = until && until < last ? until : last;
  const found: LocalDate[] = [];
  let counted = 0;
  const add = (day: LocalDate): boolean => {
    counted++;
    if (day >= since) found.push(day);
    return found.length < MAX_OCCURRENCES && (rule.count === null || counted < rule.count);
  };
  if (first > end) return [];
  if (!add(first)) return found;
  for (let n = 0; ; n++) {
    const period = periodOf(rule, first, n);
    if (period.from > end) return found;
    for (const day of daysIn(rule, first, period)) {
      if (day > first && day <= end && !add(day)) return found;
    }
  }
}

function untilDay({ until }: Rule): LocalDate | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(until ?? "") ?? [];
  // Compared only; a day that does not exist still sorts where it should.
  return year ? (`${year}-${month}-${day}` as LocalDate) : null;
}

type Period = { from: LocalDate; until: LocalDate };

function periodOf({ freq, interval, weekStart }: Rule, first: LocalDate, n: number): Period {
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7)) - 1];
  switch (freq) {
    case "DAILY": {
      const from = later(first, n * interval);
      return { from, until: later(from, 1) };
    }
    case "WEEKLY": {
      const from = later(first, n * interval * 7 - ((weekdayOf(first) - weekStart + 7) % 7));
      return { from, until: later(from, 7) };
    }
    case "MONTHLY":
      return { from: monthStart(year, month + n * interval), until: monthStart(year, month + n * interval + 1) };
    case "YEARLY":
      return { from: monthStart(year + n * interval, 0), until: monthStart(year + n * interval + 1, 0) };
  }
}

function daysIn(rule: Rule, first: LocalDate, { from, until }: Period): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) if (fits(rule, first, day)) days.push(day);
  if (rule.bySetPos.length === 0) return days;
  const chosen = new Set(rule.bySetPos.map((n) => days.at(n > 0 ? n - 1 : n)));
  return days.filter((day) => chosen.has(day));
}

/** Whether the day is one of the rule's; what the rule leaves open is as on the first day. */
function fits(rule: Rule, first: LocalDate, day: LocalDate): boolean {
  const { freq, byDay, byMonth, byMonthDay } = rule;
  const month = Number(day.slice(5, 7));
  const date = Number(day.slice(8));
  if (byMonth.length > 0 && !byMonth.includes(month)) return false;
  if (byMonthDay.length > 0) {
    const fromEnd = date - daysInMonth(day) - 1;
    if (!byMonthDay.includes(date) && !byMonthDay.includes(fromEnd)) return false;
  }
  if (byDay.length > 0 && !byDay.some((nth) => isNth(nth, rule, day))) return false;
  if (freq === "DAILY" || byDay.length > 0) return true;
  if (freq === "WEEKLY") return weekdayOf(day) === weekdayOf(first);
  if (freq === "YEARLY" && byMonth.length === 0 && byMonthDay.length === 0 && month !== Number(first.slice(5, 7)))
    return false;
  return byMonthDay.length > 0 || date === Number(first.slice(8));
}

function isNth({ weekday, nth }: Nth, { freq, byMonth }: Rule, day: LocalDate): boolean {
  if (weekdayOf(day) !== weekday) return false;
  if (nth === 0 || freq === "DAILY" || freq === "WEEKLY") return true;
  const inMonth = freq === "MONTHLY" || byMonth.length > 0;
  const year = Number(day.slice(0, 4));
  const from = inMonth ? monthStart(year, Number(day.slice(5, 7)) - 1) : monthStart(year, 0);
  const until = inMonth ? monthStart(year, Number(day.slice(5, 7))) : monthStart(year + 1, 0);
  const position = Math.floor(daysBetween(from, day) / 7) + 1;
  const fromEnd = -Math.floor((daysBetween(day, until) - 1) / 7) - 1;
  return nth === position || nth === fromEnd;
}

const LAST = "2199-12-31";

/** A period after the calendar's last year begins there: nothing is looked for behind it. */
function later(day: LocalDate, days: number): LocalDate {
  return daysBetween(day, LAST) < days ? "2200-01-01" : day > LAST ? day : addDays(day, days);
}

function monthStart(year: number, month: number): LocalDate {
  const moment = new Date(Date.UTC(year, month, 1));
  return moment.getUTCFullYear() > 2199 ? "2200-01-01" : (moment.toISOString().slice(0, 10) as LocalDate); // a first of a month
}

function daysInMonth(day: LocalDate): number {
  return new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
}

function weekdayOf(day: LocalDate): number {
  return ((daysBetween("2000-01-03", day) % 7) + 7) % 7;
}
