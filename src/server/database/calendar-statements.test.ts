import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { openSqlite } from "./dialect.ts";
import { join } from "node:path";
import { SQLITE_FILE } from "./connect.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const STAY = { checkInDate: "2027-02-01", checkOutDate: "2027-02-03" };

describe.each(engines)("an occupied night on %s", (engine) => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  async function sold() {
    const server = await startTestApp(engine);
    open.push(server.close);
    expect((await bookStay(server, STAY)).status).toBe(201);
    return server;
  }
  const freeNights = async (server: TestApp) =>
    (await server.send("GET", "/api/availability?from=2027-02-01&to=2027-02-03")).text;

  test("cannot be taken away by a statement that fires no delete triggers", async () => {
    const server = await sold();
    const before = await freeNights(server);
    const statements =
      engine === "postgres"
        ? ["truncate occupied_night", "truncate booking cascade", "truncate property cascade"]
        : [
            "insert or replace into occupied_night (property_id, night, booking_id) values (1, '2027-02-01', 'other')",
            "replace into occupied_night (property_id, night, block_id) values (1, '2027-02-02', 'other')",
            "update or replace occupied_night set night = '2027-02-01' where night = '2027-02-02'",
          ];
    for (const statement of statements) {
      const refusal: unknown = await sql
        .raw(statement)
        .execute(server.db)
        .catch((error: unknown) => error);
      expect(String(refusal), statement).toMatch(/latchkey: (the night belongs to|a claimed night is never rewritten)/);
    }
    expect(await freeNights(server)).toBe(before);
    expect((await server.db.selectFrom("occupied_night").select("night").execute()).length).toBe(2);
  });

  test.runIf(engine === "sqlite")("of a block cannot be replaced either, nor can a log entry", async () => {
    const server = await sold();
    const cookie = await server.signIn();
    const block = { startsOn: "2027-03-01", endsOn: "2027-03-03", reason: "Paint" };
    expect((await server.send("POST", "/api/admin/blocks", block, { cookie })).status).toBe(201);
    const { id } = await server.db.selectFrom("booking").select("id").executeTakeFirstOrThrow();
    const taking = sql`insert or replace into occupied_night (property_id, night, booking_id) values (1, '2027-03-01', ${id})`;
    await expect(taking.execute(server.db)).rejects.toThrow("belongs to a block");
    await expect(
      sql`insert or replace into audit_entry (id, at, actor, act, subject) select id, at, 'nobody', act, subject from audit_entry`.execute(
        server.db,
      ),
    ).rejects.toThrow("never rewritten");
  });

  test.runIf(engine === "sqlite")("cannot be overwritten by a program with SQLite's default settings", async () => {
    const server = await sold();
    const file = openSqlite(join(server.config.dataDir, SQLITE_FILE));
    open.push(async () => void file.close());
    file.pragma("foreign_keys = OFF");
    file.pragma("recursive_triggers = OFF");
    expect(() =>
      file.exec("insert or replace into occupied_night (property_id, night, booking_id) values (1, '2027-02-01', 'x')"),
    ).toThrow("belongs to a booking");
  });
});
