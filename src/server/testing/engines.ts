import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { connectDatabase, SQLITE_FILE } from "../database/connect.ts";
import type { Engine } from "../database/dialect.ts";
import { migrate } from "../database/migrations/migrate.ts";
import { createLogger } from "../runtime/logger.ts";

/** The PostgreSQL server for test databases. The URL is set by `npm test`, which finds or starts a server. */
const POSTGRES_URL = process.env["TEST_DATABASE_URL"];

/** Always SQLite, and PostgreSQL if a server is available. */
export const engines: Engine[] = POSTGRES_URL ? ["sqlite", "postgres"] : ["sqlite"];

/** A database for tests, and a function that removes it. */
export type ScratchDatabase = { databaseUrl: string | null; dataDir: string; remove: () => Promise<void> };

/** `options` are those of PostgreSQL's `create database`. */
export async function scratchDatabase(engine: Engine, options = ""): Promise<ScratchDatabase> {
  return engine === "sqlite" ? sqliteDatabase() : postgresDatabase(` ${options}`);
}

/**
 * A database with which an app can start. It is a copy of a migrated database, because running all migrations takes
 * 0.2 s, or a second on PostgreSQL. PostgreSQL copies a database of this size as files in a third of the CPU time that
 * its default strategy takes.
 */
export async function databaseForApp(engine: Engine): Promise<ScratchDatabase> {
  if (engine === "postgres") return postgresDatabase(` template ${await postgresTemplate()} strategy file_copy`);
  const database = sqliteDatabase();
  copyFileSync(await sqliteTemplate(), join(database.dataDir, SQLITE_FILE));
  return database;
}

function sqliteDatabase(): ScratchDatabase {
  const { dataDir, removeFolder } = scratchFolder();
  return { databaseUrl: null, dataDir, remove: async () => removeFolder() };
}

/** The path of the file to copy. The file is created if it does not exist. */
async function sqliteTemplate(): Promise<string> {
  const file = join(tmpdir(), `${templateName()}.sqlite`);
  if (existsSync(file)) return file;
  const { dataDir, removeFolder } = scratchFolder();
  await migrateIt({ databaseUrl: null, dataDir });
  // Another test file may have created the template in the meantime; both files are the same.
  renameSync(join(dataDir, SQLITE_FILE), file);
  removeFolder();
  return file;
}

async function postgresDatabase(options: string): Promise<ScratchDatabase> {
  const { dataDir, removeFolder } = scratchFolder();
  const name = `latchkey_test_${randomBytes(6).toString("hex")}`;
  await onServer((query) => query(`create database ${name}${options}`));
  return {
    databaseUrl: databaseUrl(name),
    dataDir,
    remove: async () => {
      removeFolder();
      await onServer((query) => query(`drop database if exists ${name} with (force)`));
    },
  };
}

let templateMade: Promise<void> | null = null;
/** The name of the database to copy. */
async function postgresTemplate(): Promise<string> {
  const name = templateName();
  await (templateMade ??= makePostgresTemplate(name));
  return name;
}

/** Creates the template if it does not exist, in one worker at a time. */
async function makePostgresTemplate(name: string): Promise<void> {
  await onServer(async (query) => {
    await query("select pg_advisory_lock(7160)");
    if ((await query(`select from pg_database where datname = '${name}'`)) === 0) {
      await query(`drop database if exists ${name}_unfinished`);
      await query(`create database ${name}_unfinished`);
      const { dataDir, removeFolder } = scratchFolder();
      await migrateIt({ databaseUrl: databaseUrl(`${name}_unfinished`), dataDir });
      removeFolder();
      await query(`alter database ${name}_unfinished rename to ${name}`);
    }
    await query("select pg_advisory_unlock(7160)");
  });
}

async function migrateIt(place: Pick<ScratchDatabase, "databaseUrl" | "dataDir">): Promise<void> {
  const { db, engine, close } = connectDatabase(place, createLogger("silent"), { patient: true });
  await migrate(db, engine);
  await close();
}

let template: string | null = null;
/** A change to the database code may change the schema, so it needs a new template. */
function templateName(): string {
  return (template ??= newTemplateName());
}

function newTemplateName(): string {
  const folder = join(import.meta.dirname, "../database");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(folder, file)));
  return `latchkey_template_${hash.digest("hex").slice(0, 12)}`;
}

function scratchFolder(): { dataDir: string; removeFolder: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-test-"));
  return { dataDir, removeFolder: () => rmSync(dataDir, { recursive: true, force: true }) };
}

function databaseUrl(name: string): string {
  const url = new URL(postgresUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function postgresUrl(): string {
  if (!POSTGRES_URL) throw new Error("TEST_DATABASE_URL is not set");
  return POSTGRES_URL;
}

let administration: pg.Pool | null = null;
/** Runs statements on one connection, which then stays open for a second. `query` returns the number of rows. */
async function onServer(work: (query: (statement: string) => Promise<number>) => Promise<unknown>): Promise<void> {
  administration ??= new pg.Pool({ connectionString: postgresUrl(), idleTimeoutMillis: 1000, allowExitOnIdle: true });
  const client = await administration.connect();
  try {
    await work(async (statement) => (await client.query(statement)).rows.length);
    client.release();
  } catch (error) {
    // Closing the connection also releases its lock.
    client.release(true);
    throw error;
  }
}
