/**
 * The host's booking list and its export over HTTP, and `findBookings`, with 10,000 and 100,000 bookings: the median of
 * seven runs in ms, and the cost per booking at both sizes.
 */
import { request } from "node:http";
import { BOOKING_SORTS, NO_FILTERS } from "#domain/booking/booking-list.ts";
import { findBookings } from "#server/testing/find-bookings.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import type { BookingRow } from "#contract/admin-bookings.ts";
import type { Db } from "#server/database/connect.ts";
import { engines } from "#server/testing/engines.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { median, report } from "./support/measure.ts";

const SIZES = [10_000, 100_000];
const RUNS = 7;
/** For 10,000 bookings with `findBookings`. */
const FILTER_MS = 50;
const CHUNK = 1000;
const NAMES = ["Ann Perera", "Jürgen Müller", "Siobhán O'Connor", "Kumari Silva", "Fatima Al-Zahra", "Zoë Ödegård"];

/** Every fifth booking takes a night. The others are cancelled, because the calendar is not long enough for them. */
async function fill(db: Db, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, to - start) }, (_, index) => start + index);
    const facts = numbers.map((n) => {
      const check_in = addDays(toLocalDate("2030-01-01"), Math.floor(n / 5));
      return { n, id: `b${String(n).padStart(21, "0")}`, guest: `g${n}`, check_in, holds: n % 5 === 0 };
    });
    await db.transaction().execute(async (trx) => {
      const at = "2026-11-21T06:00:00.000Z";
      await trx
        .insertInto("guest")
        .values(
          facts.map(({ n, guest }) => ({
            id: guest,
            name: NAMES[n % NAMES.length] ?? "Ann",
            email: `guest${n}@example.com`,
            phone: "+94 77 123 4567",
            search_text: "",
            created_at: at,
            claimed_at: at,
            browser_hash: "",
            address_hash: "",
          })),
        )
        .execute();
      await trx
        .insertInto("occupied_night")
        .values(
          facts
            .filter(({ holds }) => holds)
            .map(({ id, check_in }) => ({ property_id: 1, night: check_in, booking_id: id })),
        )
        .execute();
      await trx
        .insertInto("booking")
        .values(
          facts.map(({ n, id, guest, check_in, holds }) => ({
            id,
            reference: `LK-${n}`,
            property_id: 1,
            guest_id: guest,
            check_in,
            check_out: addDays(check_in, 1),
            guest_count: 1 + (n % 6),
            status: holds ? ("confirmed" as const) : ("cancelled" as const),
            source: BOOKING_SOURCES[n % BOOKING_SOURCES.length] ?? "direct",
            special_requests: null,
            total_cents: 15_000 + (n % 7) * 100,
            price_lines: "[]",
            policy: "{}",
            created_at: at,
            version: 1,
          })),
        )
        .execute();
    });
  }
}

async function middle(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return median(times);
}

/** A new connection each time, because an idle one may be closed while the server is busy. */
function bytesOf(url: string, cookie: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { agent: false, headers: { cookie } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`${url}: ${response.statusCode ?? 0} ${Buffer.concat(chunks).toString("utf8", 0, 300)}`)),
      );
    })
      .on("error", reject)
      .end();
  });
}

for (const engine of engines) {
  const server = await startTestApp(engine);
  const cookie = await server.signIn();
  const get = (path: string) => bytesOf(server.url + path, cookie);
  const [small = 0, large = 0] = SIZES;
  const costs: Record<string, number[]> = { list: [], csv: [], filter: [] };
  let there = 0;
  for (const size of SIZES) {
    await fill(server.db, there, size);
    there = size;
    const list = await middle(() => get("/api/admin/bookings"));
    const csv = await middle(() => get("/api/admin/bookings.csv?search=M%C3%BCller&status=cancelled"));
    const all = await middle(() => get("/api/admin/bookings.csv"));
    const rows: BookingRow[] = JSON.parse((await get("/api/admin/bookings")).toString());
    if (rows.length !== size) throw new Error(`${rows.length} rows instead of ${size}`);
    const filters = BOOKING_SORTS.map((sort) => ({ ...NO_FILTERS, search: "MÜLLER", sort }));
    const sorts: number[] = [];
    for (const one of filters) sorts.push(await middle(() => findBookings(rows, one, toLocalDate("2026-11-21"))));
    const slowest = Math.max(...sorts);
    costs["list"]?.push(list);
    costs["csv"]?.push(all);
    costs["filter"]?.push(slowest);
    report(`${engine}, ${size} bookings`, { "list ms": list, "filtered csv ms": csv, "whole csv ms": all });
    const aim = size === 10_000 ? { ratio: FILTER_MS / slowest, atLeast: 1 } : undefined;
    report(`findBookings, ${size} bookings, slowest sort`, { ms: slowest, "limit ms": FILTER_MS }, aim);
  }
  for (const [what, [one = 0, ten = 0]] of Object.entries(costs)) {
    const [perSmall, perLarge] = [(one * 1000) / small, (ten * 1000) / large];
    report(
      `${engine}, ${what}: cost per row`,
      { [`µs per booking at ${small}`]: perSmall, [`at ${large}`]: perLarge },
      { ratio: perSmall / perLarge, atLeast: 0.4 },
    );
  }
  await server.close();
}
