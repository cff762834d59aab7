import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BOOKING_STATUSES } from "../booking/status.ts";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import {
  bookedAtOf,
  stillNeeds,
  customPlanned,
  type CustomTiming,
  dueOf,
  MAX_OF,
  textFor,
  type Timing,
  TIMING_EVENTS,
} from "./custom-message.ts";
import { type ExistingMessage, replan, plannedMessages } from "./replan.ts";
import type { StayHours } from "./schedule.ts";

const COLOMBO: StayHours = { timeZone: "Asia/Colombo", checkInFrom: "14:00", checkOutBy: "11:00" };
const stay = (checkIn: string, checkOut: string) => ({
  checkIn: toLocalDate(checkIn),
  checkOut: toLocalDate(checkOut),
});
const STAY = stay("2026-12-05", "2026-12-08");
const BOOKED = new Date("2026-11-21T06:00:00Z");
const due = (timing: Timing, hours = COLOMBO, of = STAY) => dueOf(timing, of, hours, BOOKED).toISOString();

describe("when a custom message is due", () => {
  test.each<[Timing, string]>([
    [{ event: "check-in", side: "before", unit: "days", amount: 2, time: "09:00" }, "2026-12-03T03:30:00.000Z"],
    [{ event: "check-in", side: "after", unit: "days", amount: 0, time: "20:15" }, "2026-12-05T14:45:00.000Z"],
    [{ event: "check-in", side: "before", unit: "hours", amount: 3 }, "2026-12-05T05:30:00.000Z"],
    [{ event: "check-out", side: "after", unit: "minutes", amount: 90 }, "2026-12-08T07:00:00.000Z"],
    [{ event: "booking", side: "after", unit: "minutes", amount: 0 }, BOOKED.toISOString()],
    // 06:00 UTC is 11:30 at the cottage, where the next day is the 22nd.
    [{ event: "booking", side: "after", unit: "days", amount: 1, time: "07:00" }, "2026-11-22T01:30:00.000Z"],
  ])("%o", (timing, moment) => expect(due(timing)).toBe(moment));

  test("a time of day is local time on the day of sending, even after a clock change", () => {
    const berlin = { ...COLOMBO, timeZone: "Europe/Berlin" };
    const timing: Timing = { event: "check-in", side: "before", unit: "days", amount: 1, time: "09:00" };
    expect(due(timing, berlin, stay("2027-03-28", "2027-03-30"))).toBe("2027-03-27T08:00:00.000Z");
    expect(due(timing, berlin, stay("2027-03-29", "2027-03-30"))).toBe("2027-03-28T07:00:00.000Z");
  });
});

test("a message that would come too late to help is not planned", () => {
  const late: Timing = { event: "booking", side: "after", unit: "days", amount: 30, time: "09:00" };
  expect(customPlanned({ id: "a", timing: late }, STAY, COLOMBO, BOOKED)).toBeNull();
  const after: Timing = { event: "check-out", side: "after", unit: "days", amount: 300, time: "09:00" };
  expect(customPlanned({ id: "a", timing: after }, STAY, COLOMBO, BOOKED)).not.toBeNull();
});

test("pending and cancelled bookings get no custom messages; past stays get only those sent after check-out", () => {
  const before: Timing = { event: "check-in", side: "before", unit: "hours", amount: 1 };
  const after: Timing = { event: "check-out", side: "after", unit: "hours", amount: 1 };
  const called = (timing: Timing) => BOOKING_STATUSES.filter((status) => stillNeeds(status, timing));
  expect(called(before)).toEqual(["upcoming", "confirmed"]);
  expect(called(after)).toEqual(["upcoming", "confirmed", "checked-in", "checked-out", "completed"]);
});

test("a guest gets the English text if there is no text in their language", () => {
  const texts = { en: { subject: "Market", body: "On Sunday" }, de: { subject: "Markt", body: "Am Sonntag" } };
  expect(textFor(texts, "de")).toEqual({ language: "de", template: texts.de });
  expect(textFor(texts, "fr")).toEqual({ language: "en", template: texts.en });
});

