// Finds a PostgreSQL server for the tests, or starts one in a temporary folder.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { debianInstall } from "./debian.mjs";
import { freePort } from "./free-port.mjs";

/** Returns `{ url, stop }`, or null if PostgreSQL is not available. */
export async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: () => {} };
  const programs = findPrograms() ?? (debianInstall("postgresql") ? findPrograms() : null);
  return programs ? startOwn(programs) : null;
}

/** The Debian package with PostgreSQL, if no server is given or installed. */
export function missingDatabase() {
  return process.env.TEST_DATABASE_URL || findPrograms() ? [] : ["postgresql"];
}

function findPrograms() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl"))) ?? null;
}

async function startOwn(programs) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-postgres-"));
  // PostgreSQL refuses to run as root, so it runs as the user its package created.
  const asRoot = process.getuid?.() === 0;
  const owner = asRoot ? userId("postgres") : {};
  if (!owner) return null;
  if (asRoot) chownSync(folder, owner.uid, owner.gid);
  const program = (name, args) =>
    spawnSync(join(programs, name), args, { ...owner, encoding: "utf8", cwd: folder, env: { PATH: process.env.PATH } });
  const data = join(folder, "data");
  const port = await freePort();
  // The tests check rules and races, not power cuts; their databases are small and exist only for seconds.
  const faster = ["fsync=off", "full_page_writes=off", "autovacuum=off", "jit=off"];
  const options = ["listen_addresses=127.0.0.1", "max_connections=200", ...faster].map((option) => `-c ${option}`);
  const settings = `-p ${port} -k ${folder} ${options.join(" ")}`;
  const made = program("initdb", ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"]);
  const begun =
    made.status === 0 && program("pg_ctl", ["-D", data, "-w", "-o", settings, "-l", join(folder, "log"), "start"]);
  const stop = () => {
    program("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!begun || begun.status !== 0) {
    console.error("PostgreSQL is installed but did not start:", made.error ?? made.stderr, begun ? begun.stdout : "");
    stop();
    return null;
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

function userId(name) {
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout));
  return uid ? { uid, gid } : null;
}
