/**
 * R20: after a kill at each of 24 points in the migrations and a restart, the schema must be the same as without a
 * kill. Upgrades from every earlier version must keep all rows.
 */
import { fork } from "node:child_process";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { connectDatabase } from "#server/database/connect.ts";
import { migrate, migrations } from "#server/database/migrations/migrate.ts";
import { tablesOf } from "#server/database/tables.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase, type ScratchDatabase } from "#server/testing/engines.ts";
import { missingOf, storeFullFixture } from "#server/testing/full-fixture.ts";
import { ended } from "#server/testing/processes.ts";
import { prove } from "./support/proof.ts";

const silent = createLogger("silent");
const PLACES = 24;

for (const engine of engines) {
  await prove(
    { id: "R20", what: "Interrupted migrations", aim: "the same schema, 100 % resumable" },
    engine,
    async () => {
      const whole = await scratchDatabase(engine);
      const statements = await migrateIn(whole, Number.POSITIVE_INFINITY);
      const expected = await schemaOf(whole);
      await whole.remove();
      let resumed = 0;
      let leftBehind = 0;
      for (let place = 0; place < PLACES; place++) {
        const scratch = await scratchDatabase(engine);
        await migrateIn(scratch, Math.floor((statements * (place + 0.5)) / PLACES));
        const { db, close } = connectDatabase(scratch, silent);
        if ((await tablesOf(db, engine)).length > 0) leftBehind += 1;
        await migrate(db, engine);
        await close();
        if ((await schemaOf(scratch)) === expected) resumed += 1;
        await scratch.remove();
      }
      return {
        figures: {
          statements: Number.isFinite(statements) ? statements : 0,
          killedAt: PLACES,
          resumed,
          leftHalfDone: leftBehind,
        },
        met: resumed === PLACES && leftBehind === 0 && statements > PLACES,
      };
    },
  );
}

for (const engine of engines) {
  await prove(
    { id: "R20", what: "Upgrade from every earlier version", aim: "all rows of all tables kept, the same schema" },
    `${engine}, all versions`,
    async () => {
      const fresh = await scratchDatabase(engine);
      await migrateIn(fresh, Number.POSITIVE_INFINITY);
      const expected = await schemaOf(fresh);
      await fresh.remove();
      const sum = { versions: 0, rows: 0, missing: 0, otherSchema: 0 };
      let seen = false;
      for (const version of Object.keys(migrations(engine)).slice(0, -1)) {
        const scratch = await scratchDatabase(engine);
        const { db, close } = connectDatabase(scratch, silent);
        const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
        await migrator.migrateTo(version);
        const stored = await storeFullFixture(db, engine);
        await migrate(db, engine);
        sum.versions += 1;
        sum.rows += stored.length;
        sum.missing += (await missingOf(db, stored)).length;
        await sql`update guest set phone = '+94 2'`.execute(db);
        seen = (await missingOf(db, stored)).some(({ table }) => table === "guest");
        await close();
        if ((await schemaOf(scratch)) !== expected) sum.otherSchema += 1;
        await scratch.remove();
      }
      return {
        figures: sum,
        met: sum.missing + sum.otherSchema === 0 && sum.rows > sum.versions * 10,
        negativeControl: { fault: "one changed digit in a phone number", detected: seen },
      };
    },
  );
}

/** In another process, which kills itself before statement `dieAt`. Returns the number of statements. */
async function migrateIn(scratch: ScratchDatabase, dieAt: number): Promise<number> {
  const { databaseUrl, dataDir } = scratch;
  const child = fork("proof/support/dying-migration.ts", [JSON.stringify({ databaseUrl, dataDir }), String(dieAt)], {
    execArgv: [],
  });
  let statements = 0;
  child.on("message", (count: number) => (statements = count));
  await ended(child);
  return statements;
}

async function schemaOf(scratch: ScratchDatabase): Promise<string> {
  const { db, engine, close } = connectDatabase(scratch, silent);
  const tables = await tablesOf(db, engine);
  await close();
  return JSON.stringify(tables);
}
