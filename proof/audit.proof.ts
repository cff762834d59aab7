/**
 * G02: log entries cannot be deleted or rewritten, either through the application's connection or, on PostgreSQL, with
 * the application account (deploy/postgres-roles.sql). Only their values can be erased. The proof makes each
 * state-changing API call that the access matrix allows a host, apart from those that `support/host-acts.ts` excludes.
 */
import { readFileSync } from "node:fs";
import pg from "pg";
import { sql } from "kysely";
import { connectDatabase, type Db } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { createApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { HOST_CALLS, openEveryHostAct } from "./support/every-host-act.ts";
import { ownPostgres } from "./support/own-postgres.ts";
import { prove } from "./support/proof.ts";

class TakenBack extends Error {}
const REWRITES = [
  "update audit_entry set act = 'Nothing happened'",
  "update audit_entry set actor = 'somebody else'",
  "update audit_entry set at = '2020-01-01T00:00:00.000Z' where id = (select min(id) from audit_entry)",
  "update audit_entry set before_value = '{}'",
  "delete from audit_entry",
  "delete from audit_entry where id = (select max(id) from audit_entry)",
];
const POWERS = [
  "truncate audit_entry",
  "drop table audit_entry",
  "drop table booking",
  "alter table audit_entry disable trigger all",
  "drop trigger audit_entry_stays on audit_entry",
  "create or replace function audit_entry_stays() returns trigger language plpgsql as $$ begin return old; end $$",
  "create table mine (id integer)",
  "create schema mine",
  "create extension dblink",
  "set session_replication_role = replica",
  "copy (select 1) to program 'id'",
  "copy audit_entry from program 'id'",
  "copy (select 1) to '/tmp/latchkey-proof-copy'",
  "select pg_read_file('/etc/passwd')",
  "select lo_import('/etc/passwd')",
  "set role latchkey_owner",
  "alter role latchkey_app superuser",
  "create role mine",
  "alter table audit_entry owner to latchkey_app",
  "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'",
];

/** In separate transactions, which are rolled back. */
async function tries(db: Db, statements: string[]): Promise<{ refused: number; done: string[] }> {
  const done: string[] = [];
  for (const statement of statements) {
    const outcome = await db
      .transaction()
      .execute(async (trx) => {
        await sql.raw(statement).execute(trx);
        throw new TakenBack();
      })
      .catch((error: unknown) => error);
    if (outcome instanceof TakenBack) done.push(statement);
  }
  return { refused: statements.length - done.length, done };
}

async function entries(db: Db): Promise<number> {
  const row = await db
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

async function withoutGuard(db: Db, engine: string): Promise<void> {
  for (const trigger of ["audit_entry_stays", "audit_entry_is_fixed"])
    await sql.raw(`drop trigger ${trigger}${engine === "postgres" ? " on audit_entry" : ""}`).execute(db);
}

const logger = createLogger("silent");

for (const engine of engines) {
  await prove(
    {
      id: "G02",
      what: "Audit log",
      aim: "every tested host action is logged, and no entry can be deleted or rewritten; only its values can be erased",
    },
    engine,
    async () => {
      const { runs, fixtures, close } = await openEveryHostAct(engine);
      const [fixture] = fixtures;
      const silent: string[] = [];
      const refused: string[] = [];
      for (const { route, act, fixture: on } of runs) {
        const before = await entries(on.db);
        const response = await act(on).catch((error: unknown) => ({ status: 0, text: String(error) }));
        if (response.status < 200 || response.status > 299)
          refused.push(`${route}: ${response.status} ${response.text}`);
        else if ((await entries(on.db)) <= before) silent.push(route);
      }
      for (const line of [...refused, ...silent.map((route) => `not logged: ${route}`)]) console.log(`  ${line}`);
      const changed = await tries(fixture.db, REWRITES);
      for (const line of changed.done) console.log(`  was possible: ${line}`);
      const forgets = await sql`update audit_entry set before_value = null, after_value = null`.execute(fixture.db);
      // The negative control: the same statements without the triggers.
      await withoutGuard(fixture.db, engine);
      const open = await tries(fixture.db, REWRITES);
      await close();
      return {
        figures: {
          hostCalls: HOST_CALLS.length,
          acts: runs.length,
          logged: runs.length - silent.length - refused.length,
          rewritesTried: REWRITES.length,
          rewritesRefused: changed.refused,
          valuesErased: Number(forgets.numAffectedRows ?? 0) > 0 ? "yes" : "no",
        },
        met: silent.length + refused.length + changed.done.length === 0,
        negativeControl: { fault: "the log without its triggers", detected: open.done.length > 0 },
        notTried:
          engine === "sqlite" ? "on SQLite, anyone who can write to the file can drop the log's table" : undefined,
      };
    },
  );
}

const own = await ownPostgres();
if (!own) console.log("SKIPPED: least privilege needs PostgreSQL programs, and root to start a server");
else {
  await prove(
    {
      id: "G02",
      what: "Least privilege",
      aim: "every attempt by the application's own account is refused, and the application works with that account",
    },
    "postgres, two accounts",
    async () => {
      const as = (role: string) => own.url.replace("postgres@", `${role}@`);
      const roles = readFileSync("deploy/postgres-roles.sql", "utf8");
      const grant = async () => {
        const client = new pg.Client({ connectionString: own.url });
        await client.connect();
        await client.query(roles);
        await client.end();
      };
      const { dataDir, remove } = await scratchDatabase("sqlite");
      const env = {
        DATA_DIR: dataDir,
        HOST: "127.0.0.1",
        PORT: "0",
        LOG_LEVEL: "silent",
        BACKUP_BEFORE_UPGRADE: "false",
      };
      const start = async (role: string) => {
        const app = await createApp(loadConfig({ ...env, DATABASE_URL: as(role) }), null, { logger });
        await app.close();
      };
      await grant();
      const tooEarly = await start("latchkey_app").then(
        () => "started",
        (error: unknown) => String(error),
      );
      await start("latchkey_owner");
      await grant();
      const asApp = { databaseUrl: as("latchkey_app"), dataDir };
      const server = await startTestApp("sqlite", { config: { databaseUrl: asApp.databaseUrl } });
      const cookie = await server.signIn();
      const works = await server.send("PUT", "/api/admin/content/property", { name: "By the application" }, { cookie });
      const { db, close } = connectDatabase(asApp, logger);
      const found = await tries(db, [...REWRITES, ...POWERS]);
      await close();
      await server.close();
      const owner = connectDatabase({ databaseUrl: own.url, dataDir }, logger);
      const possible = await tries(
        owner.db,
        POWERS.filter((power) => !/^drop|copy .* program/.test(power)),
      );
      await owner.close();
      await remove();
      await own.remove();
      for (const line of found.done) console.log(`  was possible: ${line}`);
      return {
        figures: {
          attempts: found.refused + found.done.length,
          refused: found.refused,
          applicationWorks: works.status === 200 ? "yes" : "no",
          migratesByItself: tooEarly === "started" ? "yes" : "no",
        },
        met: found.done.length === 0 && works.status === 200 && tooEarly !== "started",
        negativeControl: { fault: "the same statements by the superuser", detected: possible.done.length > 0 },
      };
    },
  );
}
