import type { PluginTransformQueryArgs, PluginTransformResultArgs } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectDatabase, type Database } from "../database/connect.ts";
import { createPropertyModule } from "../property/module.ts";
import { createLogger } from "../runtime/logger.ts";
import { databaseForApp, engines, type ScratchDatabase } from "../testing/engines.ts";
import { createSettingsModule } from "./module.ts";
import type { SettingsStore } from "./ports.ts";
import { createSettingsStore } from "./store.ts";

describe.each(engines)("cached settings on %s", (engine) => {
  let scratch: ScratchDatabase;
  let database: Database;
  const clock = () => new Date("2026-11-21T06:00:00Z");
  beforeAll(async () => {
    scratch = await databaseForApp(engine);
    database = connectDatabase(scratch, createLogger("silent"));
    await createPropertyModule({ database, clock }).addStartingContent();
  });
  afterAll(async () => {
    await database.close();
    await scratch.remove();
  });

  /** The database with the connection of an instance whose responses arrive late: after `work`. */
  async function lateFor<T>(open: (late: Database) => { read: () => Promise<T>; work: () => Promise<void> }) {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const late = {
      transformQuery: ({ node }: PluginTransformQueryArgs) => node,
      transformResult: async ({ result }: PluginTransformResultArgs) => {
        answer();
        await arrived;
        return result;
      },
    };
    const { read, work } = open({ ...database, db: database.db.withPlugin(late) });
    const reading = read();
    await answered;
    await work();
    arrive();
    await reading;
    return read();
  }
  const save = (change: Parameters<SettingsStore["save"]>[0]) =>
    createSettingsStore(database).save(change, null, clock(), async () => undefined);

  test("are read again if another instance has changed them while they were being read", async () => {
    const shown = await lateFor((late) => {
      const settings = createSettingsModule({
        database: late,
        clock,
        logger: createLogger("silent"),
        record: async () => undefined,
        paymentProvider: null,
        propertyChanged: () => undefined,
      });
      return {
        read: settings.current,
        work: async () => {
          await save({ propertyName: "The New Name" });
          settings.forget();
        },
      };
    });
    expect(shown.propertyName).toBe("The New Name");
  });

  test("the time zone is read again too", async () => {
    const zone = await lateFor((late) => {
      const property = createPropertyModule({ database: late, clock });
      return {
        read: property.timeZone,
        work: async () => {
          await save({ timezone: "America/Lima" });
          property.forgetTimeZone();
        },
      };
    });
    expect(zone).toBe("America/Lima");
  });
});
