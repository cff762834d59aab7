import { expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { deliveryOf } from "./delivery.ts";

const stay = { checkIn: toLocalDate("2026-12-01"), checkOut: toLocalDate("2026-12-04") };
const longer = { ...stay, checkOut: toLocalDate("2026-12-06") };
const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour));

test("S-71: a stay is waiting until a channel first reads a calendar that contains it; the time of that read is kept", () => {
  expect(deliveryOf(stay, [])).toEqual({ state: "waiting" });
  expect(deliveryOf(stay, [{ at: at(1), stay: null }])).toEqual({ state: "waiting" });
  const given = [
    { at: at(1), stay: null },
    { at: at(2), stay },
    { at: at(5), stay },
  ];
  expect(deliveryOf(stay, given)).toEqual({ state: "delivered", at: at(2) });
});

test("S-71: a stay is waiting again after its dates change or after it is cancelled", () => {
  const given = [{ at: at(1), stay }];
  expect(deliveryOf(longer, given)).toEqual({ state: "waiting" });
  expect(deliveryOf(null, given)).toEqual({ state: "waiting" });
  expect(deliveryOf(null, [...given, { at: at(4), stay: null }])).toEqual({ state: "delivered", at: at(4) });
  expect(deliveryOf(longer, [...given, { at: at(3), stay: longer }])).toEqual({ state: "delivered", at: at(3) });
});

test("S-71: a stay that was cancelled before the channel read it needs no update", () => {
  expect(deliveryOf(null, [{ at: at(1), stay: null }])).toEqual({ state: "never-told" });
});
