import { describe, expect, test } from "vitest";
import type { Analytics, AnalyticsStay, Dashboard } from "#contract/analytics.ts";
import { connectDatabase, type Database } from "../database/connect.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { madeUpStays, type MadeUpStay, removeStays, seededRandom, storeStays } from "../testing/random-stays.ts";
import { SERVER_ZONES, serveInZone } from "../testing/zone-server.ts";

const DATA_SETS = 60;
const ONE_SERVER = Math.ceil(DATA_SETS / SERVER_ZONES.length);
/**
 * The times of the sets are 20 minutes apart, so that they include midnight at the cottage and times when the date
 * there differs from the date on the server.
 */
const FIRST_MOMENT = Date.parse("2026-11-20T13:10:00Z");
const STEP_MS = 20 * 60_000;

describe.each(engines)("figures agree with an independent calculation, on %s", (engine) => {
  test.each(SERVER_ZONES)(
    `${ONE_SERVER} sets of stays, with the server in time zone %s`,
    { timeout: 120_000 },
    async (zone) => {
      const server = await serveInZone(engine, zone);
      const database = connectDatabase(server.config, createLogger("silent"));
      try {
        for (let i = 0; i < ONE_SERVER; i++) {
          const moment = FIRST_MOMENT + i * STEP_MS;
          await server.setClock(new Date(moment).toISOString());
          await compare(server.ask, database, i * SERVER_ZONES.length + SERVER_ZONES.indexOf(zone), moment);
        }
      } finally {
        await database.close();
        await server.close();
      }
    },
  );
});

type Ask = (path: string) => Promise<ReturnType<typeof JSON.parse>>;

async function compare(ask: Ask, { db }: Database, seed: number, moment: number): Promise<void> {
  const random = seededRandom(seed);
  const today = dayText(moment + 5.5 * 3_600_000);
  const first = dayText(Date.parse(today) - random(400) * DAY_MS);
  const stays = seed % 40 === 0 ? [] : madeUpStays(random, 1 + random(45), first);
  await removeStays(db);
  await storeStays(db, stays, new Date(moment).toISOString());

  const label = `seed ${seed}`;
  const dashboard: Dashboard = await ask("/api/admin/dashboard");
  expect(shortened(dashboard), label).toEqual(dashboardByHand(stays, today));
  const all: Analytics = await ask("/api/admin/analytics");
  expect(all, label).toEqual(analyticsByHand(stays, allTimeByHand(stays, today), null));

  const from = dayText(Date.parse(first) + (random(300) - 60) * DAY_MS);
  const range = { from, to: dayText(Date.parse(from) + (1 + random(500)) * DAY_MS) };
  const some: Analytics = await ask(`/api/admin/analytics?from=${range.from}&to=${range.to}`);
  expect(some, label).toEqual(analyticsByHand(stays, range, beforeByHand(range)));
  const rows: AnalyticsStay[] = await ask(`/api/admin/analytics/stays?from=${range.from}&to=${range.to}`);
  expect(rows.filter((row) => row.counted).length, label).toBe(some.totalBookings);
  expect(sum(rows.map((row) => row.nightsInRange)), label).toBe(some.nightsSold);
  const cents = rows.map((row) => Math.round((row.revenueInRange ?? 0) * 100));
  expect(sum(cents), label).toBe(Math.round(some.totalRevenue * 100));
}

// The independent calculation goes through the nights one by one, without using any of the product's code.

const DAY_MS = 86_400_000;
const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
type Days = { from: string; to: string };
type Night = { night: string; cents: number; stay: MadeUpStay };

function nightsByHand(stays: MadeUpStay[]): Night[] {
  return stays
    .filter((stay) => stay.status !== "cancelled")
    .flatMap((stay) => {
      const start = Date.parse(stay.checkIn);
      const count = Math.round((Date.parse(stay.checkOut) - start) / DAY_MS);
      let paid = 0;
      return Array.from({ length: count }, (_, i) => {
        const due = Number((BigInt(stay.cents) * BigInt(i + 1)) / BigInt(count));
        const cents = due - paid;
        paid = due;
        return { night: dayText(start + i * DAY_MS), cents, stay };
      });
    });
}

const priced = ({ stay }: Night) => !(stay.source !== "direct" && stay.cents === 0);
const within = (day: string, { from, to }: Days) => from <= day && day < to;