describe("a booking's plan", () => {
  const timings: fc.Arbitrary<Timing> = fc
    .record({
      event: fc.constantFrom(...TIMING_EVENTS),
      before: fc.boolean(),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .chain(({ event, before, part }) => {
      const side = before && event !== "booking" ? ("before" as const) : ("after" as const);
      const of = (unit: "minutes" | "hours" | "days") => Math.round(part ** 3 * MAX_OF[unit]);
      return fc.constantFrom<Timing[]>(
        { event, side, unit: "minutes", amount: of("minutes") },
        { event, side, unit: "hours", amount: of("hours") },
        { event, side, unit: "days", amount: of("days"), time: "09:00" },
      );
    });
  const customs: fc.Arbitrary<CustomTiming[]> = fc
    .array(timings, { maxLength: 4 })
    .map((all) => all.map((timing, n) => ({ id: `own-${n}`, timing })));
  const plan = (of: typeof STAY, own: CustomTiming[], now: Date, bookedAt = BOOKED) =>
    plannedMessages({ ...of, status: "confirmed" }, { hours: COLOMBO, customs: own, bookedAt, now }).map((one) => ({
      ...one,
      channel: "email" as const,
    }));
  type Row = ExistingMessage;
  /** Rows as they are in the outbox after a plan has been applied. */
  function applied(rows: Row[], change: ReturnType<typeof replan>): Row[] {
    const next = rows.map((row): Row => {
      const move = change.move.find(({ id }) => id === row.id);
      if (move)
        return { ...row, anchor: move.to.anchor, due: move.to.due, usefulUntil: move.to.usefulUntil, state: "open" };
      return change.withdraw.includes(row.id) ? { ...row, state: "withdrawn" } : row;
    });
    const added = change.add.map((to, n): Row => {
      const { type, customId, channel, anchor, due: at, usefulUntil } = to;
      return { id: `${rows.length + n}`, type, customId, channel, anchor, due: at, usefulUntil, state: "open" };
    });
    return [...next, ...added];
  }

  test("changes nothing when it is applied a second time, whatever messages the host has added", () => {
    fc.assert(
      fc.property(customs, (own) => {
        const rows = applied([], replan([], plan(STAY, own, BOOKED), BOOKED));
        const again = replan(
          rows,
          plan(STAY, own, BOOKED, bookedAtOf(rows.map(({ anchor }) => anchor)) ?? BOOKED),
          BOOKED,
        );
        expect(again).toEqual({ add: [], move: [], withdraw: [] });
      }),
    );
  });

  test("never sends a custom message twice for the same dates, even if the host changes its send time", () => {
    fc.assert(
      fc.property(
        fc.array(timings, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat({ max: 20 })),
        (changes, steps) => {
          let rows: Row[] = [];
          let now = BOOKED;
          let sent = 0;
          for (const [n, timing] of changes.entries()) {
            const bookedAt = bookedAtOf(rows.map(({ anchor }) => anchor)) ?? BOOKED;
            const expected = plan(STAY, [{ id: "own", timing }], now, bookedAt);
            rows = applied(rows, replan(rows, expected, now, "skip"));
            now = new Date(now.getTime() + (steps[n] ?? 1) * 86_400_000);
            rows = rows.map((row): Row => {
              if (row.customId === null || row.state !== "open" || row.due > now) return row;
              sent += 1;
              return { ...row, state: "closed" };
            });
          }
          expect(sent).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test("sends the message again for the new dates of a moved stay, even if they touch the old dates", () => {
    const own = [
      { id: "own", timing: { event: "check-in", side: "before", unit: "days", amount: 7, time: "09:00" } },
    ] satisfies CustomTiming[];
    const rows = applied([], replan([], plan(STAY, own, BOOKED), BOOKED)).map((row): Row =>
      row.customId ? { ...row, state: "closed" } : row,
    );
    const moved = { checkIn: addDays(STAY.checkIn, -3), checkOut: STAY.checkIn };
    expect(replan(rows, plan(moved, own, BOOKED), BOOKED).add.map(({ customId }) => customId)).toEqual(["own"]);
  });
});
