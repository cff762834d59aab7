import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { changeoversOf, isSameDay, planChanges } from "./changeovers.ts";

const day = toLocalDate;
const stay = (checkIn: string, checkOut: string, guests: number | null = 2) => ({
  checkIn: day(checkIn),
  checkOut: day(checkOut),
  guests,
});
const plan = (stays: ReturnType<typeof stay>[], from = "2026-06-01", until = "2026-08-01") => ({
  from: day(from),
  until: day(until),
  changeovers: changeoversOf(stays, day(from), day(until)),
});

test("a changeover is marked if new guests arrive on the day others leave", () => {
  const [first, second] = changeoversOf(
    [stay("2026-06-01", "2026-06-05", 2), stay("2026-06-05", "2026-06-08", 4)],
    day("2026-06-01"),
    day("2026-07-01"),
  );
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
      const at = (today: typeof first) => ({
        from: today,
        until: addDays(today, 60),
        changeovers: changeoversOf(booked, today, addDays(today, 60)),
      });
      expect(planChanges(at(first), at(addDays(first, passed)))).toEqual([]);
    }),
  );
});
