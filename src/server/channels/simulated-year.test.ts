import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import {
  AIRBNB,
  airbnbBlock,
  airbnbStay,
  BOOKING,
  bookingStay,
  calendarOf,
  type Platforms,
  type SimEvent,
  startPlatforms,
} from "../testing/platforms.ts";
import { GUEST } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { remindOfConflicts } from "./update-conflicts.ts";
import type { HostNotification } from "../core/host.ts";
import { notifyOfFailures } from "./notify-of-failures.ts";

/**
 * A year on two platforms whose calendars are read once a day: a stay every ten days on one of the platforms, blocks
 * that shift from day to day, changed dates, cancellations, days on which a server fails, one day on which both servers
 * return an empty calendar with a 200, and a stay that Airbnb sells over one of our bookings before reading our
 * calendar. The expected results are calculated from this plan.
 */
const engine = engines[0] ?? "sqlite";
const FIRST = toLocalDate("2026-11-21");
const DAYS = 365;
let server: TestApp;
let platforms: Platforms;
let cookie: string;
beforeAll(async () => {
  platforms = await startPlatforms();
  server = await startTestApp(engine, { platforms: platforms.reach });
  cookie = await server.signIn();
});
afterAll(async () => {
  await server.close();
  await platforms.close();
});

type Sold = {
  site: "airbnb" | "booking.com";
  code: string;
  from: LocalDate;
  to: LocalDate;
  knownFrom: number;
  goneFrom: number;
  moves: number | null;
};

/**
 * Each stay is sold forty days ahead. Every seventh stay is cancelled twenty days before check-in, and every fifth
 * moves by a day.
 */
const SOLD: Sold[] = Array.from({ length: 34 }, (_, n) => {
  const starts = 45 + n * 10;
  return {
    site: n % 2 === 0 ? "airbnb" : "booking.com",
    code: `HMYEAR${String(n).padStart(4, "0")}`,
    from: addDays(FIRST, starts),
    to: addDays(FIRST, starts + 3 + (n % 3)),
    knownFrom: starts - 40,
    goneFrom: n % 7 === 3 ? starts - 20 : Number.POSITIVE_INFINITY,
    moves: n % 5 === 1 ? starts - 30 : null,
  };
});

const EMPTY_DAY = 200;
const fails = (day: number, site: Sold["site"]) => site === "airbnb" && (day % 50 === 20 || day % 50 === 21);
/** The first two nights are sold here by phone on day 120; Airbnb sells the whole stay on day 125. */
const DOUBLED = { soldOn: 120, stay: SOLD[12] };

function shownOn(day: number, site: Sold["site"]): SimEvent[] {
  const today = addDays(FIRST, day);
  const stays = SOLD.filter((sold) => sold.site === site && day >= sold.knownFrom && day < sold.goneFrom).flatMap(
    (sold) => {
      const moved = sold.moves !== null && day >= sold.moves;
      const [from, to] = moved ? [addDays(sold.from, 1), addDays(sold.to, 1)] : [sold.from, sold.to];
      // Airbnb lists a stay until the day after check-out, Booking.com until the day of check-out.
      if (today > addDays(to, site === "airbnb" ? 1 : 0)) return [];
      return [
        site === "airbnb" ? airbnbStay(sold.code, from, to) : bookingStay(`${sold.code}${moved ? "-m" : ""}`, from, to),
      ];
    },
  );
  if (site === "booking.com") return stays;
  return [
    ...stays,
    airbnbBlock(`near${day}`, addDays(today, -2), addDays(today, 1)),
    airbnbBlock("far", addDays(FIRST, 365), addDays(today, 366)),
  ];
}

