import { CompiledQuery, sql } from "kysely";
import { expect, test, vi } from "vitest";
import { connectDatabase } from "../database/connect.ts";
import { migrate } from "../database/migrations/migrate.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { heldNights } from "./admission-queries.ts";

test.each(engines)("the booking guard reads only bookings with identity hashes, on %s", async (engine) => {
  const place = await scratchDatabase(engine);
  const { db, close } = connectDatabase(place, createLogger("silent"), { patient: true });
  await migrate(db, engine);
  const queries = vi.spyOn(db, "executeQuery");
  const when = { now: new Date("2026-11-21T06:00:00Z"), timeZone: "Asia/Colombo" };
  await heldNights(db, { network: "n", email: "e", phone: "p" }, when);
  const query = queries.mock.calls[0]?.[0];
  if (!query || !("sql" in query)) throw new Error("The guard sent no query");
  const plan = await db.transaction().execute(async (trx) => {
    // For an empty table, PostgreSQL would choose a sequential scan.
    if (engine === "postgres") await sql`set local enable_seqscan = off`.execute(trx);
    const explain = engine === "postgres" ? "explain" : "explain query plan";
    return trx.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]));
  });
  expect(JSON.stringify(plan.rows)).toContain("booking_marked");
  await close();
  await place.remove();
});
