import { fork } from "node:child_process";
import { Migrator } from "kysely/migration";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { connectDatabase } from "./connect.ts";
import { migrate, migrations } from "./migrate.ts";

const logger = createLogger("silent");

describe.each(engines)("migrations on %s", (engine) => {
  test("of several instances that start at once, all come up and each migration ran once", async () => {
    const scratch = await scratchDatabase(engine);
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrateInAnotherProcess(scratch)));
    expect(ran.flat().toSorted()).toEqual(Object.keys(migrations(engine)).toSorted());
    await scratch.remove();
  });

  test("a second start finds nothing to do", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, logger);
    expect(await migrate(db, engine)).not.toEqual([]);
    expect(await migrate(db, engine)).toEqual([]);
    await close();
    await scratch.remove();
  });

  test("an older version started on a newer schema says so, and leaves it alone", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, logger);
    await migrate(db, engine);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_of_next_year', '')`.execute(db);
    await expect(migrate(db, engine)).rejects.toThrow("a newer Latchkey has used this database (9999_of_next_year)");
    await close();
    await scratch.remove();
  });

  test("a migration that breaks off leaves nothing behind and can be run again", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, logger);
    const all = migrations(engine);
    const broken = {
      ...all,
      "9999_breaks_off": {
        up: async (trx: typeof db) => {
          await sql`create table half_done (id integer)`.execute(trx);
          throw new Error("the power went");
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