test("S-28, S-33: a year of daily reads records bookings, conflicts and alerts exactly as they happened", async () => {
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const reply = (day: number) => {
    for (const [site, product] of [
      ["airbnb", AIRBNB],
      ["booking.com", BOOKING],
    ] as const) {
      const empty = day === EMPTY_DAY;
      const body = calendarOf(
        product,
        empty ? [] : shownOn(day, site),
        `20270101T0000${String(day % 60).padStart(2, "0")}Z`,
      );
      platforms.replies.set(site, fails(day, site) ? { status: 503 } : { body });
    }
  };
  reply(0);
  const ids: Record<string, string> = {};
  for (const platform of ["airbnb", "booking.com"]) {
    platforms.replies.set(`feeds.${platform}.example.com`, (request) => {
      const found = platforms.replies.get(platform);
      return typeof found === "function" ? found(request) : (found ?? { status: 404 });
    });
    const url = `https://feeds.${platform}.example.com/calendar/ical/1.ics?s=1`;
    const connected = await host("POST", "/api/admin/channels", { platform, url });
    expect(connected.status, connected.text).toBe(201);
    ids[platform] = connected.json.id;
  }

  const held: number[] = [];
  const notified: string[] = [];
  const tell = async (_trx: unknown, { key, subject }: HostNotification) => void notified.push(`${key} ${subject}`);
  for (let day = 1; day <= DAYS; day++) {
    server.clock.set(`${addDays(FIRST, day)}T06:00:00Z`);
    cookie = await server.signIn();
    reply(day);
    if (day === DOUBLED.soldOn) {
      const dates = { checkInDate: DOUBLED.stay?.from, checkOutDate: addDays(DOUBLED.stay?.from ?? FIRST, 2) };
      const entered = { ...GUEST, ...dates, guestCount: 2, status: "confirmed" };
      expect((await host("POST", "/api/admin/bookings", entered)).status).toBe(201);
    }
    await host("POST", "/api/admin/channels/sync");
    await notifyOfFailures(server.database, server.clock(), tell);
    await remindOfConflicts(server.db, server.clock(), tell);
    const { channels } = (await host("GET", "/api/admin/channels")).json;
    if (channels.some(({ health }: { health: string }) => health === "held")) held.push(day);
    if (day % 30 !== 0) continue;
    // No guest has lost a night: every night of every upcoming stay on the platforms is taken here.
    const to = addDays(FIRST, day + 60);
    const taken: string[] = (await host("GET", `/api/availability?from=${addDays(FIRST, day)}&to=${to}`)).json
      .unavailable;
    const due = (["airbnb", "booking.com"] as const)
      .flatMap((site) => shownOn(day, site))
      .filter(({ summary }) => summary !== "Airbnb (Not available)");
    for (const event of due) {
      for (let night = event.from; night < event.to && night < to; night = addDays(toLocalDate(night), 1)) {
        if (night >= addDays(FIRST, day)) expect(taken, `day ${day}`).toContain(night);
      }
    }
  }
  // Everything had returned by the next day.
  expect(held).toEqual([EMPTY_DAY]);

  const all = (await host("GET", "/api/admin/channel-stays?show=all")).json as {
    id: string;
    kind: string;
    state: string;
    startsOn: string;
    endsOn: string;
  }[];
  const steps: Record<string, number> = {};
  const movedAway = new Set<string>();
  for (const { id } of all.filter(({ kind }) => kind !== "block")) {
    const { history } = (await host("GET", `/api/admin/channel-stays/${id}`)).json;
    for (const { event } of history as { event: string }[]) {
      steps[event] = (steps[event] ?? 0) + 1;
      if (event === "Dates changed: the old nights are free again") movedAway.add(id);
    }
  }
  const stays = all.filter(({ kind, id }) => kind !== "block" && !movedAway.has(id));
  expect(stays).toHaveLength(SOLD.length);
  const cancelled = SOLD.filter(({ goneFrom }) => goneFrom < DAYS).length;
  const moved = SOLD.filter(({ moves, goneFrom }) => moves !== null && moves < goneFrom).length;
  expect(stays.filter(({ state }) => state === "released")).toHaveLength(cancelled);
  expect(steps["Dates changed"]).toBe(moved);
  expect(steps["Released: cancelled on the platform"]).toBe(cancelled);
  for (const sold of SOLD.filter(({ goneFrom }) => goneFrom > DAYS)) {
    const span = sold.moves === null ? [sold.from, sold.to] : [addDays(sold.from, 1), addDays(sold.to, 1)];
    expect(stays.filter(({ startsOn, endsOn }) => startsOn === span[0] && endsOn === span[1])).toHaveLength(1);
  }

  const conflicts = (await host("GET", "/api/admin/channel-conflicts?show=all")).json;
  expect(conflicts).toMatchObject([
    { from: DOUBLED.stay?.from, to: addDays(DOUBLED.stay?.from ?? FIRST, 2), closedBy: "Latchkey" },
  ]);
  const coming = (site: Sold["site"]) =>
    shownOn(EMPTY_DAY, site).filter(
      ({ summary, from }) => !summary.includes("Airbnb (") && from > addDays(FIRST, EMPTY_DAY),
    );
  const inHouse = (site: Sold["site"]) =>
    shownOn(EMPTY_DAY, site).filter(
      ({ summary, from, to }) =>
        !summary.includes("Airbnb (") && from <= addDays(FIRST, EMPTY_DAY) && to > addDays(FIRST, EMPTY_DAY),
    );
  expect([coming("airbnb").length, coming("booking.com").length]).toEqual([2, 1]);
  const questions = (await host("GET", "/api/admin/channel-reviews?show=all")).json as { kind: string }[];
  expect(questions.map(({ kind }) => kind).toSorted()).toEqual([
    ...[...inHouse("airbnb"), ...inHouse("booking.com")].map(() => "left-in-stay"),
    "sudden-drop",
    "sudden-drop",
  ]);

  const outages = Array.from({ length: DAYS }, (_, day) => day + 1).filter(
    (day) => fails(day, "airbnb") && day % 50 === 20,
  );
  expect(outages).toHaveLength(7);
  const count = (list: readonly string[], like: string) => list.filter((text) => text.includes(like)).length;
  expect(count(notified, "we can't read the calendar")).toBe(outages.length);
  expect(count(notified, "Double booking")).toBe(1);
  const emails = await server.db
    .selectFrom("scheduled_message")
    .select("subject")
    .where("type", "=", "host_notice")
    .execute();
  const subjects = emails.map(({ subject }) => subject ?? "");
  expect(count(subjects, "we can read the calendar again")).toBe(outages.length);
  expect(count(subjects, "dates changed")).toBe(moved);
  expect(count(subjects, "Double booking")).toBe(1);
  expect(count(subjects, "stays are missing")).toBe(questions.length);
}, 300_000);
