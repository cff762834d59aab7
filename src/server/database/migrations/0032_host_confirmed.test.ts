import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, test } from "vitest";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase } from "../connect.ts";
import { migrate, migrations } from "./migrate.ts";

describe.each(engines)("bookings older than guest verification on %s", (engine) => {
  test("count as confirmed if the host has edited them or a platform sold them", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    try {
      const early = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "0032"));
      const { error } = await new Migrator({ db, provider: { getMigrations: async () => early } }).migrateToLatest();
      expect(error).toBeUndefined();
      const add = async (id: string, source: string, events: [actor: string, at: string][]) => {
        await sql`insert into guest (id, name, email, phone, search_text, created_at, claimed_at, browser_hash, address_hash)
          values (${id}, 'n', 'e', 'p', 's', '2026-11-01', '2026-11-01', '', '')`.execute(db);
        await sql`insert into booking (id, reference, property_id, guest_id, check_in, check_out, guest_count, status,
          source, total_cents, price_lines, policy, created_at, version) values (${id}, ${id}, 1, ${id}, '2027-01-01',
          '2027-01-03', 2, 'cancelled', ${source}, 100, '[]', '{}', '2026-11-01', 1)`.execute(db);
        for (const [n, [actor, at]] of events.entries())
          await sql`insert into booking_event (id, booking_id, at, actor, event)
            values (${id + n}, ${id}, ${at}, ${actor}, 'x')`.execute(db);
      };
      await sql`insert into property (id, name, description, location, image_url, rate_cents, bedrooms, bathrooms, amenities,
        house_rules, local_attractions, wifi_password, check_in_instructions, time_zone, version)
        values (1, 'n', 'd', 'l', 'i', 1, 1, 1, '[]', '[]', '[]', 'w', 'c', 'Asia/Colombo', 1)`.execute(db);
      await add("stranger", "direct", [
        ["guest", "2026-11-01"],
        ["time", "2026-11-02"],
      ]);
      await add("known", "direct", [
        ["guest", "2026-11-01"],
        ["host", "2026-11-03"],
        ["host", "2026-11-04"],
      ]);
      await add("platform", "airbnb", [["guest", "2026-11-01"]]);

      await migrate(db, engine);
      const rows = await db.selectFrom("booking").select(["id", "host_confirmed_at"]).orderBy("id").execute();
      expect(rows).toEqual([
        { id: "known", host_confirmed_at: "2026-11-03" },
        { id: "platform", host_confirmed_at: "2026-11-01" },
        { id: "stranger", host_confirmed_at: null },
      ]);
    } finally {
      await close();
      await scratch.remove();
    }
  });
});
