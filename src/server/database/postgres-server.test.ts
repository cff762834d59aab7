import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { addDays } from "#domain/calendar/local-date.ts";
import { createLogger } from "../runtime/logger.ts";
import { runCommand } from "../testing/command.ts";
import { engines, type ScratchDatabase, scratchDatabase } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { openMailbox } from "../testing/mailbox.ts";
import { startTestApp } from "../testing/test-app.ts";
import { connectDatabase } from "./connect.ts";
import { refuseSharedSessions } from "./postgres-server.ts";

describe.runIf(engines.includes("postgres"))("a PostgreSQL server that is set up in another way", () => {
  let scratch: ScratchDatabase;
  afterEach(() => scratch.remove());

  /** A database with these settings, as a host or a provider may have set them for it or for the account. */
  async function withSettings(...settings: string[]) {
    scratch = await scratchDatabase("postgres");
    await onScratch(async (client) => {
      const name = client.escapeIdentifier(client.database ?? "");
      for (const setting of settings) await client.query(`alter database ${name} ${setting}`);
    });
    return scratch;
  }

  async function onScratch<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: scratch.databaseUrl ?? "" });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  const latchkey = (command: string, env: Record<string, string> = {}) =>
    runCommand([command], {
      DATA_DIR: scratch.dataDir,
      DATABASE_URL: scratch.databaseUrl ?? "",
      LOG_LEVEL: "silent",
      ...env,
    });

  test.each(["repeatable read", "serializable"])(
    "with other formats and %s transactions, one of many guests gets the nights, and backups work",
    async (isolation) => {
      const { dataDir, databaseUrl } = await withSettings(
        `set default_transaction_isolation = '${isolation}'`,
        "set datestyle = 'German'",
        "set timezone = 'Asia/Kolkata'",
        "set intervalstyle = 'sql_standard'",
        "set bytea_output = 'escape'",
        "set standard_conforming_strings = off",
        "set extra_float_digits = -5",
        "set lock_timeout = '1s'",
        "set statement_timeout = '3s'",
        "set idle_in_transaction_session_timeout = '1s'",
        "set idle_session_timeout = '2s'",
      );
      const server = await startTestApp("postgres", { config: { dataDir, databaseUrl } });
      for (const round of [0, 1, 2]) {
        const checkInDate = addDays("2027-02-01", round * 2);
        const stay = { checkInDate, checkOutDate: addDays(checkInDate, 2) };
        const statuses = await Promise.all(
          Array.from({ length: 8 }, async () => (await bookStay(server, stay)).status),
        );
        expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
      }
      const { json } = await server.send("GET", "/api/availability?from=2027-01-31&to=2027-02-08");
      expect(JSON.stringify(json)).toContain("2027-02-06");
      const found = await server.send("GET", "/api/admin/conversations?search=a_b", undefined, {
        cookie: await server.signIn(),
      });
      expect(found.status).toBe(200);
      expect(await latchkey("backup")).toMatchObject({ code: 0, output: expect.stringContaining("pg_restore") });
      await server.close();
    },
    60_000,
  );

  test("with a Turkish locale, a guest whose address has a capital I finds the booking", async () => {
    scratch = await scratchDatabase(
      "postgres",
      "template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr' locale 'C'",
    );
    const mailbox = await openMailbox();
    const mail = { smtpUrl: mailbox.url, from: { address: "c@example.com" } };
    const { dataDir, databaseUrl } = scratch;
    const publicUrl = "https://cottage.example";
    const config = { dataDir, databaseUrl, publicUrl, mail };
    const server = await startTestApp("postgres", { config, outbox: { everyMs: 20 } });
    await server.app.start();
    const { reference } = (await bookStay(server, {}, { ...GUEST, email: "INFO@example.com" })).json;
    const request = { reference, email: "info@example.com" };
    expect((await server.send("POST", "/api/bookings/find", request)).status).toBe(200);
    const links = () => mailbox.emails.filter(({ mail: { text } }) => text?.includes("link to your booking"));
    await expect.poll(() => links().length).toBe(1);
    await server.close();
    await mailbox.close();
  });

  test("a database that cannot store every name is refused, with what to do instead", async () => {
    scratch = await scratchDatabase("postgres", "template template0 encoding 'LATIN1' locale 'C'");
    const { code, output } = await latchkey("migrate");
    expect([code, output]).toEqual([1, expect.stringContaining("The database has the encoding LATIN1")]);
    expect(output).toContain("create database latchkey_utf8");
    expect((await latchkey("doctor")).output).toContain("BAD   Database: Latchkey cannot use this database.");
  });

  test("if the account's tables are in a schema of their own, backups contain only them and are verified", async () => {
    await withSettings("set search_path = latchkey");
    await onScratch(async (client) => {
      await client.query("create schema latchkey");
      await client.query("create table public.wp_posts (id int)");
    });
    const server = await startTestApp("postgres", { config: scratch });
    expect((await bookStay(server)).status).toBe(201);
    expect(await latchkey("backup")).toMatchObject({
      code: 0,
      output: expect.stringContaining("a temporary PostgreSQL database"),
    });
    await server.close();
  });

  test("tables of another program in another schema are not in the backup", async () => {
    scratch = await scratchDatabase("postgres");
    await onScratch(async (client) => {
      await client.query("create schema other");
      await client.query("create table other.wp_posts as select 'confidential' as text");
    });
    const server = await startTestApp("postgres", { config: scratch });
    expect(await latchkey("backup")).toMatchObject({ code: 0, output: expect.stringContaining("pg_restore") });
    const [file = ""] = readdirSync(join(scratch.dataDir, "backups"));
    const dump = ["-xzf", join(scratch.dataDir, "backups", file), "-O", "database/latchkey.dump"];
    expect(execFileSync("tar", dump).includes("wp_posts")).toBe(false);
    await server.close();
  });

  test.each([14, 17])(
    "with the pg_dump of PostgreSQL %i, backups contain no dump, and are verified row by row",
    async (major) => {
      scratch = await scratchDatabase("postgres");
      const programs = join(scratch.dataDir, "programs");
      mkdirSync(programs);
      for (const name of ["pg_dump", "pg_restore"]) {
        writeFileSync(
          join(programs, name),
          `#!/bin/sh\n[ "$1" = --version ] && echo "${name} (PostgreSQL) ${major}.1"\n`,
        );
        chmodSync(join(programs, name), 0o755);
      }
      const server = await startTestApp("postgres", { config: scratch });
      const PATH = `${programs}${delimiter}${process.env["PATH"]}`;
      expect(await latchkey("backup", { PATH })).toMatchObject({
        code: 0,
        output: expect.stringContaining("a temporary PostgreSQL database"),
      });
      await server.close();
    },
  );

  test("if the database accepts few connections, a server leaves half of them to others", async () => {
    await withSettings("connection limit 20");
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    const used = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db);
        return rows[0]?.pid;
      }),
    );
    expect(new Set(used).size).toBe(6);
    await close();
  });

  test("after a failover, a connection to the server that is now read-only is not used again", async () => {
    scratch = await scratchDatabase("postgres");
    const { db, close } = connectDatabase(scratch, createLogger("silent"));
    await sql`create table note (name text)`.execute(db);
    const write = () => sql`insert into note values ('one')`.execute(db);
    await sql`set default_transaction_read_only = on`.execute(db);
    await expect(write()).rejects.toThrow("read-only transaction");
    // The other connections of the pool are in order.
    for (let i = 0; i < 5; i++) await write();
    await close();
  });

  test("a pooler that lends the same session to two connections is refused", async () => {
    scratch = await scratchDatabase("postgres");
    const shared = new pg.Client({ connectionString: scratch.databaseUrl ?? "" });
    await shared.connect();
    const borrowed = { query: shared.query.bind(shared), release: () => undefined };
    const connect = async () => borrowed;
    await expect(refuseSharedSessions({ connect })).rejects.toThrow("connection pooler in transaction mode");
    await shared.end();
    const pool = new pg.Pool({ connectionString: scratch.databaseUrl ?? "" });
    pool.on("error", () => undefined);
    await refuseSharedSessions(pool);
    await pool.end();
  });
});
