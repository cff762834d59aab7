import { expect, test } from "vitest";
import { overlaps, type Stay } from "../booking/stay.ts";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import type { ServedCalendar } from "./echo.ts";
import { type Held, heldFor } from "./export.ts";
import type { FeedEvent } from "./feed-event.ts";
import type { Hold } from "./hold.ts";
import { type Holder, duplicateStays } from "./conflicts.ts";
import { holdsItsNights, type ImportedStay, isStay, isSureStay, mayBeSale } from "./imported-stay.ts";
import { spanOf } from "./match.ts";
import { mergeCalendar } from "./merge.ts";

/**
 * Simulates platforms that repeat our nights: merged with adjacent nights, together with nights copied from the other
 * platforms, or both. Measures how often the host is asked; no copy may count as a booking.
 */
const TODAY = toLocalDate("2026-11-21");
const STEPS = 200;
const MINUTE = 60_000;
const HABITS = ["merges", "copies", "copies and merges"] as const;
type Habit = (typeof HABITS)[number];
type Sold = Stay & { id: string };
type Ota = {
  name: string;
  sales: Sold[];
  notified: Stay[];
  served: ServedCalendar[];
  stays: ImportedStay[];
  hold: Hold | null;
};

/** Reproducible pseudo-random numbers (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function merged(stays: readonly Stay[]): Stay[] {
  const result: Stay[] = [];
  for (const stay of stays.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1))) {
    const last = result.at(-1);
    if (last && stay.checkIn <= last.checkOut)
      last.checkOut = stay.checkOut > last.checkOut ? stay.checkOut : last.checkOut;
    else result.push({ ...stay });
  }
  return result;
}

function live(habit: Habit, seed: number) {
  const next = chance(seed);
  let now = Date.parse("2026-11-21T06:00:00Z");
  let ids = 0;
  const direct: Sold[] = [];
  const otas = ["booking.com", "agoda", "other"].map((name): Ota => ({
    name,
    sales: [],
    notified: [],
    served: [],
    stays: [],
    hold: null,
  }));
  const open = new Set<string>();
  let [questionCount, counted] = [0, 0];
  /** The pairs of platforms that show a stay on the same nights, about which the host is asked (S-44). */
  const linked = new Set<string>();
  const held = (): Held[] => [
    ...direct.map(({ id, ...stay }): Held => ({ key: id, stay, from: null, kind: "booked" })),
    ...otas.flatMap(({ name, stays }) =>
      stays
        .filter(holdsItsNights)
        .map((stay): Held => ({ key: stay.id, stay: spanOf(stay), from: name, kind: "booked" })),
    ),
  ];
  const shows = (ota: Ota): FeedEvent[] => {
    const copies = habit === "merges" ? [] : otas.filter((other) => other !== ota).flatMap(({ sales }) => sales);
    const foreign = habit === "copies" ? [...ota.notified, ...copies] : merged([...ota.notified, ...copies]);
    const event = (uid: string, { checkIn, checkOut }: Stay): FeedEvent => ({
      uid,
      checkIn,
      checkOut,
      occurrence: "",
      kind: "unknown",
      summary: "",
      code: "",
      link: "",
      feedGuest: "",
      phoneDigits: "",
    });
    return [
      ...ota.sales.map((sale) => event(sale.id, sale)),
      ...foreign.map((stay, n) => event(`copy-${n}-${stay.checkIn}-${stay.checkOut}`, stay)),
    ];
  };
  for (let step = 0; step < STEPS; step++) {
    now += 20 * MINUTE;
    const [what, ota] = [next(), otas[Math.floor(next() * 3)]];
    const from = 20 + Math.floor(next() * 60);
    const stay = { checkIn: addDays(TODAY, from), checkOut: addDays(TODAY, from + 1 + Math.floor(next() * 4)) };
    if (!ota) continue;
    if (what < 0.1) {
      if (!held().some((one) => overlaps(one.stay, stay))) direct.push({ ...stay, id: `direct-${ids++}` });
    } else if (what < 0.15) direct.splice(Math.floor(next() * 5), 1);
    else if (what < 0.25) {
      // Platforms sell only nights that are free everywhere, so every question is unnecessary.
      const all = [...direct, ...otas.flatMap(({ sales, notified }) => [...sales, ...notified])];
      if (!all.some((one) => overlaps(one, stay))) ota.sales.push({ ...stay, id: `sale-${ids++}` });
    } else if (what < 0.3) ota.sales.splice(Math.floor(next() * 5), 1);
    else if (what < 0.6) {
      ota.notified = heldFor([ota.name], held(), TODAY).map((one) => one.stay);
      ota.served.push({ at: new Date(now), closed: ota.notified });
    } else {
      const result = mergeCalendar({
        platform: "booking.com",
        name: "Booking.com",
        channelId: ota.name,
        mode: "everything",
        stays: ota.stays,
        events: shows(ota),
        served: ota.served,
        elsewhere: otas
          .filter((other) => other !== ota)
          .flatMap(({ stays }) => stays.filter(holdsItsNights).map(spanOf)),
        answers: new Map(),
        hold: ota.hold,
        today: TODAY,
        now: new Date(now),
        newId: () => `stay-${ids++}`,
      });
      const known = new Map([...ota.stays, ...result.changes.map(({ after }) => after)].map((one) => [one.id, one]));
      ota.stays = [...known.values()];
      ota.hold = result.hold;
      const questions = new Set(
        result.reviews.filter(({ kind }) => kind === "told-twice").map(({ nights }) => `${ota.name} ${nights}`),
      );
      for (const question of questions) if (!open.has(question)) questionCount++;
      for (const question of open) if (question.startsWith(`${ota.name} `)) open.delete(question);
      for (const question of questions) open.add(question);
      for (const { first, copy } of duplicateStays(otas.flatMap(holdersOf)))
        linked.add([first.origin, copy.origin].toSorted().join(" "));
      const soldBy = otas.flatMap(({ sales }) => sales);
      counted += result.changes.filter(
        ({ after, what: how }) =>
          how === "added" &&
          holdsItsNights(after) &&
          after.uid.startsWith("copy-") &&
          !soldBy.some((sale) => overlaps(sale, spanOf(after))),
      ).length;
    }
  }
  return { questionCount, counted, linked: linked.size };
}

function holdersOf({ name, stays }: Ota): Holder[] {
  return stays.filter(holdsItsNights).map((stay) => ({
    ...spanOf(stay),
    kind: "channel-stay",
    id: stay.id,
    origin: name,
    knownSince: stay.firstSeenAt,
    closure: !isStay(stay),
    mayBeSale: mayBeSale(stay),
    sure: isSureStay(stay),
    onSale: false,
    sameAs: null,
    kept: false,
    movedFrom: null,
  }));
}

test("if platforms merge repeated nights or copy each other, no copy counts as a stay, and the host is asked only about platforms that copy", () => {
  const runs = HABITS.flatMap((habit) => [1, 2, 3].map((seed) => ({ habit, seed, ...live(habit, seed) })));
  // No platform sells nights that are already sold, so no question about repeated nights is necessary, and no copy may
  // count as a stay.
  expect(runs.filter(({ questionCount, counted }) => questionCount + counted > 0)).toEqual([]);
  expect(runs.filter(({ habit, linked }) => linked > 0 !== (habit !== "merges"))).toEqual([]);
});
