import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase } from "../connect.ts";
import { migrate, migrations } from "./migrate.ts";

test.each(engines)(
  "existing log entries that may quote a guest get a reference to the booking; they can be erased but not rewritten, on %s",
  async (engine) => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    try {
      const early = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "0103"));
      const { error } = await new Migrator({ db, provider: { getMigrations: async () => early } }).migrateToLatest();
      expect(error).toBeUndefined();
      await sql`insert into property (id, name, description, location, image_url, rate_cents, bedrooms, bathrooms,
      amenities, house_rules, local_attractions, wifi_password, check_in_instructions, time_zone, version)
      values (1, 'n', 'd', 'l', 'i', 1, 1, 1, '[]', '[]', '[]', 'w', 'c', 'Asia/Colombo', 1)`.execute(db);
      await sql`insert into guest (id, name, email, phone, search_text, created_at, claimed_at, browser_hash,
      address_hash) values ('g', 'n', 'e', 'p', 's', '2026-11-01', '2026-11-01', '', '')`.execute(db);
      await sql`insert into booking (id, reference, property_id, guest_id, check_in, check_out, guest_count, status,
      source, total_cents, price_lines, policy, created_at, version, one_night_cents)
      values ('b', 'LK-1', 1, 'g', '2027-01-01', '2027-01-04', 2, 'cancelled', 'direct', 45000,
      '[]', '{}', '2026-11-01T06:00:00.000Z', 4, 15000)`.execute(db);
      for (const [act, subject] of [
        ["Changed a booking's notes", "Booking LK-1"],
        ["Sent a payment link", "Booking LK-1"],
        ["Changed a booking's status", "Booking LK-1"],
        ["Changed a booking's notes", "Booking LK-gone"],
      ])
        await sql`insert into audit_entry (at, actor, act, subject, after_value)
        values ('2026-11-01', 'host', ${act}, ${subject}, '{}')`.execute(db);
      for (const [id, note] of [
        ["same", "Not needed: the booking is again as its reader knows it."],
        ["other", "Not needed any more: the booking has changed."],
      ])
        await sql`insert into scheduled_message (id, message_key, type, channel, status, anchor, scheduled_for, next_try_at,
        retry_count, interruptions, note, skipped_by, version, created_at) values (${id}, ${id}, 'booking_changed',
        'email', 'skipped', '', '2026-11-01', '2026-11-01', 0, 0, ${note}, 'booking', 1, '2026-11-01')`.execute(db);

      await migrate(db, engine);
      const entries = await db.selectFrom("audit_entry").select("about_booking").orderBy("id").execute();
      expect(entries.map((row) => row.about_booking)).toEqual(["b", "b", null, null]);
      const skipped = await db.selectFrom("scheduled_message").select("skipped_by").orderBy("id").execute();
      expect(skipped.map((row) => row.skipped_by)).toEqual(["booking", "unchanged"]);
      const log = db.updateTable("audit_entry").where("about_booking", "=", "b");
      await expect(log.set({ about_booking: null }).execute()).rejects.toThrow("never rewritten");
      await expect(log.set({ after_value: '{"a":1}' }).execute()).rejects.toThrow("never rewritten");
      await log.set({ before_value: null, after_value: null }).execute();
    } finally {
      await close();
      await scratch.remove();
    }
  },
);
