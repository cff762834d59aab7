import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { changeoversOf, type CleanedStay, isSameDay, planChanges, planStart } from "./changeovers.ts";

const day = toLocalDate;
const stay = (checkIn: string, checkOut: string, guests: number | null = 2) => ({
  checkIn: day(checkIn),
  checkOut: day(checkOut),
  guests,
});
const planOn = (stays: readonly CleanedStay[], today: LocalDate) => {
  const range = { from: planStart(stays, today), until: addDays(today, 60) };
  return { ...range, changeovers: changeoversOf(stays, { ...range, today }) };
};
const plan = (stays: readonly CleanedStay[], today = "2026-06-01") => planOn(stays, day(today));

test("a changeover is marked if new guests arrive on the day others leave", () => {
  const stays = [stay("2026-06-01", "2026-06-05", 2), stay("2026-06-05", "2026-06-08", 4)];
  const [first, second] = plan(stays, "2026-06-02").changeovers;
  expect(first).toEqual({ day: "2026-06-05", leaving: 2, next: { day: "2026-06-05", guests: 4 } });
  expect(first && isSameDay(first)).toBe(true);
  expect(second).toEqual({ day: "2026-06-08", leaving: 4, next: null });
});

test("a moved stay and a different number of guests count as changes", () => {
  const before = plan([stay("2026-06-01", "2026-06-05"), stay("2026-06-20", "2026-06-24")]);
  const now = plan([stay("2026-06-01", "2026-06-06"), stay("2026-06-20", "2026-06-24", 5)]);
  expect(planChanges(before, now).map(({ kind, changeover }) => [kind, changeover.day])).toEqual([
    ["removed", "2026-06-05"],
    ["added", "2026-06-06"],
    ["changed", "2026-06-24"],
  ]);
});

test("an arrival is in the plan if the last guests left earlier, or if nobody has stayed before", () => {
  const left = stay("2026-05-01", "2026-05-20");
  const arriving = stay("2026-06-02", "2026-06-05", 4);
  const changes = (before: CleanedStay[], now: CleanedStay[]) =>
    planChanges(plan(before), plan(now)).map(({ kind, changeover: { day: on, leaving, next } }) => [
      kind,
      on,
      leaving,
      next?.day,
    ]);
  expect(changes([left], [left, arriving])).toEqual([
    ["changed", "2026-05-20", 2, "2026-06-02"],
    ["added", "2026-06-05", 4, undefined],
  ]);
  expect(changes([], [arriving])).toEqual([
    ["added", "2026-06-02", 0, "2026-06-02"],
    ["added", "2026-06-05", 4, undefined],
  ]);
  const [first] = plan([arriving]).changeovers;
  expect(first && isSameDay(first)).toBe(false);
  // Once these guests have arrived, the earlier departure no longer matters.
  expect(plan([left, arriving], "2026-06-03").changeovers.map((one) => one.day)).toEqual(["2026-06-05"]);
});

test("a known arrival is not announced again if other guests leave before it", () => {
  const arriving = stay("2026-06-20", "2026-06-24", 4);
  const earlier = stay("2026-06-10", "2026-06-12");
  const days = (changes: ReturnType<typeof planChanges>) =>
    changes.map(({ kind, changeover }) => [kind, changeover.day]);
  expect(days(planChanges(plan([arriving]), plan([arriving, earlier])))).toEqual([
    ["added", "2026-06-10"],
    ["added", "2026-06-12"],
  ]);
  expect(days(planChanges(plan([arriving, earlier]), plan([arriving])))).toEqual([
    ["removed", "2026-06-10"],
    ["removed", "2026-06-12"],
  ]);
});

test("the passing of time does not count as a change", () => {
  const stays = fc.array(
    fc.record({
      from: fc.nat(100),
      nights: fc.integer({ min: 1, max: 14 }),
      guests: fc.option(fc.nat(6), { nil: null }),
    }),
    { maxLength: 15 },
  );
  fc.assert(
    fc.property(stays, fc.nat(70), (all, passed) => {
      const first = day("2026-06-01");
      const booked = all.map(({ from, nights, guests }) => ({
        checkIn: addDays(first, from),
        checkOut: addDays(first, from + nights),
        guests,
      }));
      expect(planChanges(planOn(booked, first), planOn(booked, addDays(first, passed)))).toEqual([]);
    }),
  );
});
