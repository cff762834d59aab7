import { fork } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Migrator } from "kysely/migration";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { startTestApp } from "../testing/test-app.ts";
import { connectDatabase } from "./connect.ts";
import { migrate, migrations, pendingMigrations } from "./migrations/migrate.ts";

const logger = createLogger("silent");

test("every migration is listed under the name of its file", () => {
  const files = readdirSync(join(import.meta.dirname, "migrations")).filter((name) => /^\d{4}_/.test(name));
  const names = files.filter((name) => !name.includes(".test.")).map((name) => name.replace(".ts", ""));
  expect(Object.keys(migrations("sqlite"))).toEqual(names.toSorted());
});

describe.each(engines.filter((engine) => engine === "postgres"))("an account without access on %s", (engine) => {
  test("is told to migrate as the owner and to grant access, whether the tables exist or not", async () => {
    const scratch = await scratchDatabase(engine);
    const owner = connectDatabase(scratch, logger);
    await sql`create role migrate_test login password 'migrate_test'`.execute(owner.db);
    const url = new URL(scratch.databaseUrl ?? "");
    url.username = url.password = "migrate_test";
    const other = connectDatabase({ ...scratch, databaseUrl: url.href }, logger);
    const advice = /latchkey -- migrate.*postgres-roles\.sql/;
    await expect(migrate(other.db, engine)).rejects.toThrow(advice);
    await migrate(owner.db, engine);
    await expect(pendingMigrations(other.db, engine)).rejects.toThrow(advice);
    await expect(migrate(other.db, engine)).rejects.toThrow(advice);
    await other.close();
    await sql`drop role migrate_test`.execute(owner.db);
    await owner.close();
    await scratch.remove();
  });
});

describe.each(engines)("migrations on %s", (engine) => {
  test("when several instances start at once, all of them start and each migration runs once", async () => {
    const scratch = await scratchDatabase(engine);
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrateInAnotherProcess(scratch)));
    expect(ran.flat().toSorted()).toEqual(Object.keys(migrations(engine)).toSorted());
    await scratch.remove();
  });

  test("a second start finds no migrations to run", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, logger);
    expect(await migrate(db, engine)).not.toEqual([]);
    expect(await migrate(db, engine)).toEqual([]);
    await close();
    await scratch.remove();
  });

  test("an older version reports a newer schema and leaves it alone", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, logger);
    await migrate(db, engine);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_of_next_year', '')`.execute(db);
    await expect(migrate(db, engine)).rejects.toThrow(
      "a newer version of Latchkey has used this database (9999_of_next_year)",
    );
    await close();
    await scratch.remove();
  });

  test("a failed migration leaves nothing behind and can be run again", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, logger);
    const all = migrations(engine);
    const broken = {
      ...all,
      "9999_breaks_off": {
        up: async (trx: typeof db) => {
          await sql`create table half_done (id integer)`.execute(trx);
          throw new Error("power failure");
        },
      },
    };
    const outcome = await new Migrator({ db, provider: { getMigrations: async () => broken } }).migrateToLatest();
    expect(outcome.error).toBeInstanceOf(Error);
    const tables = (await db.introspection.getTables()).map((table) => table.name);
    expect(tables).not.toContain("half_done");
    expect(tables).not.toContain("booking");
    expect(await migrate(db, engine)).toEqual(Object.keys(all));
    await close();
    await scratch.remove();
  });
});

function migrateInAnotherProcess(target: { databaseUrl: string | null; dataDir: string }): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = fork("src/server/testing/migrate-process.ts", [JSON.stringify(target)], { stdio: "inherit" });
    child.once("message", (names) => resolve(names as string[]));
    child.once("exit", (code) => (code === 0 ? undefined : reject(new Error(`ended with ${code}`))));
  });
}

describe.runIf(engines.includes("postgres"))("starting on PostgreSQL", () => {
  test("migrates even if another program keeps a list of Kysely's migrations in another schema", async () => {
    const scratch = await scratchDatabase("postgres");
    const { db, close } = connectDatabase(scratch, logger);
    await sql`create schema shop`.execute(db);
    for (const table of ["kysely_migration", "kysely_migration_lock"])
      await sql`create table ${sql.table(`shop.${table}`)} (name text)`.execute(db);
    expect(await migrate(db, "postgres")).toEqual(Object.keys(migrations("postgres")));
    expect((await pendingMigrations(db, "postgres")).pending).toEqual([]);
    expect(await migrate(db, "postgres")).toEqual([]);
    await close();
    await scratch.remove();
  });

  test("waits for another instance that is still migrating", async () => {
    const first = await startTestApp("postgres");
    const { db, close } = connectDatabase(first.sameDatabase, logger, { patient: true });
    let locked = () => {};
    const hasLock = new Promise<void>((resolve) => (locked = resolve));
    // Holds the lock of Kysely's migrator (postgres-adapter.js) for longer than a visitor's query may take.
    const migrating = db.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(3853314791062309107)`.execute(connection);
      locked();
      const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      while ((await waiting.execute(connection)).rows.length === 0)
        await sql`select pg_sleep(0.05)`.execute(connection);
      await sql`select pg_sleep(3)`.execute(connection);
      await sql`select pg_advisory_unlock(3853314791062309107)`.execute(connection);
    });
    await hasLock;
    const second = await startTestApp("postgres", { config: first.sameDatabase });
    await migrating;
    expect((await second.send("GET", "/api/ready")).status).toBe(200);
    await second.close();
    await close();
    await first.close();
  });
});
