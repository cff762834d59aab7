import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomDocument, randomTaken, TODAY } from "#server/testing/random-prices.ts";
import { nightsOf } from "../booking/stay.ts";
import { addDays, eachDay } from "../calendar/local-date.ts";
import { chooseDay } from "./day-choices.ts";
import { longerOnly } from "./longer-only.ts";
import { nearestStays } from "./nearest-stays.ts";
import { DEFAULT_PRICES } from "./price-document.ts";
import { type AgreedStay, createSellingCalendar, guestCalendar } from "./selling-calendar.ts";
import { refuseStay } from "./stay-check.ts";

const SMALL = { windowDays: 12, longest: 5 };
const day = (index: number) => addDays(TODAY, index);
const stay = (from: number, nights: number) => ({ checkIn: day(from), checkOut: day(from + nights) });

/** The calendar with which a guest changes a stay (PR-32). */
describe("the calendar for changing a booked stay", () => {
  const document = { ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, minimumNights: 5 } };
  const agreed = { stay: stay(10, 2), minimumNights: 2 };
  const calendar = { ...createSellingCalendar(document, new Set(), TODAY), agreed };

  test("keeps the agreed minimum only if the new stay contains the old one", () => {
    const open = { checkIn: agreed.stay.checkIn, checkOut: null };
    expect(chooseDay(calendar, open, day(13))).toEqual({ ok: true, chosen: stay(10, 3) });
    expect(chooseDay(calendar, open, day(11))).toMatchObject({ ok: false, refusal: { rule: "minimum" } });
    expect(chooseDay(calendar, { checkIn: day(11), checkOut: null }, day(14))).toMatchObject({ ok: false });
    expect(nearestStays(calendar, stay(10, 3))).toContainEqual(stay(10, 3));
    const anybody = createSellingCalendar(document, new Set(), TODAY);
    expect(chooseDay(anybody, open, day(13))).toMatchObject({ ok: false, refusal: { rule: "minimum", nights: 5 } });
  });

  test("allows only a later departure after the free cancellation deadline", () => {
    const late = longerOnly(createSellingCalendar(document, new Set(), TODAY), agreed.stay);
    const open = { checkIn: agreed.stay.checkIn, checkOut: null };
    expect(chooseDay(late, open, day(14))).toEqual({ ok: true, chosen: stay(10, 4) });
    expect(chooseDay(late, open, day(11))).toMatchObject({ ok: false, refusal: { rule: "minimum", nights: 2 } });
    expect(chooseDay(late, open, day(9))).toMatchObject({ ok: false, refusal: { rule: "notice" } });
    expect(nearestStays(late, stay(30, 3)).every((one) => one.checkIn === agreed.stay.checkIn)).toBe(true);
  });

  test("keeps an arrival within the minimum notice", () => {
    const soon = {
      ...createSellingCalendar(document, new Set(), TODAY, day(20)),
      agreed: { ...agreed, minimumNights: 4 },
    };
    expect(chooseDay(soon, { checkIn: null, checkOut: null }, day(10))).toMatchObject({ ok: true });
    expect(chooseDay(soon, { checkIn: day(10), checkOut: null }, day(15))).toEqual({ ok: true, chosen: stay(10, 5) });
    expect(chooseDay(soon, { checkIn: null, checkOut: null }, day(11))).toMatchObject({ refusal: { rule: "notice" } });
  });

  test("does not allow another arrival within the minimum notice, even on the stay's own nights", () => {
    const before = eachDay(TODAY, day(12));
    const listed = { today: TODAY, tooSoon: before.slice(0, 10), earliestArrival: day(12) };
    // The last nights before the earliest arrival belong to the stay itself, so they are free in its guest's calendar.
    const own = { ...guestCalendar(DEFAULT_PRICES, { ...listed, unavailable: before }, new Set()), agreed };
    expect(chooseDay(own, { checkIn: null, checkOut: null }, day(11))).toMatchObject({ refusal: { rule: "notice" } });
    expect(chooseDay(own, { checkIn: null, checkOut: null }, day(10))).toMatchObject({ ok: true });
  });

  test("allows exactly what the server accepts, except that a late extension cannot rely on filling a gap", () => {
    fc.assert(
      fc.property(
        randomDocument(SMALL),
        randomTaken(SMALL.windowDays),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (prices, taken, from, nights, onlyLonger) => {
          const own: AgreedStay = { stay: stay(from, nights), minimumNights: 1 };
          const others = new Set([...taken].filter((night) => !nightsOf(own.stay).includes(night)));
          const served = onlyLonger ? { ...prices, smallestGap: null } : prices;
          const plain = createSellingCalendar(served, others, TODAY);
          const open = onlyLonger ? longerOnly(plain, own.stay) : { ...plain, agreed: own };
          return eachDay(day(0), day(SMALL.windowDays)).every((checkIn) =>
            eachDay(addDays(checkIn, 1), day(SMALL.windowDays + 1)).every((checkOut) => {
              const isLonger = checkIn === own.stay.checkIn && checkOut >= own.stay.checkOut;
              const isAccepted = refuseStay(plain, { checkIn, checkOut }, own) === null && (!onlyLonger || isLonger);
              const chosen = chooseDay(open, { checkIn, checkOut: null }, checkOut);
              const isChosen = chosen.ok && chosen.chosen.checkIn === checkIn && chosen.chosen.checkOut === checkOut;
              return isChosen === isAccepted;
            }),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
