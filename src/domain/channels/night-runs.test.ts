import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nightsOf } from "../booking/stay.ts";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { nightsOfAll } from "./export.ts";
import { cover, meet, runsOf } from "./night-runs.ts";

const today = toLocalDate("2026-11-21");
const stay = fc
  .record({ from: fc.integer({ min: 0, max: 40 }), nights: fc.integer({ min: 1, max: 8 }) })
  .map(({ from, nights }) => ({ checkIn: addDays(today, from), checkOut: addDays(today, from + nights) }));

test("runs of nights give the same answers as a list of every night", () => {
  fc.assert(
    fc.property(fc.array(stay), stay, (stays, query) => {
      const runs = runsOf(stays);
      const nights = nightsOfAll(stays);
      expect(runs.flatMap(nightsOf)).toEqual([...nights].sort());
      expect(cover(runs, query)).toBe(nightsOf(query).every((night) => nights.has(night)));
      expect(meet(runs, query)).toBe(nightsOf(query).some((night) => nights.has(night)));
    }),
  );
});
