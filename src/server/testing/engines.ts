import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import pg from "pg";
import type { Engine } from "../database/dialect.ts";

/** Where tests make their PostgreSQL databases; `npm test` finds or starts a server and says where. */
const POSTGRES_URL = process.env["TEST_DATABASE_URL"];

/** SQLite always; PostgreSQL where there is one. */
export const engines: Engine[] = POSTGRES_URL ? ["sqlite", "postgres"] : ["sqlite"];

/** An empty database of its own for one test file, and how to be rid of it. */
export type ScratchDatabase = { databaseUrl: string | null; dataDir: string; remove: () => Promise<void> };

export async function scratchDatabase(engine: Engine): Promise<ScratchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-test-"));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === "sqlite") return { databaseUrl: null, dataDir, remove: async () => removeFolder() };
  if (!POSTGRES_URL) throw new Error("TEST_DATABASE_URL is not set");
  const name = `latchkey_test_${randomBytes(6).toString("hex")}`;
  await onServer(POSTGRES_URL, `create database ${name}`);
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    dataDir,
    remove: async () => {
      removeFolder();
      await onServer(POSTGRES_URL, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
