import { type DayNumber, dayNumber, daysInMonth, partsOf } from "./day-number.ts";

/**
 * The days of a repeating event (RFC 5545 3.3.10). We use our own code, which handles only whole days and a limited
 * window, because it always terminates: a library that searches for 30 February never stops (decision 14). Each step
 * moves to a later period, and periods before the window are skipped unless the rule has a COUNT.
 */
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
const KNOWN = "FREQ,INTERVAL,COUNT,UNTIL,WKST,BYDAY,BYMONTH,BYMONTHDAY,BYSETPOS".split(",");
/** S-15. */
export const MAX_OCCURRENCES = 1000;

export type Rule = {
  freq: (typeof FREQUENCIES)[number];
  interval: number;
  count: number | null;
  /** As written in the rule: a date or a date-time. */
  until: string | null;
  weekStart: number;
  /** For each weekday (0 is Monday), which of its occurrences in the month or year: 0 means every one, -1 the last. */
  byDay: ReadonlyMap<number, ReadonlySet<number>>;
  byMonth: ReadonlySet<number>;
  byMonthDay: ReadonlySet<number>;
  bySetPos: ReadonlySet<number>;
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
  for (const name of parts.keys())
    if (!KNOWN.includes(name))
      throw new UnreadableRule(`its repeat rule contains ${name.slice(0, 40)}, which is not supported`);
  const freq = FREQUENCIES.find((one) => one === parts.get("FREQ"));
  if (!freq) throw new UnreadableRule(`it repeats ${parts.get("FREQ")?.slice(0, 40) ?? "without FREQ"}`);
  const numbers = (name: string, min: number, max: number) => {
    const found = (parts.get(name) ?? "").split(",").filter(Boolean).map(Number);
    if (found.some((n) => !Number.isInteger(n) || n === 0 || n < min || n > max))
      throw new UnreadableRule(`its ${name} cannot be read`);
    return found;
  };
  const [weekStart = 0] = (parts.get("WKST") ?? "MO").split(",").map((day) => WEEKDAYS.indexOf(day));
  return {
    freq,
    interval: numbers("INTERVAL", 1, 10_000)[0] ?? 1,
    count: numbers("COUNT", 1, 1_000_000)[0] ?? null,
    until: parts.get("UNTIL") ?? null,
    weekStart: Math.max(weekStart, 0),
    byDay: byDayOf((parts.get("BYDAY") ?? "").split(",").filter(Boolean)),
    byMonth: new Set(numbers("BYMONTH", 1, 12)),
    byMonthDay: new Set(numbers("BYMONTHDAY", -31, 31)),
    bySetPos: new Set(numbers("BYSETPOS", -366, 366)),
  };
}

