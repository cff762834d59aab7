import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase } from "../connect.ts";
import { migrate, migrations } from "./migrate.ts";

test.each(engines)(
  "the hashes of the browser and IP address of guests who have booked are erased, on %s",
  async (engine) => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    try {
      const early = Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name < "0108"));
      const { error } = await new Migrator({ db, provider: { getMigrations: async () => early } }).migrateToLatest();
      expect(error).toBeUndefined();
      await sql`insert into guest (id, name, email, phone, search_text, created_at, claimed_at, browser_hash, address_hash)
      values ('booked', 'n', 'e', 'p', 's', '2026-11-01', '2026-11-01', 'browser', 'address'),
        ('books now', 'n', 'e', 'p', 's', '2026-11-01', null, 'browser', 'address')`.execute(db);

      await migrate(db, engine);
      expect(
        await db.selectFrom("guest").select(["id", "browser_hash", "address_hash"]).orderBy("id").execute(),
      ).toEqual([
        { id: "booked", browser_hash: "", address_hash: "" },
        { id: "books now", browser_hash: "browser", address_hash: "address" },
      ]);
    } finally {
      await close();
      await scratch.remove();
    }
  },
);
