import { sql } from "kysely";
import { connectDatabase } from "#server/database/connect.ts";
import type { Trx } from "#server/database/transaction.ts";
import { createLogger } from "#server/runtime/logger.ts";

/**
 * Past bookings with a completed stay (the others are cancelled), and past nights that a platform's calendar occupies.
 */
const SOLD = 8000;
const SOLD_BY_PLATFORM = 1000;
const UPCOMING = 40;
const MESSAGES = 10_000;
const CONVERSATIONS = 100;
const AUDIT_ENTRIES = 100_000;
const AT = "2026-11-21T06:00:00.000Z";
const WEEKS_AGO = "2026-11-05T06:00:00.000Z";
const POLICY = '{"freeUntilHoursBefore":48,"feeNights":1,"checkInTime":"14:00","timeZone":"Asia/Colombo"}';
const NAMES = ["Ann Perera", "Jürgen Müller", "Siobhán O''Connor", "Kumari Silva", "Fatima Al-Zahra", "Zoë Ödegård"];

/**
 * Inserts the bookings and ten years of other data with SQL, because 300,000 requests would take an hour. A separate
 * process, whose memory is not measured.
 */
const [databaseUrl = "", dataDir = "", bookings = "0"] = process.argv.slice(2);
const target = { databaseUrl: databaseUrl || null, dataDir };
const { db, engine, close } = connectDatabase(target, createLogger("silent"), { patient: true });
await db.transaction().execute((trx) => fill(trx, engine === "postgres", Number(bookings)));
await close();

async function fill(trx: Trx, pg: boolean, bookings: number): Promise<void> {
  const day = (from: string, n: string) =>
    pg ? `(date '${from}' + (${n})::integer)` : `date('${from}', '+' || (${n}) || ' days')`;
  const padded = (n: string) => (pg ? `lpad((${n})::text, 21, '0')` : `printf('%021d', ${n})`);
  const run = async (text: string) => {
    await sql.raw(text).execute(trx);
  };
  const count = (to: number) =>
    `with recursive many(n) as (select 0 union all select n + 1 from many where n + 1 < ${to})`;

  const name = `(case n % ${NAMES.length} ${NAMES.map((one, i) => `when ${i} then '${one}'`).join(" ")} end || ' ' || n)`;
  const sold = Math.min(bookings, SOLD);
  const columns = "property_id, guest_count, total_cents, price_lines, policy, special_requests, created_at, version";
  const facts = `1, 1 + n % 6, 15000 + (n % 700) * 100, '[]', '${POLICY}', '${"Late arrival, please. ".repeat(12)}', '${AT}', 1`;
  await run(`${count(bookings + UPCOMING)}
    insert into guest (id, name, email, phone, search_text, created_at, claimed_at, browser_hash, address_hash)
    select 'g' || ${padded("n")}, ${name}, 'guest' || n || '@example.com', '+94 77 ' || (1000000 + n), '', '${AT}', '${AT}', '', ''
    from many`);
  await run(`${count(sold)} insert into occupied_night (property_id, night, booking_id)
    select 1, ${day("2000-01-01", "n")}, 'b' || ${padded("n")} from many`);
  const insertBooking = (where: string, checkIn: string, status: string, to: number) =>
    run(`${count(to)}
      insert into booking (id, reference, guest_id, check_in, check_out, status, source, ${columns})
      select 'b' || ${padded("n")}, 'LK-' || n, 'g' || ${padded("n")}, ${day("2000-01-01", checkIn)},
        ${day("2000-01-01", `${checkIn} + 1`)}, '${status}', case n % 3 when 0 then 'airbnb' else 'direct' end, ${facts}
      from many where ${where}`);
  await insertBooking("true", "n", "completed", sold);
  if (bookings > sold) await insertBooking(`n >= ${sold}`, "n % 9800", "cancelled", bookings);

  // Every third night from 1 December 2026 (day 9831).
  const upcoming = `9831 + (n - ${bookings}) * 3`;
  await run(`${count(bookings + UPCOMING)} insert into occupied_night (property_id, night, booking_id)
    select 1, ${day("2000-01-01", upcoming)}, 'b' || ${padded("n")} from many where n >= ${bookings}`);
  await insertBooking(`n >= ${bookings}`, upcoming, "confirmed", bookings + UPCOMING);
  // As if booked on the website in the last few weeks, with verified email addresses.
  await run(`update booking set network_mark = 'n' || id, email_mark = 'e' || id, phone_mark = 'p' || id,
      verified_at = '${WEEKS_AGO}', created_at = '${WEEKS_AGO}' where status = 'confirmed'`);

  await run(`${count(SOLD_BY_PLATFORM)} insert into occupied_night (property_id, night, channel_stay_id)
    select 1, ${day("2022-01-01", "n")}, 's' || ${padded("n")} from many`);
  await run(`${count(SOLD_BY_PLATFORM)}
    insert into channel_stay (id, channel_id, property_id, uid, occurrence, starts_on, ends_on, kind, state, holds_nights,
      summary, code, link, feed_guest, phone_digits, first_seen_at, last_seen_at)
    select 's' || ${padded("n")}, 'channel-airbnb', 1, 'u' || n, '', ${day("2022-01-01", "n")}, ${day("2022-01-01", "n + 1")},
      'reservation', 'active', 1, 'Reserved', 'HM' || n, '', '', '1234', '${AT}', '${AT}' from many`);

  await run(`${count(MESSAGES)}
    insert into scheduled_message (id, message_key, booking_id, type, channel, status, anchor, scheduled_for, next_try_at,
      retry_count, interruptions, sent_at, version, created_at)
    select 'm' || n, 'k' || n, 'b' || ${padded(`n % ${sold}`)}, 'welcome', 'email', 'sent', '', '${AT}', '${AT}',
      0, 0, '${AT}', 1, '${AT}' from many`);
  await run(`${count(MESSAGES)}
    insert into conversation_message (id, booking_id, place, author, written_by, written_in, body, search_text, at, read_at, emailed_at)
    select 'c' || n, 'b' || ${padded(`n % ${CONVERSATIONS}`)}, 1 + n / ${CONVERSATIONS},
      case n % 2 when 0 then 'guest' else 'host' end, '', 'page', 'Is there a kettle? ' || n, 'IS THERE A KETTLE? ' || n,
      '${AT}', '${AT}', '${AT}' from many`);
  await run(`${count(AUDIT_ENTRIES)}
    insert into audit_entry (at, actor, act, subject)
    select '${AT}', 'host', 'Changed a booking''s notes', 'Booking LK-' || n from many`);
  // PostgreSQL would do this within a minute or so.
  if (pg) await run("analyze");
}
