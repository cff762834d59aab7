import { describe, expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { type ExistingMessage, replan } from "./replan.ts";
import { stillNeeded, scheduleOf, type StayHours } from "./schedule.ts";

const COLOMBO: StayHours = { timeZone: "Asia/Colombo", checkInFrom: "14:00", checkOutBy: "11:00" };
const stay = (checkIn: string, checkOut: string) => ({
  checkIn: toLocalDate(checkIn),
  checkOut: toLocalDate(checkOut),
});
const NOW = new Date("2026-11-21T06:00:00Z");

function moments(hours: StayHours, checkIn: string, checkOut: string) {
  return Object.fromEntries(
    scheduleOf(stay(checkIn, checkOut), hours, NOW).map(({ type, due }) => [type, due.toISOString()]),
  );
}

test("across the turn of the year, send times follow the property's clock", () => {
  expect(moments(COLOMBO, "2026-12-31", "2027-01-01")).toEqual({
    welcome: "2026-11-21T06:00:00.000Z",
    check_in_reminder: "2026-12-30T08:30:00.000Z",
    check_out_reminder: "2027-01-01T02:30:00.000Z",
    feedback_request: "2027-01-02T05:30:00.000Z",
  });
});

test("24 hours means 24 elapsed hours, even across a clock change", () => {
  const newYork = { ...COLOMBO, timeZone: "America/New_York" };
  // Clocks go forward on 14 March 2027 at 2:00. Check-in is at 14:00, so 24 hours earlier is 13:00 on the day before.
  expect(moments(newYork, "2027-03-14", "2027-03-16")["check_in_reminder"]).toBe("2027-03-13T18:00:00.000Z");
  expect(moments(newYork, "2027-03-12", "2027-03-14")["check_out_reminder"]).toBe("2027-03-14T12:00:00.000Z");
});

test("a pending or cancelled booking gets no scheduled messages, and a past stay only the feedback request", () => {
  const planned = scheduleOf(stay("2026-12-05", "2026-12-08"), COLOMBO, NOW);
  expect(stillNeeded("pending", planned)).toEqual([]);
  expect(stillNeeded("cancelled", planned)).toEqual([]);
  expect(stillNeeded("completed", planned).map(({ type }) => type)).toEqual(["feedback_request"]);
  expect(stillNeeded("confirmed", planned)).toHaveLength(4);
});

describe("a changed booking", () => {
  const planned = (checkIn: string, checkOut: string, now = NOW) =>
    scheduleOf(stay(checkIn, checkOut), COLOMBO, now).map((one) => ({ ...one, channel: "email" as const }));
  const existing = (
    state: ExistingMessage["state"],
    checkIn = "2026-12-05",
    checkOut = "2026-12-08",
  ): ExistingMessage[] =>
    planned(checkIn, checkOut).map(({ type, customId, channel, anchor, due, usefulUntil }) => ({
      id: type,
      type,
      customId,
      channel,
      anchor,
      due,
      usefulUntil,
      state,
    }));

  test("gets no message twice", () => {
    const again = replan(existing("open"), planned("2026-12-05", "2026-12-08"), NOW);
    expect(again).toEqual({ add: [], move: [], withdraw: [] });
  });

  test("keeps its waiting messages, rescheduled for the new dates", () => {
    const plan = replan(existing("open"), planned("2026-12-15", "2026-12-18"), NOW);
    expect(plan.move.map(({ id }) => id)).toEqual([
      "welcome",
      "check_in_reminder",
      "check_out_reminder",
      "feedback_request",
    ]);
    expect([plan.add, plan.withdraw]).toEqual([[], []]);
  });

  test("keeps its waiting welcome message, which is useful until the new departure", () => {
    const now = new Date("2026-11-22T06:00:00Z");
    const { move } = replan(existing("open"), planned("2026-12-15", "2026-12-18", now), now);
    expect(move.find(({ id }) => id === "welcome")?.to).toMatchObject({
      due: NOW,
      usefulUntil: new Date("2026-12-18T05:30:00Z"),
    });
  });

  test('does not change messages for which the host has chosen "send now"', () => {
    const hurried = existing("open").map((row) => ({ ...row, due: NOW, usefulUntil: null }));
    expect(replan(hurried, planned("2026-12-05", "2026-12-08"), NOW)).toEqual({ add: [], move: [], withdraw: [] });
  });

  test("sends its reminders again if the earlier ones were for other dates", () => {
    const plan = replan(existing("closed"), planned("2026-12-15", "2026-12-18"), NOW);
    expect(plan.add.map(({ type }) => type)).toEqual(["check_in_reminder", "check_out_reminder", "feedback_request"]);
  });

  test("does not get a reminder whose sending fails after the stay has been moved, but gets it if the stay is moved back", () => {
    const sending = existing("sending");
    const moved = replan(sending, planned("2026-12-15", "2026-12-18"), NOW);
    expect(moved.move).toEqual([]);
    expect(moved.add.map(({ type }) => type)).toEqual(["check_in_reminder", "check_out_reminder", "feedback_request"]);
    expect(moved.withdraw).toEqual(["check_in_reminder", "check_out_reminder", "feedback_request"]);

    const [open, withdrawn] = [existing("open", "2026-12-15", "2026-12-18"), existing("withdrawn")];
    const both = [...open.map((row) => ({ ...row, id: `new ${row.id}` })), ...withdrawn];
    const reminders = both.filter(({ type }) => type !== "welcome");
    const back = replan(reminders, planned("2026-12-05", "2026-12-08").slice(1), NOW);
    expect(back.move.map(({ id }) => id)).toEqual(moved.withdraw);
    expect(back.withdraw).toEqual(moved.withdraw.map((id) => `new ${id}`));
  });

  test("no longer gets a message that would come too late for the new dates", () => {
    const now = new Date("2026-12-07T04:00:00Z");
    const plan = replan(existing("open", "2026-12-10", "2026-12-12"), planned("2026-12-05", "2026-12-07", now), now);
    expect(plan.withdraw).toEqual(["check_in_reminder", "check_out_reminder"]);
    expect(plan.move.map(({ id }) => id)).toEqual(["welcome", "feedback_request"]);
  });

  test("gets its messages again when restored, except those that would come too late", () => {
    const now = new Date("2026-12-06T10:00:00Z");
    const plan = replan(existing("withdrawn"), planned("2026-12-05", "2026-12-08", now), now);
    expect(plan.move.map(({ id }) => id)).toEqual(["welcome", "check_out_reminder", "feedback_request"]);
    expect([plan.add, plan.withdraw]).toEqual([[], []]);
  });

  describe("whose check-in reminder was due before the booking or the change", () => {
    const now = new Date("2026-12-05T06:00:00Z");
    const soon = new Date("2026-12-05T06:10:00Z");
    const late = planned("2026-12-05", "2026-12-08", now);
    const reminders = (rows: { type: string; due: Date }[]) =>
      rows.filter(({ type }) => type === "check_in_reminder").map(({ due }) => due);

    test("gets the reminder after the welcome message, even if the booking is moved or restored", () => {
      expect(reminders(replan([], late, now).add)).toEqual([soon]);
      for (const rows of [existing("open", "2026-12-10", "2026-12-12"), existing("withdrawn")])
        expect(reminders(replan(rows, late, now).move.map(({ to }) => to))).toEqual([soon]);
    });

    test("gets it once, and later changes do not postpone or withdraw it", () => {
      const waiting = existing("open").map((row) => (row.type === "check_in_reminder" ? { ...row, due: soon } : row));
      const minutesLater = new Date("2026-12-05T06:05:00Z");
      for (const manner of ["send", "skip"] as const)
        expect(replan(waiting, late, minutesLater, manner)).toEqual({ add: [], move: [], withdraw: [] });
      expect(replan(existing("closed"), late, minutesLater)).toEqual({ add: [], move: [], withdraw: [] });
    });

    test("does not get it if it would come after the day of arrival, or if the booking itself has not changed", () => {
      expect(reminders(replan([], late, new Date("2026-12-05T18:25:00Z")).add)).toEqual([]);
      expect(reminders(replan([], late, now, "skip").add)).toEqual([]);
    });
  });
});