function byDayOf(names: string[]): Rule["byDay"] {
  const byDay = new Map<number, Set<number>>();
  for (const name of names) {
    const [, nth = "", day = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(name) ?? [];
    const weekday = WEEKDAYS.indexOf(day);
    if (weekday === -1) throw new UnreadableRule("its BYDAY cannot be read");
    byDay.set(weekday, (byDay.get(weekday) ?? new Set()).add(Number(nth || 0)));
  }
  return byDay;
}

/**
 * `first` is the day on which the event begins, and `last` the last day to return. Days before `since` count towards
 * COUNT but are not returned.
 */
export type Window = { first: DayNumber; since: DayNumber; last: DayNumber };

/**
 * The days of the rule in the window, at most `MAX_OCCURRENCES`. `first` always counts as an occurrence, even if the
 * rule does not include it. Calls `spend` for every day and period examined.
 */
export function occurrences(rule: Rule, { first, since, last }: Window, spend: (steps: number) => void): DayNumber[] {
  const found: DayNumber[] = [];
  let counted = 0;
  const add = (day: DayNumber): boolean => {
    counted++;
    if (day >= since) found.push(day);
    return found.length < MAX_OCCURRENCES && (rule.count === null || counted < rule.count);
  };
  if (first > last) return [];
  if (!add(first)) return found;
  // A rule with COUNT has to be counted from its first day.
  for (let n = rule.count === null ? periodsBefore(rule, first, since) : 0; ; n++) {
    const period = periodOf(rule, first, n);
    spend(1 + period.until - period.from);
    if (period.from > last) return found;
    for (const day of daysIn(rule, first, period)) {
      if (day > first && day <= last && !add(day)) return found;
    }
  }
}

/** The number of periods of the rule that have certainly passed before `since`; the true number may be higher. */
function periodsBefore(rule: Rule, first: DayNumber, since: DayNumber): number {
  const { freq, interval } = rule;
  const [from, to] = [partsOf(first), partsOf(since)];
  const passed = {
    DAILY: since - first,
    WEEKLY: Math.floor((since - first) / 7),
    MONTHLY: (to.year - from.year) * 12 + to.month - from.month,
    YEARLY: to.year - from.year,
  }[freq];
  return Math.max(0, Math.floor(passed / interval));
}

/** `until` is exclusive. */
type Period = { from: DayNumber; until: DayNumber };

function periodOf({ freq, interval, weekStart }: Rule, first: DayNumber, n: number): Period {
  const { year, month } = partsOf(first);
  switch (freq) {
    case "DAILY": {
      const from = first + n * interval;
      return { from, until: from + 1 };
    }
    case "WEEKLY": {
      const from = first + n * interval * 7 - ((weekdayOf(first) - weekStart + 7) % 7);
      return { from, until: from + 7 };
    }
    case "MONTHLY":
      return { from: monthStart(year, month + n * interval), until: monthStart(year, month + n * interval + 1) };
    case "YEARLY":
      return { from: monthStart(year + n * interval, 1), until: monthStart(year + n * interval + 1, 1) };
  }
}

function daysIn(rule: Rule, first: DayNumber, { from, until }: Period): DayNumber[] {
  const start = partsOf(first);
  const days: DayNumber[] = [];
  for (let day = from; day < until; day++) if (fits(rule, first, start, day)) days.push(day);
  if (rule.bySetPos.size === 0) return days;
  return days.filter((_, n) => rule.bySetPos.has(n + 1) || rule.bySetPos.has(n - days.length));
}

type Parts = ReturnType<typeof partsOf>;

/** Whether the day matches the rule; parts that the rule does not specify are taken from the first day. */
function fits(rule: Rule, first: DayNumber, start: Parts, day: DayNumber): boolean {
  const { freq, byDay, byMonth, byMonthDay } = rule;
  const { year, month, date } = partsOf(day);
  if (byMonth.size > 0 && !byMonth.has(month)) return false;
  if (byMonthDay.size > 0 && !byMonthDay.has(date) && !byMonthDay.has(date - daysInMonth(year, month) - 1))
    return false;
  if (byDay.size > 0 && !isOfByDay(rule, day, year, month)) return false;
  if (freq === "DAILY" || byDay.size > 0) return true;
  if (freq === "WEEKLY") return weekdayOf(day) === weekdayOf(first);
  if (freq === "YEARLY" && byMonth.size === 0 && byMonthDay.size === 0 && month !== start.month) return false;
  return byMonthDay.size > 0 || date === start.date;
}

function isOfByDay({ freq, byDay, byMonth }: Rule, day: DayNumber, year: number, month: number): boolean {
  const ordinals = byDay.get(weekdayOf(day));
  if (!ordinals) return false;
  if (ordinals.has(0) || freq === "DAILY" || freq === "WEEKLY") return true;
  const inMonth = freq === "MONTHLY" || byMonth.size > 0;
  const from = inMonth ? monthStart(year, month) : monthStart(year, 1);
  const until = inMonth ? monthStart(year, month + 1) : monthStart(year + 1, 1);
  const position = Math.floor((day - from) / 7) + 1;
  const fromEnd = -Math.floor((until - day - 1) / 7) - 1;
  return ordinals.has(position) || ordinals.has(fromEnd);
}

/** `month` counts from 1 and may exceed 12. */
function monthStart(year: number, month: number): DayNumber {
  const ahead = Math.floor((month - 1) / 12);
  return dayNumber(year + ahead, month - ahead * 12, 1) ?? Number.POSITIVE_INFINITY;
}

/** 0 is Monday; 1 January 1970 was a Thursday. */
function weekdayOf(day: DayNumber): number {
  return (((day + 3) % 7) + 7) % 7;
}
