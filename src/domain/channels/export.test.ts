import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { nightsOf } from "../booking/stay.ts";
import { calendarText } from "./calendar-text.ts";
import { type Held, heldFor } from "./export.ts";

const today = toLocalDate("2026-11-21");
const nights = (from: number, count: number) => ({
  checkIn: addDays(today, from),
  checkOut: addDays(today, from + count),
});
const one = (key: string, from: number, count: number, channel: string | null = null): Held => ({
  key,
  stay: nights(from, count),
  from: channel,
  kind: "booked",
});

describe("the nights published to a channel", () => {
  test("S-50: exports all occupied nights except those that came from the channel itself", () => {
    const held = [one("a", 9, 2), one("b", 3, 2, "airbnb"), one("c", 5, 1, "channel-1")];
    const keys = (...own: string[]) => heldFor(own, held, today).map(({ key }) => key);
    expect(keys("vrbo")).toEqual(["b", "c", "a"]);
    expect(keys("channel-1", "airbnb")).toEqual(["a"]);
  });

  test("S-50: a night that the channel's own stay shares with another record is published", () => {
    const held = [one("own", 3, 4, "airbnb"), one("direct", 5, 4)];
    expect(heldFor(["airbnb"], held, today).map(({ stay }) => stay)).toEqual([nights(5, 4)]);
  });

  test("S-50: for any set of records, exactly the nights occupied by records from other sources are published", () => {
    const record = fc.record({
      from: fc.constantFrom(null, "airbnb", "vrbo"),
      start: fc.integer({ min: 0, max: 40 }),
      count: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), (records) => {
        const held = records.map(({ from, start, count }, i) => one(String(i), start, count, from));
        const exported = new Set(heldFor(["airbnb"], held, today).flatMap(({ stay }) => nightsOf(stay)));
        const others = new Set<LocalDate>(
          held.filter(({ from }) => from !== "airbnb").flatMap(({ stay }) => nightsOf(stay)),
        );
        expect([...exported].toSorted()).toEqual([...others].toSorted());
      }),
    );
  });

  test("S-52: stays that ended before today or begin more than 730 days ahead are left out", () => {
    const held = [one("over", -5, 4), one("ends today", -2, 2), one("last", 730, 1), one("late", 731, 1)];
    expect(heldFor(["airbnb"], held, today).map(({ key }) => key)).toEqual(["ends today", "last"]);
  });
});

describe("our calendar as text", () => {
  const event = {
    uid: "8d2f3c56-7b0c-4c76-9a7a-0f4c5a5c9f11@latchkey",
    stay: nights(10, 4),
    kind: "booked" as const,
    changedAt: new Date("2026-11-20T08:15:30.123Z"),
    sequence: 2,
  };

  test("S-51: lists the nights, but nothing about who booked them", () => {
    expect(calendarText("Hillside Cottage", [event])).toBe(
      [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Latchkey//Calendar 1//EN",
        "CALSCALE:GREGORIAN",
        "X-WR-CALNAME:Hillside Cottage",
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
        "X-PUBLISHED-TTL:PT15M",
        "BEGIN:VEVENT",
        "UID:8d2f3c56-7b0c-4c76-9a7a-0f4c5a5c9f11@latchkey",
        "DTSTAMP:20261120T081530Z",
        "SEQUENCE:2",
        "DTSTART;VALUE=DATE:20261201",
        "DTEND;VALUE=DATE:20261205",
        "SUMMARY:Reserved",
        "TRANSP:OPAQUE",
        "STATUS:CONFIRMED",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
      ].join("\r\n"),
    );
    expect(calendarText("x", [{ ...event, kind: "kept" }])).toContain("SUMMARY:Not available\r\n");
  });

  test("S-51: no property name makes a line longer than 75 octets or adds a line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        const text = calendarText(name, [event]);
        expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
        expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        expect(text.split("\r\n").filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
        expect(text.replaceAll("\r\n ", "").split("\r\n")).toHaveLength(19);
      }),
    );
    expect(calendarText("කන්ද උඩරට; \r\nBEGIN:VEVENT", [])).toContain("X-WR-CALNAME:කන්ද උඩරට\\; \\nBEGIN:VEVENT");
  });
});
