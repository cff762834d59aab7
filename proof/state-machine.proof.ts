/** R07: a thousand random sequences of commands, some of them concurrent, on the product and on a model. */
import { sql } from "kysely";
import { connectDatabase } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrations/migrate.ts";
import { createPropertyModule } from "#server/property/module.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { COMMANDS, runScenarios, nightsAmiss } from "#server/testing/scenarios/run-scenarios.ts";
import { createWorld } from "#server/testing/scenarios/world.ts";
import { prove } from "./support/proof.ts";

const SEQUENCES = Number(process.env["SEQUENCES"] ?? 1000);

for (const engine of engines) {
  await prove(
    {
      id: "R07",
      what: "Booking status changes compared with a model",
      aim: "1,000 sequences of 50 commands: 0 illegal transitions, 0 lost updates",
    },
    engine,
    async () => {
      const scratch = await scratchDatabase(engine);
      const database = connectDatabase(scratch, createLogger("silent"));
      await migrate(database.db, engine);
      await createPropertyModule({ database, clock: () => new Date() }).addStartingContent();
      // This proof is not about durability.
      if (engine === "sqlite") await sql`pragma synchronous = off`.execute(database.db);

      const world = createWorld(database);
      const { kinds, ...lived } = await runScenarios(world, SEQUENCES);
      const inconsistent = await nightsAmiss(database);
      // The negative control accepts actions on an outdated version.
      const spoilt = createWorld(database, (store) => ({
        ...store,
        act: ({ version: _version, ...order }) => store.act(order),
      }));
      const seen = await runScenarios(spoilt, 50).then(
        () => false,
        () => true,
      );
      await database.close();
      await scratch.remove();
      const { acts, illegal, lost, steps } = world.heard;
      return {
        figures: {
          ...lived,
          commandsEach: COMMANDS,
          actionTypes: kinds.length,
          changes: acts,
          differentSteps: steps.size,
          illegalTransitions: illegal,
          lostUpdates: lost,
          wrongNights: inconsistent,
        },
        met: lived.runs === SEQUENCES && illegal === 0 && lost === 0 && inconsistent === 0,
        negativeControl: { fault: "an action on an outdated version is accepted", detected: seen },
      };
    },
  );
}
