import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { loadConfig } from "../config.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { missingOf, WITHOUT_FIXTURE, type Stored, storeFullFixture } from "../testing/full-fixture.ts";
import { connectDatabase } from "./connect.ts";
import { migrate, migrations } from "./migrations/migrate.ts";
import { tablesOf } from "./tables.ts";

const logger = createLogger("silent");

/** A database as a given version of the product leaves it, with a row in each of that version's tables. */
async function databaseAt(version: string, scratch: ScratchDatabase): Promise<Stored[]> {
  const { db, engine, close } = connectDatabase(scratch, logger);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
  const { error } = await migrator.migrateTo(version);
  if (error) throw error;
  const stored = await storeFullFixture(db, engine);
  await close();
  return stored;
}

describe.each(engines)("an upgrade on %s", (engine) => {
  const all = Object.keys(migrations(engine)).slice(0, -1);
  // Creating a PostgreSQL database takes seconds; `npm run proof` tests all versions there too (R20).
  const versions = engine === "sqlite" ? all : all.slice(0, 1);

  let tablesOfNew: Awaited<ReturnType<typeof tablesOf>>;
  beforeAll(async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, logger);
    await migrate(db, engine);
    tablesOfNew = await tablesOf(db, engine);
    await close();
    await scratch.remove();
  });

  test.each(versions)(
    "from %s keeps the rows of every table and ends with the schema of a new installation",
    async (version) => {
      const scratch = await scratchDatabase(engine);
      const stored = await databaseAt(version, scratch);
      const { db, close } = connectDatabase(scratch, logger);
      await migrate(db, engine);
      expect(await tablesOf(db, engine)).toEqual(tablesOfNew);
      expect(stored.map(({ table }) => table)).toContain("booking");
      expect(await missingOf(db, stored)).toEqual([]);
      await expect(sql`delete from occupied_night`.execute(db)).rejects.toThrow("belongs to a booking");
      await close();
      await scratch.remove();
    },
  );

  test("is tested with rows in every table", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, logger);
    await migrate(db, engine);
    const filled = new Set((await storeFullFixture(db, engine)).map(({ table }) => table));
    const empty = (await tablesOf(db, engine)).map(({ name }) => name).filter((name) => !filled.has(name));
    expect(empty).toEqual(WITHOUT_FIXTURE);
    await close();
    await scratch.remove();
  });

  test("happens after a verified backup, and not without one", async () => {
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
    const upgraded = connectDatabase(scratch, logger);
    expect(await upgraded.db.selectFrom("backup_run").select("kind").execute()).toEqual([{ kind: "before-upgrade" }]);
    await upgraded.close();
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^latchkey-\d{8}-\d{6}-before-upgrade\.tar\.gz$/)]);
    await scratch.remove();
  });

  test("happens although pictures are missing, and the backup made before it says so", async () => {
    const scratch = await scratchDatabase(engine);
    await databaseAt(all.at(-1) ?? "", scratch);
    const { databaseUrl, dataDir } = scratch;
    const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "", LOG_LEVEL: "silent" });
    const app = await createApp(config, null, { logger });
    await app.close();
    const { db, close } = connectDatabase(scratch, logger);
    const runs = await db.selectFrom("backup_run").selectAll().where("kind", "=", "before-upgrade").execute();
    expect(runs).toMatchObject([
      { proof: expect.any(String), reason: expect.stringContaining("2 pictures are missing: A ridge (i)") },
    ]);
    await close();
    await scratch.remove();
  });
});
