/**
 * Durable bookings over HTTP, compared with plain better-sqlite3, which writes the same rows to the same tables, with
 * indexes and triggers, in the same two transactions: one for the guest and one for the booking.
 */
import { join } from "node:path";
import { addDays } from "#domain/calendar/local-date.ts";
import { connectDatabase, SQLITE_FILE } from "#server/database/connect.ts";
import { openSqlite } from "#server/database/dialect.ts";
import { migrate } from "#server/database/migrations/migrate.ts";
import { createPropertyModule } from "#server/property/module.ts";
import { systemClock } from "#server/runtime/clock.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { attemptsPerSecond } from "./support/booking-client.ts";
import { compare, report, runs } from "./support/measure.ts";

/** One-night bookings that fit in the booking window. */
const BOOKINGS = 700;

async function throughHttp(): Promise<number> {
  const scratch = await scratchDatabase("sqlite");
  const { child, url } = await startServerProcess(scratch);
  const { today } = await (await fetch(`${url}/api/availability?from=2026-01-01&to=2026-01-02`)).json();
  const stays = Array.from({ length: BOOKINGS }, (_, night) => {
    const checkInDate = addDays(today, night + 1);
    return { checkInDate, checkOutDate: addDays(checkInDate, 1) };
  });
  // Each run starts a new server, and V8 optimises code that runs often: a hundred bookings and many rejections warm it
  // up.
  const first = stays.splice(0, 100);
  await attemptsPerSecond(url, first, 201);
  await attemptsPerSecond(url, Array.from({ length: 30 }, () => first).flat(), 409);
  const rate = await attemptsPerSecond(url, stays, 201);
  child.kill("SIGTERM");
  await scratch.remove();
  return rate;
}

/** The rows of one booking. */
const ROWS = {
  guest: `insert into guest (id, name, email, phone, search_text, created_at, claimed_at, browser_hash, address_hash)
    values (@id, 'Ann Perera', 'ann@example.com', '+94 77 123 4567', 'ann perera', @at, null, @hash, @hash)`,
  claim: `update guest set claimed_at = @at where id = @id`,
  night: `insert into occupied_night (property_id, night, booking_id) values (1, @checkIn, @id)`,
  booking: `insert into booking (id, reference, property_id, guest_id, check_in, check_out, guest_count, status, source,
      special_requests, total_cents, price_lines, policy, created_at, version)
    values (@id, @id, 1, @id, @checkIn, @checkOut, 2, 'upcoming', 'direct', null, 15000, @json, @json, @at, 1)`,
  event: `insert into booking_event (id, booking_id, at, actor, event, booking_version)
    values (@id, @id, @at, 'guest', 'Booked on the website as upcoming', 1)`,
  access: `insert into booking_access (booking_id, browser_hash) values (@id, @hash)`,
  // The four messages for a stay, and the notification to the host.
  ...Object.fromEntries(
    ["welcome", "check_in_reminder", "check_out_reminder", "feedback_request", "host_notice"].map((type) => [
      type,
      `insert into scheduled_message (id, message_key, booking_id, type, channel, status, anchor, scheduled_for,
         next_try_at, retry_count, interruptions, version, created_at)
       values (@id || '${type}', @id || '${type}', ${type === "host_notice" ? "null" : "@id"}, '${type}', 'email',
         'pending', @at, @at, @at, 0, 0, 1, @at)`,
    ]),
  ),
};

async function bareInserts(): Promise<number> {
  const scratch = await scratchDatabase("sqlite");
  const database = connectDatabase(scratch, createLogger("silent"));
  await migrate(database.db, database.engine);
  await createPropertyModule({ database, clock: systemClock }).addStartingContent();
  await database.close();

  const bare = openSqlite(join(scratch.dataDir, SQLITE_FILE));
  const steps = Object.entries(ROWS).map(([name, sql]) => ({ name, statement: bare.prepare(sql) }));
  const guest = bare.transaction((row: object) => steps[0]?.statement.run(row));
  const booking = bare.transaction((row: object) => {
    for (const { statement } of steps.slice(1)) statement.run(row);
  });
  const hash = "h".repeat(43);
  const json = JSON.stringify({ lines: [{ label: "1 night", cents: 15_000 }], freeUntilHours: 48 });
  const begun = performance.now();
  for (let i = 0; i < BOOKINGS; i++) {
    const checkIn = addDays("2027-01-01", i);
    const id = `booking-${i}`.padEnd(22, "x");
    const row = { id, checkIn, checkOut: addDays(checkIn, 1), at: new Date().toISOString(), hash, json };
    guest.immediate(row);
    booking.immediate(row);
  }
  const seconds = (performance.now() - begun) / 1000;
  bare.close();
  await scratch.remove();
  return BOOKINGS / seconds;
}

const { a, b, ratio } = await compare(runs(5), throughHttp, bareInserts);
report("durable bookings", { "ours/s": a, "bare better-sqlite3/s": b }, { ratio, atLeast: 0.3 });
