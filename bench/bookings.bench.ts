/**
 * Durable bookings through HTTP (a guest and a booking each: two transactions, two fsyncs) against bare better-sqlite3
 * that writes the same rows in the same two transactions.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays } from "#domain/calendar/local-date.ts";
import { openSqlite } from "#server/database/dialect.ts";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { attemptsPerSecond } from "./support/booking-client.ts";
import { compare, report } from "./support/measure.ts";

/** One night each: as many as the booking window has. */
const BOOKINGS = 700;

async function throughHttp(): Promise<number> {
  const scratch = await scratchDatabase("sqlite");
  const { child, url } = await startServerProcess(scratch);
  const { today } = await (await fetch(`${url}/api/availability?from=2026-01-01&to=2026-01-02`)).json();
  const stays = Array.from({ length: BOOKINGS }, (_, night) => {
    const checkInDate = addDays(today, night + 1);
    return { checkInDate, checkOutDate: addDays(checkInDate, 1) };
  });
  // The engine compiles what is used often: both sides are measured warm, ours by a hundred bookings and many refusals.
  const first = stays.splice(0, 100);
  await attemptsPerSecond(url, first, 201);
  await attemptsPerSecond(url, Array.from({ length: 30 }, () => first).flat(), 409);
  const rate = await attemptsPerSecond(url, stays, 201);
  child.kill("SIGTERM");
  await scratch.remove();
  return rate;
}

async function bareInserts(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
  const database = openSqlite(join(folder, "bare.sqlite"));
  database.exec(`
    create table guest (id text primary key, name text, email text, phone text);
    create table booking (id text primary key, guest_id text, check_in text, check_out text, total_cents integer);
    create table occupied_night (property_id integer, night text, booking_id text, primary key (property_id, night))`);
  const guest = database.prepare("insert into guest values (?, 'Ann Perera', 'ann@example.com', '+94 77 123 4567')");
  const booking = database.prepare("insert into booking values (?, ?, ?, ?, 15000)");
  const night = database.prepare("insert into occupied_night values (1, ?, ?)");
  const addGuest = database.transaction((id: string) => guest.run(id));
  const addBooking = database.transaction((id: string, checkIn: string, checkOut: string) => {
    night.run(checkIn, id);
    booking.run(id, id, checkIn, checkOut);
  });
  const begun = performance.now();
  for (let i = 0; i < BOOKINGS; i++) {
    const checkIn = addDays("2027-01-01", i);
    addGuest.immediate(`g${i}`);
    addBooking.immediate(`g${i}`, checkIn, addDays(checkIn, 1));
  }
  const seconds = (performance.now() - begun) / 1000;
  database.close();
  rmSync(folder, { recursive: true });
  return BOOKINGS / seconds;
}

const { a, b, ratio } = await compare(5, throughHttp, bareInserts);
report("durable bookings", { "ours/s": a, "bare inserts/s": b }, { ratio, atLeast: 0.3 });
