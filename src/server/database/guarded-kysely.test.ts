import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { connectDatabase, type Database } from "./connect.ts";
import { commitIfOk } from "./transaction.ts";

describe.each(engines)("on %s, inside an open transaction", (engine) => {
  let scratch: ScratchDatabase;
  let database: Database;

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    database = connectDatabase(scratch, createLogger("silent"));
    await sql`create table note (name text primary key)`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    await scratch.remove();
  });

  const names = async () =>
    (await sql<{ name: string }>`select name from note order by name`.execute(database.db)).rows.map(
      ({ name }) => name,
    );

  test("a query that bypasses the transaction throws at once, and the transaction is rolled back", async () => {
    const forgetful = database.db.transaction().execute(async (trx) => {
      await sql`insert into note (name) values ('undone')`.execute(trx);
      await names();
    });
    await expect(forgetful).rejects.toThrow("outside the open transaction");
    expect(await names()).not.toContain("undone");
  });

  test("a second transaction throws at once, even when writers share a commit", async () => {
    const nested = () => commitIfOk(database.db, () => Promise.resolve({ ok: true }));
    await expect(database.db.transaction().execute(nested)).rejects.toThrow("outside the open transaction");
    await expect(commitIfOk(database.db, nested)).rejects.toThrow("outside the open transaction");
  });

  test("other callers, and work that continues after the transaction, can use the database", async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let later = Promise.resolve<string[]>([]);
    const writing = database.db.transaction().execute(async (trx) => {
      await sql`insert into note (name) values ('kept')`.execute(trx);
      later = finished.then(names);
    });
    const beside = names();
    await writing;
    finish();
    expect(await later).toEqual(["kept"]);
    await expect(beside).resolves.toBeInstanceOf(Array);
  });
});
