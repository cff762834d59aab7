// Response times of the dashboard and analytics with 10,000 and 100,000 bookings, on each available engine.
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import type { Database } from "#server/database/connect.ts";
import { engines } from "#server/testing/engines.ts";
import { type MadeUpStay, storeStays } from "#server/testing/random-stays.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { median, report } from "./support/measure.ts";

const SIZES = [10_000, 100_000];
/** The longest time that a host should have to wait. */
const LIMIT_MS = 200;
/** The calendar covers two centuries, so a cottage cannot sell more nights. All further bookings are cancelled. */
const FIRST_DAY = toLocalDate("2000-01-01");
const MAX_NIGHTS_SHOWN = 70_000;
const TIMES = 15;
const QUESTIONS = {
  dashboard: "/api/admin/dashboard",
  "analytics, all time": "/api/admin/analytics",
  "analytics, one year": "/api/admin/analytics?from=2026-01-01&to=2027-01-01",
  "stays of one year": "/api/admin/analytics/stays?from=2026-01-01&to=2027-01-01",
};

for (const engine of engines) {
  const server = await startTestApp(engine);
  const cookie = await server.signIn();
  let stored = 0;
  const baseline = new Map<string, number>();
  for (const size of SIZES) {
    await fill(server.database, stored, size);
    stored = size;
    for (const [name, path] of Object.entries(QUESTIONS)) {
      const ms = await medianMs(server, path, cookie);
      const before = baseline.get(name);
      if (!before) baseline.set(name, ms);
      const growth = before ? { [`times the time of ${SIZES[0]?.toLocaleString("en")}`]: ms / before } : {};
      const aim = { ratio: ms / LIMIT_MS, atMost: 1 };
      report(`${engine}, ${size.toLocaleString("en")} bookings, ${name}`, { ms, "limit ms": LIMIT_MS, ...growth }, aim);
    }
  }
  await server.close();
}

/** Consecutive one-night stays. Cancelled ones reuse the nights of earlier stays. */
async function fill(database: Database, from: number, to: number): Promise<void> {
  const stays: MadeUpStay[] = [];
  for (let i = from; i < to; i++) {
    // One sold stay per night, so one year contains the same number of sold stays at both sizes.
    const night = i < MAX_NIGHTS_SHOWN ? i : i % MAX_NIGHTS_SHOWN;
    const checkIn = addDays(FIRST_DAY, night);
    stays.push({
      id: `bench-${String(i).padStart(16, "0")}`,
      name: `Guest ${i % 5000}`,
      email: `guest${i % 5000}@example.com`,
      checkIn,
      checkOut: addDays(checkIn, 1),
      people: 1 + (i % 6),
      status: i < MAX_NIGHTS_SHOWN ? "completed" : "cancelled",
      source: i % 3 === 0 ? "airbnb" : "direct",
      cents: 15_000,
    });
  }
  await storeStays(database.db, stays, "2026-11-21T06:00:00.000Z");
}

async function medianMs(server: TestApp, path: string, cookie: string): Promise<number> {
  // A warm-up. The connection may have been closed while the database was filled.
  await server.send("GET", path, undefined, { cookie }).catch(() => undefined);
  const times: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const begun = performance.now();
    const response = await server.send("GET", path, undefined, { cookie });
    times.push(performance.now() - begun);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
  }
  return median(times);
}
