import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { databaseForApp, engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { connectDatabase } from "./connect.ts";
import { type Contents, loadContents } from "./load.ts";
import { migrate, migrations } from "./migrations/migrate.ts";
import { type Snapshot, withSnapshot } from "./snapshot.ts";
import { createDigest, differences, digestsOf, lineOf, type Row } from "./tables.ts";

const logger = createLogger("silent");
const pairs = engines.flatMap((from) => engines.map((to) => [from, to] as const));
/** Of all loads, those between different engines differ most from a plain copy. */
const across = pairs.filter(([from, to]) => from !== to || engines.length === 1);

async function contentsOf(snapshot: Snapshot): Promise<Contents> {
  const kept = new Map<string, Row[]>();
  for (const table of snapshot.tables) {
    const all: Row[] = [];
    for await (const rows of snapshot.rows(table)) all.push(...rows);
    kept.set(table.name, all);
  }
  return {
    migrations: snapshot.migrations,
    counters: snapshot.counters,
    tables: await digestsOf(snapshot.executor, snapshot.engine),
    rows: async function* (table) {
      yield kept.get(table) ?? [];
    },
  };
}

describe.each(pairs)("everything in a database, from %s to %s", (from, to) => {
  let server: TestApp;
  let target: ScratchDatabase;
  afterEach(async () => {
    await server.close();
    await target.remove();
  });

  test("arrives unchanged, bit for bit; sequences continue, and triggers work again", async () => {
    server = await startTestApp(from);
    target = await scratchDatabase(to);
    const made = await bookStay(server);
    const cookie = await server.signIn();
    await server.send(
      "POST",
      "/api/admin/blocks",
      { startsOn: "2027-01-02", endsOn: "2027-01-05", reason: "Roof" },
      { cookie },
    );
    const contents = await withSnapshot(server.sameDatabase, contentsOf);

    const { db, engine, close } = connectDatabase(target, logger);
    try {
      expect(await loadContents({ db, engine, close, stamp: () => null, identity: () => null }, contents)).toEqual({
        ok: true,
      });
      expect(differences(await withDigests(target), contents.tables)).toEqual([]);
      const again = await withSnapshot(target, contentsOf);
      expect([again.migrations, again.counters]).toEqual([contents.migrations, contents.counters]);
      await expect(sql`delete from occupied_night where booking_id = ${made.json.id}`.execute(db)).rejects.toThrow(
        "the night belongs to a booking",
      );
      await db.insertInto("audit_entry").values({ at: "", actor: "", act: "", subject: "" }).execute();
      const last = await db.selectFrom("audit_entry").select("id").orderBy("id", "desc").executeTakeFirstOrThrow();
      expect(last.id).toBe((contents.counters["audit_entry"] ?? 0) + 1);
    } finally {
      await close();
    }
  });
});

test.each(across)("from %s to %s: a single changed digit is detected, and nothing is loaded", async (from, to) => {
  const server = await startTestApp(from);
  const target = await databaseForApp(to);
  await bookStay(server);
  const contents = await withSnapshot(server.sameDatabase, contentsOf);
  const { close, ...database } = connectDatabase(target, logger);
  try {
    const rows: Contents["rows"] = async function* (table) {
      for await (const some of contents.rows(table)) {
        yield table === "guest" ? some.map((row) => ({ ...row, phone: "+94 77 123 4568" })) : some;
      }
    };
    const refused = await loadContents({ ...database, close }, { ...contents, rows });
    expect(refused).toEqual({ ok: false, message: expect.stringContaining("guest") });
    expect(await database.db.selectFrom("booking").select("id").execute()).toEqual([]);
  } finally {
    await close();
    await server.close();
    await target.remove();
  }
});

const withDigests = (target: ScratchDatabase) =>
  withSnapshot(target, (snapshot) => digestsOf(snapshot.executor, snapshot.engine));

test("a digest does not depend on the order, but detects missing, duplicate and changed lines", () => {
  const of = (...lines: string[]) => {
    const digest = createDigest();
    for (const line of lines) digest.add(line);
    return digest.done().digest;
  };
  const [a, b] = [lineOf({ id: "a" }), lineOf({ id: "b" })];
  expect(of(a, b)).toBe(of(b, a));
  expect(new Set([of(a, b), of(a), of(a, b, b), of(a, lineOf({ id: "c" })), of()]).size).toBe(5);
});

test.runIf(engines.includes("postgres"))(
  "a PostgreSQL database with tables of an extension can be migrated, copied and restored, and they stay as they are",
  async () => {
    const target = await scratchDatabase("postgres");
    const database = connectDatabase(target, logger);
    const { db, engine } = database;
    await sql`create table spatial_ref_sys (srid integer generated always as identity primary key, name text)`.execute(
      db,
    );
    await sql`create table spatial_ref_use (srid integer references spatial_ref_sys (srid))`.execute(db);
    await sql`insert into spatial_ref_sys (name) values ('WGS 84')`.execute(db);
    for (const table of ["spatial_ref_sys", "spatial_ref_use"])
      await sql`alter extension plpgsql add table ${sql.table(table)}`.execute(db);

    expect(await migrate(db, engine)).toEqual(Object.keys(migrations(engine)));
    await db.insertInto("audit_entry").values({ at: "", actor: "", act: "", subject: "" }).execute();
    const contents = await withSnapshot(target, contentsOf);
    expect(contents.counters).toEqual({ audit_entry: 1 });
    expect(Object.keys(contents.tables)).not.toContain("spatial_ref_sys");
    expect(await loadContents(database, contents, { refuse: async () => null })).toEqual({ ok: true });
    const { rows } = await sql`select name from spatial_ref_sys`.execute(db);
    expect(rows).toEqual([{ name: "WGS 84" }]);
    await database.close();
    await target.remove();
  },
);
