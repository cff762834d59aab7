/** Books one night after another, each in its own transaction, and reports how many are committed. */
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import type BetterSqlite from "better-sqlite3";
import { connectDatabase } from "#server/database/connect.ts";
import { openSqlite } from "#server/database/dialect.ts";
import { migrate } from "#server/database/migrations/migrate.ts";
import { createLogger } from "#server/runtime/logger.ts";

const [folder = "", synchronous] = process.argv.slice(2);
const { db, engine, close } = connectDatabase({ databaseUrl: null, dataDir: folder }, createLogger("silent"));
await migrate(db, engine);
await close();
const file: BetterSqlite.Database = openSqlite(`${folder}/latchkey.sqlite`);
// The control does not wait for the disk.
if (synchronous === "OFF") file.pragma("synchronous = OFF");
file.exec(
  "insert into property values (1, '', '', '', '', 1, 1, 1, '[]', '[]', '[]', '', '', 'UTC', 1) on conflict do nothing",
);

const guest = file.prepare(
  "insert into guest (id, name, email, phone, search_text, created_at, browser_hash, address_hash) values (?, '', '', '', '', '', '', '')",
);
const night = file.prepare("insert into occupied_night (property_id, night, booking_id) values (1, ?, ?)");
const booking =
  file.prepare(`insert into booking (id, reference, property_id, guest_id, check_in, check_out, guest_count, status, source,
  total_cents, price_lines, policy, created_at, version) values (?, ?, 1, ?, ?, ?, 1, 'confirmed', 'direct', ?, '[]', '{}', '', 1)`);
const first = toLocalDate("2001-01-01");
const sell = file.transaction((n: number) => {
  const day = addDays(first, n);
  guest.run(`g${n}`);
  night.run(day, `b${n}`);
  booking.run(`b${n}`, `r${n}`, `g${n}`, day, addDays(day, 1), n);
});

// The power cut comes long before these nights are used up.
for (let n = 1; n < 60_000; n++) {
  sell.immediate(n);
  process.send?.(n);
  // Gives the message time to be sent.
  if (n % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
}
