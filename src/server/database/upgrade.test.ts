import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../app.ts";
import { loadConfig } from "../config.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { missingOf, WITHOUT_FIXTURE, type Stored, storeFullFixture } from "../testing/full-fixture.ts";
import { createBackupRunStore } from "../backups/run-queries.ts";
import { beginRestore } from "../backups/unfinished-queries.ts";
import { fakeClock } from "../testing/fake-clock.ts";
import { connectDatabase } from "./connect.ts";
import { migrate, migrations } from "./migrations/migrate.ts";
import { tablesOf } from "./tables.ts";

const logger = createLogger("silent");

/** A database as a given version of the product leaves it, with rows in that version's tables. */
async function databaseAt(version: string, scratch: ScratchDatabase): Promise<Stored[]> {
  const { db, engine, close } = connectDatabase(scratch, logger);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
  const { error } = await migrator.migrateTo(version);
  if (error) throw error;
  const stored = await storeFullFixture(db, engine);
  await close();
  return stored;
}

const configFor = ({ dataDir, databaseUrl }: ScratchDatabase) =>
  loadConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "", LOG_LEVEL: "silent" });

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

  test("is tested with rows in every table that migrations leave empty and that holds lasting data", async () => {
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
    expect(readdirSync(backups)).toEqual([
      expect.stringMatching(/^latchkey-\d{8}-\d{6}-\d{3}-before-upgrade\.tar\.gz$/),
    ]);
    await scratch.remove();
  });

  test("does not begin, and backs up nothing, if a restore into the database was interrupted", async () => {
    // On SQLite, the database file appears only when it is complete.
    if (engine === "sqlite") return;
    const scratch = await scratchDatabase(engine);
    await databaseAt("0050_payments", scratch);
    const { db, close } = connectDatabase(scratch, logger);
    await beginRestore(db);
    await close();
    await expect(createApp(configFor(scratch), null, { logger })).rejects.toThrow("was interrupted");
    expect(existsSync(join(scratch.dataDir, "backups"))).toBe(false);
    await scratch.remove();
  });

  test("happens although pictures are missing, and the backup made before it says so", async () => {
    const scratch = await scratchDatabase(engine);
    await databaseAt(all.at(-1) ?? "", scratch);
    const app = await createApp(configFor(scratch), null, { logger });
    await app.close();
    const { db, close } = connectDatabase(scratch, logger);
    const runs = await db.selectFrom("backup_run").selectAll().where("kind", "=", "before-upgrade").execute();
    expect(runs).toMatchObject([
      { proof: expect.any(String), reason: expect.stringContaining("2 pictures are missing: A ridge (i)") },
    ]);
    await close();
    await scratch.remove();
  });

  test("that fails at every start leaves one backup, which is listed", async () => {
    const scratch = await scratchDatabase(engine);
    await databaseAt("0050_payments", scratch);
    const { db, close } = connectDatabase(scratch, logger);
    await sql`create index booking_offer_until on booking (check_in)`.execute(db);
    const clock = fakeClock(new Date().toISOString());
    const start = () => createApp(configFor(scratch), null, { logger, clock });
    const files = () => readdirSync(join(scratch.dataDir, "backups"));
    const kept = async () => (await createBackupRunStore(db).kept()).map(({ proof }) => proof?.name);
    for (let attempt = 0; attempt < 3; attempt++) {
      await expect(start()).rejects.toThrow("booking_offer_until");
      expect(files()).toHaveLength(1);
      expect(await kept()).toEqual(files());
      clock.advance(5000);
    }
    await sql`drop index booking_offer_until`.execute(db);
    await (await start()).close();
    expect(files()).toHaveLength(1);
    expect(await kept()).toEqual(files());
    await close();
    await scratch.remove();
  });
});

describe.each(engines.filter((engine) => engine === "postgres"))("an upgrade on %s", (engine) => {
  test("by an account that is not allowed to change tables is refused before a backup is made", async () => {
    const scratch = await scratchDatabase(engine);
    await databaseAt("0050_payments", scratch);
    const owner = connectDatabase(scratch, logger);
    await sql`create role upgrade_test login password 'upgrade_test'`.execute(owner.db);
    await sql`grant all on all tables in schema public to upgrade_test`.execute(owner.db);
    const url = new URL(scratch.databaseUrl ?? "");
    url.username = url.password = "upgrade_test";
    const asApp = { ...configFor(scratch), databaseUrl: url.href };
    await expect(createApp(asApp, null, { logger })).rejects.toThrow("not allowed to read or change the tables");
    expect(existsSync(join(scratch.dataDir, "backups"))).toBe(false);
    await sql`drop owned by upgrade_test`.execute(owner.db);
    await sql`drop role upgrade_test`.execute(owner.db);
    await owner.close();
    await scratch.remove();
  });

  test("by two instances at once makes one backup", async () => {
    const scratch = await scratchDatabase(engine);
    await databaseAt("0050_payments", scratch);
    const clock = fakeClock();
    const start = () => createApp(configFor(scratch), null, { logger, clock });
    for (const app of await Promise.all([start(), start()])) await app.close();
    expect(readdirSync(join(scratch.dataDir, "backups"))).toHaveLength(1);
    const { db, close } = connectDatabase(scratch, logger);
    expect(await createBackupRunStore(db).kept()).toHaveLength(1);
    await close();
    await scratch.remove();
  });
});
