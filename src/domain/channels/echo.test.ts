import { describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { isEcho, mirrorsUs, type ServedCalendar } from "./echo.ts";

const today = toLocalDate("2026-11-21");
const NOW = new Date("2026-11-21T12:00:00Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
const span = (from: number, count: number) => ({
  checkIn: addDays(today, from),
  checkOut: addDays(today, from + count),
});
const served = (hoursAgo: number, ...closed: [from: number, count: number][]): ServedCalendar => ({
  at: ago(hoursAgo),
  closed: closed.map(([from, count]) => span(from, count)),
});
const event = (from: number, count: number, seenHoursAgo: number, sure = false) => ({
  ...span(from, count),
  sure,
  firstSeenAt: ago(seenHoursAgo),
});
const echo = (...[suspect, calendars]: [ReturnType<typeof event>, ServedCalendar[]]) =>
  isEcho(suspect, calendars, today, NOW);

describe("S-55: events that only repeat our own calendar", () => {
  test("nights that the platform had received from us before it showed them count as an echo, even if merged or split", () => {
    expect(echo(event(3, 4, 1), [served(2, [3, 2], [5, 2])])).toBe(true);
    expect(echo(event(4, 1, 1), [served(2, [3, 4])])).toBe(true);
    expect(echo(event(3, 5, 1), [served(2, [3, 4])])).toBe(false);
    expect(echo(event(3, 4, 1), [])).toBe(false);
  });

  test("an event that is certainly a reservation is never an echo", () => {
    expect(echo(event(3, 4, 1, true), [served(2, [3, 4])])).toBe(false);
  });

  test("nights that the platform showed as taken before it received them from us count as its own bookings", () => {
    expect(echo(event(3, 4, 3), [served(2, [3, 4])])).toBe(false);
    expect(echo(event(3, 4, 3), [served(5), served(2, [3, 4])])).toBe(false);
  });

  test("the platform may go on sending our nights back to us for 14 days after it has read that they are free", () => {
    const calendars = (hours: number) => [served(600, [3, 4]), served(hours)];
    expect(echo(event(3, 4, 500), calendars(14 * 24))).toBe(true);
    expect(echo(event(3, 4, 500), calendars(14 * 24 + 1))).toBe(false);
  });

  test("the platform may repeat nights that left our calendar and came back, until 14 days after it has read that they left again", () => {
    const again = [served(900, [3, 4]), served(800), served(700, [3, 4])];
    expect(echo(event(3, 4, 890), again)).toBe(true);
    expect(echo(event(3, 4, 890), [...again, served(14 * 24 + 1)])).toBe(false);
  });

  test("an event that first appears after the platform has read that the nights are free is not an echo", () => {
    expect(echo(event(3, 4, 1), [served(9, [3, 4]), served(2)])).toBe(false);
    expect(echo(event(3, 4, 3), [served(9, [3, 4]), served(2)])).toBe(true);
  });

  test("the past nights of an event do not count", () => {
    expect(echo(event(-3, 5, 1), [served(2, [0, 2])])).toBe(true);
    expect(echo(event(-3, 3, 1), [served(2, [-3, 3])])).toBe(false);
  });

  test("on a platform known not to repeat our events, an event on nights that we published is a sale", () => {
    const calendars = [served(30, [20, 2]), served(2, [20, 2], [3, 4])];
    const suspect = event(3, 4, 1);
    const known = (shows: { checkIn: typeof today; checkOut: typeof today }[]) =>
      mirrorsUs(shows, calendars, today, NOW);
    expect(known([span(3, 4)])).toBe(false);
    expect(known([span(3, 4), span(20, 2)])).toBe(true);
    expect(mirrorsUs([span(3, 4)], [served(2, [3, 4])], today, NOW)).toBeNull();
    expect(mirrorsUs([], [served(30, [-4, 2])], today, NOW)).toBeNull();
    expect(isEcho(suspect, calendars, today, NOW, known([span(3, 4)]))).toBe(false);
    expect(isEcho(suspect, calendars, today, NOW, known([span(20, 2)]))).toBe(true);
  });
});
