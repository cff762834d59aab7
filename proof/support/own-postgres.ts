import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../scripts/free-port.mjs";

/** With fsync on, for a proof to kill, stop and freeze. */
export type OwnPostgres = {
  url: string;
  /** Kills all its processes with kill -9. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  /** For all its processes. */
  signal: (name: "SIGSTOP" | "SIGCONT") => void;
  remove: () => Promise<void>;
};

export async function ownPostgres(): Promise<OwnPostgres | null> {
  const bin = programs();
  if (!bin || process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"]).toString());
  const owner = { uid: id("-u"), gid: id("-g") };
  const folder = mkdtempSync(join(tmpdir(), "latchkey-proof-pg-"));
  chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const how = ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8"];
  const made = spawnSync(join(bin, "initdb"), how, { ...owner, cwd: folder });
  if (made.status !== 0) throw new Error(`initdb: ${String(made.stderr)}`);
  const port = await freePort();
  const options = ["listen_addresses=127.0.0.1", "max_connections=200"].flatMap((option) => ["-c", option]);
  const settings = ["-D", data, "-p", String(port), "-k", folder, ...options];
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;

  const processes = (): number[] => {
    const main = mainProcess(data);
    if (!main) return [];
    const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(main)], { encoding: "utf8" }).stdout;
    return [main, ...children.split("\n").map(Number).filter(Boolean)];
  };
  const signalAll = (name: NodeJS.Signals) => {
    for (const pid of processes()) {
      try {
        process.kill(pid, name);
      } catch {
        // The process has already exited.
      }
    }
  };
  const start = async () => {
    for (let attempt = 0; attempt < 100; attempt++) {
      // Right after a kill, child processes may still hold the lock.
      spawn(join(bin, "postgres"), settings, { ...owner, cwd: folder, stdio: "ignore", detached: true }).unref();
      for (let look = 0; look < 10; look++) {
        await wait(100);
        if (spawnSync(join(bin, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]).status === 0) return;
      }
    }
    throw new Error("PostgreSQL did not start");
  };
  await start();
  return {
    url,
    start,
    kill: async () => {
      signalAll("SIGKILL");
      await wait(100);
    },
    signal: signalAll,
    remove: async () => {
      signalAll("SIGCONT");
      signalAll("SIGKILL");
      await wait(200);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function programs(): string | null {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "initdb"))) ?? null;
}

function mainProcess(data: string): number | null {
  try {
    return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}
