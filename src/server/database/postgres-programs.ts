import { spawn } from "node:child_process";
import { environmentWith } from "../config.ts";

type Outcome = { ok: true; output: string } | { ok: false; reason: string };

/** The transaction that has exported the snapshot `id`, the schema of Latchkey's tables, and the server's version. */
export type DumpedSnapshot = { id: string; schema: string; version: string };

/**
 * Dumps the snapshot that a transaction has exported. Not used if the dump might not be restorable: `pg_dump` refuses
 * newer servers, `pg_restore` sends settings that older servers do not know, and a dump can only be restored to the
 * schema that it comes from.
 */
export async function copyWithPgDump(url: string, { id, schema, version }: DumpedSnapshot, file: string) {
  if (schema !== SCHEMA) return refused(`the tables are in the schema ${schema}`);
  const program = await runProgram("pg_dump", ["--version"], url);
  if (!program.ok) return program;
  const [, major = ""] = /\(PostgreSQL\) (\d+)/.exec(program.output) ?? [];
  if (major !== String(Number.parseInt(version, 10)))
    return refused(`pg_dump is of version ${major}, and the server of version ${version}`);
  const how = ["--format=custom", "--no-owner", "--no-privileges", `--schema=${SCHEMA}`];
  return runProgram("pg_dump", [`--snapshot=${id}`, ...how, `--file=${file}`], url);
}

const refused = (reason: string): Outcome => ({ ok: false, reason });

/** The only schema that is dumped, because other schemas may contain the tables of other programs. */
const SCHEMA = "public";

/** Restores into an empty database, in a single transaction. */
export function restoreWithPgRestore(url: string, file: string): Promise<Outcome> {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  const how = ["--no-owner", "--no-privileges", `--schema=${SCHEMA}`, "--single-transaction", "--exit-on-error"];
  return runProgram("pg_restore", [...how, `--dbname=${database}`, file], url);
}

/** The password goes into the environment, because every user on the machine can read command-line arguments. */
function runProgram(program: string, args: string[], url: string): Promise<Outcome> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const given = (name: string) => searchParams.get(name) ?? "";
  const host = given("host") || decodeURIComponent(hostname).replace(/^\[(.+)\]$/, "$1");
  // `pg` also has a mode that does not exist elsewhere.
  const sslmode = given("sslmode").replace("no-verify", "require");
  const env = environmentWith({
    ...(host ? { PGHOST: host } : {}),
    ...(port ? { PGPORT: port } : {}),
    ...(username ? { PGUSER: decodeURIComponent(username) } : {}),
    ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}),
    ...(sslmode ? { PGSSLMODE: sslmode } : {}),
    ...(given("sslrootcert") ? { PGSSLROOTCERT: given("sslrootcert") } : {}),
    ...(given("sslcert") ? { PGSSLCERT: given("sslcert") } : {}),
    ...(given("sslkey") ? { PGSSLKEY: given("sslkey") } : {}),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  });
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", () => resolve({ ok: false, reason: `${program} is not installed on this machine` }));
    child.once("close", (code) => {
      if (code === 0) return resolve({ ok: true, output });
      const line = output.split("\n").find((text) => text.includes("error:")) ?? `it exited with code ${code}`;
      return resolve({ ok: false, reason: `${program}: ${line.replace(/^.*error:\s*/, "")}` });
    });
  });
}