function figuresByHand(stays: MadeUpStay[], range: Days) {
  const nights = nightsByHand(stays).filter(({ night }) => within(night, range));
  const paid = nights.filter(priced);
  const available = Math.round((Date.parse(range.to) - Date.parse(range.from)) / DAY_MS);
  const cents = sum(paid.map((night) => night.cents));
  return {
    totalBookings: stays.filter((stay) => stay.status !== "cancelled" && within(stay.checkIn, range)).length,
    totalRevenue: cents / 100,
    occupancyRate: nightsByHand(stays).length > 0 ? Math.round((nights.length / available) * 1000) / 10 : null,
    averageDailyRate: paid.length > 0 ? Math.round(cents / paid.length) / 100 : null,
    nightsSold: nights.length,
    nightsAvailable: available,
  };
}

function analyticsByHand(stays: MadeUpStay[], range: Days, before: Days | null): Analytics {
  const kept = stays.filter((stay) => stay.status !== "cancelled" && within(stay.checkIn, range));
  const email = (stay: MadeUpStay) => stay.email.toLowerCase();
  const people = [...new Set(kept.map(email))].filter((address) => address !== "");
  const staysOf = (address: string) =>
    stays.filter((stay) => stay.status !== "cancelled" && stay.checkIn < range.to && email(stay) === address).length;
  const oneDecimal = (numbers: number[]) =>
    numbers.length > 0 ? Math.round((sum(numbers) / numbers.length) * 10) / 10 : null;
  const nights = nightsByHand(stays).filter(({ night }) => within(night, range));
  const order = { statuses: ORDER_OF_STATUSES, sources: ORDER_OF_SOURCES };
  return {
    ...figuresByHand(stays, range),
    currency: "USD",
    // These stays have no price lines, so the whole revenue is accommodation.
    madeOf: { ...NO_EXTRAS, accommodation: figuresByHand(stays, range).totalRevenue },
    otherCurrencies: [],
    money: moneyByHand(stays, before === null ? null : range),
    range,
    before: before && nightsByHand(stays).length > 0 ? { ...before, ...figuresByHand(stays, before) } : null,
    periods: monthsByHand(range).map((month) => ({
      ...month,
      label: month.from.slice(0, 7),
      ...figuresByHand(stays, month),
    })),
    guests: {
      guests: people.length,
      repeatGuests: people.filter((address) => staysOf(address) > 1).length,
      averageNights: oneDecimal(
        kept.map((stay) => Math.round((Date.parse(stay.checkOut) - Date.parse(stay.checkIn)) / DAY_MS)),
      ),
      averageParty: oneDecimal(kept.map((stay) => stay.people)),
      satisfaction: null,
    },
    statuses: order.statuses
      .map((status) => ({
        status,
        bookings: stays.filter((stay) => stay.status === status && within(stay.checkIn, range)).length,
      }))
      .filter((row) => row.bookings > 0),
    sources: order.sources
      .map((source) => {
        const own = nights.filter(({ stay }) => stay.source === source);
        const paid = own.filter(priced);
        return {
          source,
          bookings: kept.filter((stay) => stay.source === source).length,
          nights: own.length,
          revenue: paid.length > 0 ? sum(paid.map((night) => night.cents)) / 100 : null,
          nightsWithoutAmount: own.length - paid.length,
        };
      })
      .filter((row) => row.bookings + row.nights > 0),
  };
}

/** Nobody has paid for these made-up stays; `money.test.ts` tests payments. */
function moneyByHand(stays: MadeUpStay[], range: Days | null) {
  const owing = stays.filter((stay) => stay.source === "direct" && !["pending", "cancelled"].includes(stay.status));
  const due = owing.filter((stay) => range === null || within(stay.checkIn, range));
  return { paid: 0, refunded: 0, fees: 0, due: sum(due.map((stay) => stay.cents)) / 100, others: [] };
}

const NO_EXTRAS = { accommodation: 0, discounts: 0, extraGuests: 0, cleaning: 0, adjustments: 0, taxes: 0 };
const ORDER_OF_STATUSES = [
  "upcoming",
  "confirmed",
  "pending",
  "checked-in",
  "checked-out",
  "cancelled",
  "completed",
] as const;
const ORDER_OF_SOURCES = ["direct", "airbnb", "booking.com", "vrbo", "agoda", "other"] as const;

function monthsByHand(range: Days): Days[] {
  const months: Days[] = [];
  for (let day = range.from; day < range.to; day = dayText(Date.parse(day) + DAY_MS)) {
    const last = months.at(-1);
    const to = dayText(Date.parse(day) + DAY_MS);
    if (last?.from.slice(0, 7) === day.slice(0, 7)) last.to = to;
    else months.push({ from: day, to });
  }
  return months;
}

