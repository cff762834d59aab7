/** R07: a thousand lives of bookings, lived by the product and by a model of it: guests, host and time act, also at once. */
import { sql } from "kysely";
import { connectDatabase } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import { createPropertyModule } from "#server/property/module.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { COMMANDS, liveAll, nightsAmiss } from "#server/testing/scenarios/live.ts";
import { createWorld } from "#server/testing/scenarios/world.ts";
import { prove } from "./support/proof.ts";

const LIVES = Number(process.env["LIVES"] ?? 1000);

for (const engine of engines) {
  await prove(
    {
      id: "R07",
      what: "Booking state machine, against a model",
      aim: "1,000 lives of 50 commands: 0 illegal transitions, 0 lost updates",
    },
    engine,
    async () => {
      const scratch = await scratchDatabase(engine);
      const database = connectDatabase(scratch, createLogger("silent"));
      await migrate(database.db, engine);
      await createPropertyModule({ database, clock: () => new Date() }).addStartingContent();
      // Not the durability is proven here.
      if (engine === "sqlite") await sql`pragma synchronous = off`.execute(database.db);

      const world = createWorld(database);
      const { kinds, ...lived } = await liveAll(world, LIVES);
      const amiss = await nightsAmiss(database);
      // The hole: an act on an older version is let through.
      const spoilt = createWorld(database, (store) => ({
        ...store,
        act: (order) => store.act({ ...order, version: null }),
      }));
      const seen = await liveAll(spoilt, 50).then(
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
          kindsOfActs: kinds.length,
          changes: acts,
          differentSteps: steps.size,
          illegalTransitions: illegal,
          lostUpdates: lost,
          nightsAmiss: amiss,
        },
        met: lived.lives === LIVES && illegal === 0 && lost === 0 && amiss === 0,
        planted: { hole: "an act on an older version is let through", seen },
      };
    },
  );
}
