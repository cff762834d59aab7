import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterEach, describe, expect, test } from "vitest";
import { createLogger } from "../../runtime/logger.ts";
import { engines, scratchDatabase } from "../../testing/engines.ts";
import { connectDatabase } from "../connect.ts";
import { migrate } from "./migrate.ts";
import { start } from "./0001_start.ts";
import { calendarGuard } from "./0002_calendar_guard.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const undo of cleanUp.splice(0)) await undo();
});

describe.each(engines)("a database older than owner blocks on %s", (engine) => {
  test("keeps its sold nights and still protects them", async () => {
    const scratch = await scratchDatabase(engine);
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    cleanUp.push(close, scratch.remove);
    const early = { "0001_start": start(engine), "0002_calendar_guard": calendarGuard(engine) };
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => early },
    }).migrateToLatest();
    expect(error).toBeUndefined();
    await db.transaction().execute(async (trx) => {
      await sql`insert into property values (1,'n','d','l','i',1,1,1,'[]','[]','[]','w','c','Asia/Colombo',1)`.execute(
        trx,
      );
      await sql`insert into guest values ('g','n','e','p','s','2026-11-21','2026-11-21','','')`.execute(trx);
      await sql`insert into occupied_night (property_id, night, booking_id)
        values (1,'2027-01-01','b'), (1,'2027-01-02','b')`.execute(trx);
      await sql`insert into booking values ('b','LK-1',1,'g','2027-01-01','2027-01-03',2,'confirmed','direct',null,
        100,'[]','{}','2026-11-21',1)`.execute(trx);
    });

    await migrate(db, engine);
    const nights = await db.selectFrom("occupied_night").selectAll().orderBy("night").execute();
    expect(nights).toEqual([
      { property_id: 1, night: "2027-01-01", booking_id: "b", block_id: null, channel_stay_id: null },
      { property_id: 1, night: "2027-01-02", booking_id: "b", block_id: null, channel_stay_id: null },
    ]);
    await expect(db.deleteFrom("occupied_night").execute()).rejects.toThrow("belongs to a booking");
    await expect(db.updateTable("booking").set({ check_out: "2027-01-04" }).execute()).rejects.toThrow(
      "own every night",
    );
    const again = { property_id: 1, night: "2027-01-01" as const, booking_id: "b" };
    await expect(db.insertInto("occupied_night").values(again).execute()).rejects.toThrow();
  });
});
