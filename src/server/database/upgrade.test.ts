import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { loadConfig } from "../config.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { connectDatabase } from "./connect.ts";
import { migrate, migrations } from "./migrate.ts";
import { tablesOf } from "./tables.ts";

const logger = createLogger("silent");

/** A database as that version of the product left it, with a stay in it. */
async function databaseAt(version: string, scratch: ScratchDatabase): Promise<void> {
  const { db, engine, close } = connectDatabase(scratch, logger);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
  const { error } = await migrator.migrateTo(version);
  if (error) throw error;
  await db.transaction().execute(async (trx) => {
    await sql`insert into property (id, name, description, location, image_url, rate_cents, bedrooms, bathrooms, amenities,
      house_rules, local_attractions, wifi_password, check_in_instructions, time_zone, version)
      values (1, 'Tea House', '', '', '', 15000, 2, 1, '[]', '[]', '[]', '', '', 'Asia/Colombo', 1)`.execute(trx);
    await sql`insert into guest (id, name, email, phone, search_text, created_at, browser_hash, address_hash)
      values ('g', 'Ann', 'ann@example.com', '+94 1', 'ann', '2026-01-01T00:00:00.000Z', '', '')`.execute(trx);
    for (const night of ["2026-12-01", "2026-12-02"]) {
      await sql`insert into occupied_night (property_id, night, booking_id) values (1, ${night}, 'b')`.execute(trx);
    }
    await sql`insert into booking (id, reference, property_id, guest_id, check_in, check_out, guest_count, status, source,
      total_cents, price_lines, policy, created_at, version)
      values ('b', 'AAAA-1111', 1, 'g', '2026-12-01', '2026-12-03', 2, 'confirmed', 'direct', 30000, '[]', '{}',
        '2026-01-01T00:00:00.000Z', 1)`.execute(trx);
  });
  await close();
}

describe.each(engines)("an upgrade on %s", (engine) => {
  const all = Object.keys(migrations(engine)).slice(0, -1);
  // A PostgreSQL database takes seconds to make; `npm run proof` goes through all versions there too (R20).
  const versions = engine === "sqlite" ? all : all.slice(0, 1);

  test.each(versions)("from %s keeps every booking and comes to the schema of a new installation", async (version) => {
    const [old, fresh] = await Promise.all([scratchDatabase(engine), scratchDatabase(engine)]);
    await databaseAt(version, old);
    const [upgraded, made] = [connectDatabase(old, logger), connectDatabase(fresh, logger)];
    await migrate(upgraded.db, engine);
    await migrate(made.db, engine);
    expect(await tablesOf(upgraded.db, engine)).toEqual(await tablesOf(made.db, engine));
    const stays = await upgraded.db.selectFrom("booking").select(["reference", "check_in", "check_out"]).execute();
    expect(stays).toEqual([{ reference: "AAAA-1111", check_in: "2026-12-01", check_out: "2026-12-03" }]);
    await expect(sql`delete from occupied_night`.execute(upgraded.db)).rejects.toThrow("belongs to a booking");
    await Promise.all([upgraded.close(), made.close()]);
    await Promise.all([old.remove(), fresh.remove()]);
  });

  test("is made after a proven backup, and not at all without one", async () => {
    const scratch = await scratchDatabase(engine);
    await databaseAt("0002_calendar_guard", scratch);
    const backups = join(scratch.dataDir, "backups");
    const inTheWay = join(scratch.dataDir, "in-the-way");
    writeFileSync(inTheWay, "");
    const withPlace = (folder: string) =>
      loadConfig({
        DATA_DIR: scratch.dataDir,
        DATABASE_URL: scratch.databaseUrl ?? "",
        BACKUP_TO: folder,
        LOG_LEVEL: "silent",
      });
    await expect(createApp(withPlace(inTheWay), null, { logger })).rejects.toThrow(
      "the backup before the upgrade failed",
    );
    const { db, close } = connectDatabase(scratch, logger);
    expect((await tablesOf(db, engine)).map((table) => table.name)).not.toContain("settings");
    await close();
    const app = await createApp(withPlace(backups), null, { logger });
    await app.close();
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^latchkey-\d{8}-\d{6}-before-upgrade\.tar\.gz$/)]);
    await scratch.remove();
  });
});
