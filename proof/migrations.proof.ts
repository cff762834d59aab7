/** R20: the process is killed within the migrations, at one statement after another; started again, all comes out the same. */
import { fork } from "node:child_process";
import { connectDatabase } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import { tablesOf } from "#server/database/tables.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase, type ScratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { prove } from "./support/proof.ts";

const silent = createLogger("silent");
const PLACES = 24;

for (const engine of engines) {
  await prove(
    { id: "R20", what: "Migrations, killed on the way", aim: "the same schema, 100 % resumable" },
    engine,
    async () => {
      const whole = await scratchDatabase(engine);
      const statements = await migrateIn(whole, Number.POSITIVE_INFINITY);
      const wanted = await schemaOf(whole);
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
        if ((await schemaOf(scratch)) === wanted) resumed += 1;
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
        notTried: "an old version of the app on the new schema: there is no released version yet",
      };
    },
  );
}

/** Migrates in another process, which kills itself before statement `dieAt`; answers how many there were. */
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