function firstOfMonth(day: string, monthsOn: number): string {
  return dayText(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + monthsOn, 1));
}

function allTimeByHand(stays: MadeUpStay[], today: string): Days {
  const nights = nightsByHand(stays).map(({ night }) => night);
  const sorted = [...nights, ...(nights.length > 0 ? [] : [today])].toSorted((a, b) => (a < b ? -1 : 1));
  const last = [sorted.at(-1) ?? today, today].toSorted((a, b) => (a < b ? 1 : -1))[0] ?? today;
  return { from: firstOfMonth(sorted[0] ?? today, 0), to: firstOfMonth(last, 1) };
}

function beforeByHand({ from, to }: Days): Days {
  if (from.endsWith("-01") && to.endsWith("-01")) {
    const months = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS / 30.44);
    return { from: firstOfMonth(from, -months), to: from };
  }
  return { from: dayText(Date.parse(from) - (Date.parse(to) - Date.parse(from))), to: from };
}

function shortened(dashboard: Dashboard) {
  const ids = (list: Dashboard["recent"]) => list.map((stay) => stay.id);
  return {
    today: dashboard.today,
    stats: dashboard.stats,
    arrivals: ids(dashboard.arrivals),
    departures: ids(dashboard.departures),
    inHouse: ids(dashboard.inHouse),
    nextSevenDays: ids(dashboard.nextSevenDays),
    upcoming: ids(dashboard.upcoming),
    recent: ids(dashboard.recent),
    alerts: dashboard.alerts.map((item) => item.id),
    setup: dashboard.setup.map((step) => [step.id, step.done]),
  };
}

function dashboardByHand(stays: MadeUpStay[], today: string): ReturnType<typeof shortened> {
  const day = (offset: number) => dayText(Date.parse(today) + offset * DAY_MS);
  const kept = stays
    .filter((stay) => stay.status !== "cancelled")
    .toSorted((a, b) => (a.checkIn + a.id < b.checkIn + b.id ? -1 : 1));
  const ids = (where: (stay: MadeUpStay) => boolean) => kept.filter(where).map((stay) => stay.id);
  const expected = (stay: MadeUpStay) => ["pending", "upcoming", "confirmed"].includes(stay.status);
  const over = kept.filter((stay) => stay.checkOut < today && (expected(stay) || stay.status === "checked-in"));
  return {
    today,
    stats: {
      totalBookings: kept.length,
      thisMonth: ids((stay) => stay.checkIn.slice(0, 7) === today.slice(0, 7)).length,
      upcoming: ids((stay) => stay.checkIn >= today && expected(stay)).length,
      revenue: (sum(kept.map((stay) => stay.cents)) / 100).toFixed(2),
      madeOf: {
        ...Object.fromEntries(Object.keys(NO_EXTRAS).map((part) => [part, "0.00"])),
        accommodation: (sum(kept.map((stay) => stay.cents)) / 100).toFixed(2),
      } as Dashboard["stats"]["madeOf"], // the keys of NO_EXTRAS are its keys
      currency: "USD",
      otherCurrencies: [],
      money: moneyByHand(stays, null),
    },
    arrivals: ids((stay) => stay.checkIn === today && (expected(stay) || stay.status === "checked-in")),
    departures: ids((stay) => stay.checkOut === today),
    inHouse: ids(
      (stay) => stay.checkOut > today && (stay.status === "checked-in" || (expected(stay) && stay.checkIn < today)),
    ),
    nextSevenDays: ids((stay) => expected(stay) && stay.checkIn >= day(1) && stay.checkIn <= day(7)),
    upcoming: ids((stay) => stay.checkIn >= today && expected(stay)).slice(0, 5),
    recent: kept
      .filter((stay) => stay.checkOut < today)
      .toSorted((a, b) => (a.checkOut < b.checkOut ? 1 : -1))
      .slice(0, 5)
      .map((stay) => stay.id),
    alerts: [
      ...(stays.some((stay) => stay.status === "pending") ? ["pending"] : []),
      ...(over.length > 0 ? ["overstayed"] : []),
    ],
    setup: [
      ["description", false],
      ["first-photo", false],
      ["price", false],
      ["mail", false],
      ["first-feed", false],
      ["second-factor", false],
      ["test-booking", stays.length > 0],
    ],
  };
}
