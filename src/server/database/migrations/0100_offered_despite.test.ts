import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { bookingById } from "../../booking/booking-queries.ts";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase } from "../connect.ts";
import { migrate, migrations } from "./migrate.ts";

const PRICE = JSON.stringify([{ label: "Entire cottage", quantity: 3, unitCents: 15_000, amountCents: 45_000 }]);
const POLICY = JSON.stringify({
  freeUntilHoursBefore: 48,
  feeNights: 1,
  checkInTime: "14:00",
  timeZone: "Asia/Colombo",
});
const PLAIN = "Offered to the guest for $450.00, until Nov 23";
const DESPITE = `${PLAIN}; the host has checked the platforms`;

test.each(engines)("an offer made despite a warning is still recorded as such, on %s", async (engine) => {
  const scratch = await scratchDatabase(engine);
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  try {
    const early = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "0100"));
    const { error } = await new Migrator({ db, provider: { getMigrations: async () => early } }).migrateToLatest();
    expect(error).toBeUndefined();
    await sql`insert into property (id, name, description, location, image_url, rate_cents, bedrooms, bathrooms,
      amenities, house_rules, local_attractions, wifi_password, check_in_instructions, time_zone, version)
      values (1, 'n', 'd', 'l', 'i', 1, 1, 1, '[]', '[]', '[]', 'w', 'c', 'Asia/Colombo', 1)`.execute(db);
    const add = async (id: string, events: string[]) => {
      await sql`insert into guest (id, name, email, phone, search_text, created_at, claimed_at, browser_hash,
        address_hash) values (${id}, 'n', 'e', 'p', 's', '2026-11-01', '2026-11-01', '', '')`.execute(db);
      await sql`insert into booking (id, reference, property_id, guest_id, check_in, check_out, guest_count, status,
        source, total_cents, price_lines, policy, created_at, version, one_night_cents)
        values (${id}, ${id}, 1, ${id}, '2027-01-01', '2027-01-04', 2, 'cancelled', 'direct', 45000,
        ${PRICE}, ${POLICY}, '2026-11-01T06:00:00.000Z', 4, 15000)`.execute(db);
      for (const [n, event] of events.entries())
        await sql`insert into booking_event (id, booking_id, at, actor, event, booking_version)
          values (${id + n}, ${id}, ${`2026-11-0${n + 1}T06:00:00.000Z`}, 'host', ${event}, ${n + 1})`.execute(db);
    };
    await add("never", ["Created", "Notes: the host has checked the platforms"]);
    await add("plain", ["Created", PLAIN]);
    await add("despite", ["Created", DESPITE, "Notes changed"]);
    await add("again", [DESPITE, "Declined", PLAIN]);

    await migrate(db, engine);
    const at = async (id: string) => (await bookingById(db, id))?.offeredDespiteAt?.toISOString() ?? null;
    expect(await Promise.all(["never", "plain", "despite", "again"].map(at))).toEqual([
      null,
      null,
      "2026-11-02T06:00:00.000Z",
      null,
    ]);
  } finally {
    await close();
    await scratch.remove();
  }
});
