import { spawn } from "node:child_process";
import { environmentWith } from "../config.ts";

type Outcome = { ok: true } | { ok: false; reason: string };

/** Dumps the snapshot that a transaction has exported; `moment` is the snapshot's id. */
export function copyWithPgDump(url: string, moment: string, file: string): Promise<Outcome> {
  return runProgram(
    "pg_dump",
    [`--snapshot=${moment}`, "--format=custom", "--no-owner", "--no-privileges", `--file=${file}`],
    url,
  );
}

/** Restores into an empty database, in a single transaction. */
export function restoreWithPgRestore(url: string, file: string): Promise<Outcome> {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  const how = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", `--dbname=${database}`];
  return runProgram("pg_restore", [...how, file], url);
}

/** The password goes into the environment, because every user on the machine can read command-line arguments. */
function runProgram(program: string, args: string[], url: string): Promise<Outcome> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const env = environmentWith({
    PGHOST: hostname,
    ...(port ? { PGPORT: port } : {}),
    ...(username ? { PGUSER: decodeURIComponent(username) } : {}),
    ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}),
    ...(searchParams.get("sslmode") ? { PGSSLMODE: searchParams.get("sslmode") ?? "" } : {}),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  });
  return new Promise((resolve) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", () => resolve({ ok: false, reason: `${program} is not installed on this machine` }));
    child.once("close", (code) => {
      if (code === 0) return resolve({ ok: true });
      const line = output.split("\n").find((text) => text.includes("error:")) ?? `it exited with code ${code}`;
      return resolve({ ok: false, reason: `${program}: ${line.replace(/^.*error:\s*/, "")}` });
    });
  });
}
