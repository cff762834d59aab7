import BetterSqlite from "better-sqlite3";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { connectDatabase, type Database, SQLITE_FILE } from "./connect.ts";
import { isDatabaseUnavailable } from "./dialect.ts";
import { commitIfOk, type Trx } from "./transaction.ts";

const add = (trx: Trx, name: string) => sql`insert into note (name) values (${name})`.execute(trx);
const done = { ok: true };
const refused = { ok: false };

describe("simultaneous writers", () => {
  let scratch: ScratchDatabase;
  let database: Database;
  let neighbour: BetterSqlite.Database;
  /** The committed rows, which are what another connection finds in the file. */
  const stored = () => neighbour.prepare("select name from note order by name").pluck().all();

  beforeAll(async () => {
    scratch = await scratchDatabase("sqlite");
    database = connectDatabase(scratch, createLogger("silent"));
    await sql`create table note (name text primary key)`.execute(database.db);
    neighbour = new BetterSqlite(join(scratch.dataDir, SQLITE_FILE));
  });
  beforeEach(() => {
    neighbour.exec("delete from note; insert into note values ('a')");
  });
  afterAll(async () => {
    neighbour.close();
    await database.close();
    await scratch.remove();
  });

  test("share a transaction, and none gets a result before it is committed", async () => {
    const heard: string[] = [];
    const seenInside: unknown[] = [];
    const writer = (name: string, result: { ok: boolean }) =>
      commitIfOk(database.db, async (trx) => {
        await add(trx, name);
        seenInside.push({ stored: stored(), heard: [...heard] });
        return result;
      }).then(({ ok }) => heard.push(`${name} ${ok}`));
    await Promise.all([writer("b", done), writer("c", refused), writer("d", done)]);
    const nothingYet = { stored: ["a"], heard: [] };
    expect(seenInside).toEqual([nothingYet, nothingYet, nothingYet]);
    expect(heard).toEqual(["b true", "c false", "d true"]);
    expect(stored()).toEqual(["a", "b", "d"]);
  });

  test("fail independently: one that violates a constraint or throws undoes only its own work", async () => {
    const results = await Promise.allSettled([
      commitIfOk(database.db, async (trx) => (await add(trx, "d"), done)),
      commitIfOk(database.db, async (trx) => (await add(trx, "e"), await add(trx, "a"), done)),
      commitIfOk(database.db, async (trx) => {
        await add(trx, "f");
        throw new Error("of its own");
      }),
      commitIfOk(database.db, async (trx) => (await add(trx, "g"), done)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(results[2]).toMatchObject({ reason: { message: "of its own" } });
    expect(stored()).toEqual(["a", "d", "g"]);
  });

  test("see what earlier writers in the same transaction have written", async () => {
    const count = async (trx: Trx) =>
      (await sql<{ n: number }>`select count(*) as n from note where name like 'h%'`.execute(trx)).rows[0]?.n;
    const seen = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        commitIfOk(database.db, async (trx) => {
          const before = await count(trx);
          await add(trx, `h${String(i).padStart(3, "0")}`);
          return { ok: true, before };
        }),
      ),
    );
    expect(seen.map(({ before }) => before)).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test("get an error if the disk is too full for their rows, and continue when there is space again", async () => {
    // SQLite raises this limit to the file's current size, so the file cannot grow.
    await sql.raw("pragma max_page_count = 1").execute(database.db);
    const long = "x".repeat(100_000);
    const full = await Promise.allSettled([
      commitIfOk(database.db, async (trx) => (await add(trx, "i"), done)),
      commitIfOk(database.db, async (trx) => (await add(trx, `j${long}`), done)),
      commitIfOk(database.db, async (trx) => (await add(trx, "k"), done)),
    ]);
    const [, second] = full;
    expect(second?.status === "rejected" && isDatabaseUnavailable(second.reason)).toBe(true);
    // Every successful writer's row is stored; SQLite may have rolled back one or all of the other writers.
    const committed = ["i", "j", "k"].filter((_, i) => full[i]?.status === "fulfilled");
    expect(stored()).toEqual(["a", ...committed]);
    await sql.raw("pragma max_page_count = 1000000").execute(database.db);
    await commitIfOk(database.db, async (trx) => (await add(trx, "l"), done));
    expect(stored()).toContain("l");
  });
});
