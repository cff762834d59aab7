import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { withRate } from "#domain/pricing/stored-prices.ts";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase } from "../connect.ts";
import { migrate, migrations } from "./migrate.ts";

test.each(engines)("an existing installation keeps its longest stay and booking window on %s", async (engine) => {
  const scratch = await scratchDatabase(engine);
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  const names = Object.keys(migrations(engine)).toSorted((a, b) => (a < b ? -1 : 1));
  const before = names[names.indexOf("0040_prices") - 1] ?? "";
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(engine) } });
  expect((await migrator.migrateTo(before)).error).toBeUndefined();
  const value = JSON.stringify({ longestStay: 21, bookingWindow: 365, sessionTimeout: 60 });
  await db.insertInto("settings").values({ id: 1, value, version: 4 }).execute();
  await migrate(db, engine);
  const stored = db.selectFrom("site_content").select("value").where("name", "=", "prices");
  const document = withRate(JSON.parse((await stored.executeTakeFirstOrThrow()).value), 15_000);
  expect(document).toEqual({ ...DEFAULT_PRICES, longestStay: 21, windowDays: 365 });
  await close();
  await scratch.remove();
});

test.each(engines)(
  "a new installation stores no price document, so its version's default applies, on %s",
  async (engine) => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    await migrate(db, engine);
    expect(await db.selectFrom("site_content").select("name").execute()).toEqual([]);
    await close();
    await scratch.remove();
  },
);
