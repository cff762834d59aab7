import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "../database/connect.ts";
import { migrate } from "../database/migrations/migrate.ts";
import { createPropertyModule } from "../property/module.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { runScenarios, nightsAmiss } from "../testing/scenarios/run-scenarios.ts";
import { createWorld } from "../testing/scenarios/world.ts";

/** `proof/state-machine.proof.ts` runs a thousand sequences on both engines (R07). */
const SEQUENCES = { sqlite: 25, postgres: 15 };

describe.each(engines)("random sequences of actions on bookings, on %s", (engine) => {
  let scratch: ScratchDatabase;
  let database: Database;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    database = connectDatabase(scratch, createLogger("silent"));
    await migrate(database.db, engine);
    await createPropertyModule({ database, clock: () => new Date() }).addStartingContent();
    // Durability is not tested here.
    if (engine === "sqlite") await sql`pragma synchronous = off`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    await scratch.remove();
  });

  test(
    `R07: ${SEQUENCES[engine]} sequences of 50 actions by guest, host and clock: no forbidden status change, no lost action, no night sold twice`,
    { timeout: 300_000 },
    async () => {
      const world = createWorld(database);
      const lived = await runScenarios(world, SEQUENCES[engine]);
      expect(world.heard).toMatchObject({ illegal: 0, lost: 0 });
      // Every kind of action must have taken place: a run in which nothing happens would prove nothing.
      expect(lived.kinds).toEqual(
        ["ask", "block", "cancel", "end", "enter", "free", "move", "moveBlock", "open", "ownCancel", "ownChange", "pay"]
          .concat("status", "time passes")
          .toSorted(),
      );
      expect(lived.atOnce).toBeGreaterThan(SEQUENCES[engine]);
      expect(await nightsAmiss(database)).toBe(0);
    },
  );

  test("the model detects when an action on an older version is accepted", async () => {
    const world = createWorld(database, (store) => ({
      ...store,
      act: ({ version: _version, ...order }) => store.act(order),
    }));
    await expect(runScenarios(world, 50)).rejects.toThrow();
  });
});
