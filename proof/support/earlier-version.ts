import { execFileSync, fork } from "node:child_process";
import { existsSync, mkdtempSync, symlinkSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ServerProcess } from "#server/testing/processes.ts";
import { ADMIN } from "#server/testing/test-app.ts";

/** The sources of a commit with the current packages, in a new folder. Null if the history is not available. */
export function checkOut(commit: string): string | null {
  try {
    const files = execFileSync("git", ["archive", commit], { maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] });
    const folder = mkdtempSync(join(tmpdir(), "latchkey-before-"));
    execFileSync("tar", ["xf", "-", "-C", folder], { input: files });
    const packages = resolve("node_modules");
    if (existsSync(packages)) symlinkSync(packages, join(folder, "node_modules"));
    return folder;
  } catch {
    return null;
  }
}

/** In the same way as that version's tests do. */
export function startEarlier(tree: string, { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }) {
  const given = { pages: false, platformsPort: null, firstAdmin: ADMIN, databaseUrl, dataDir };
  return new Promise<ServerProcess>((done, reject) => {
    const child = fork(join(tree, "src/server/testing/server-process.ts"), [JSON.stringify(given)], {
      cwd: tree,
      execArgv: [],
      stdio: ["ignore", "inherit", "ignore", "ipc"],
    });
    child.once("message", (address: AddressInfo) => done({ child, url: `http://127.0.0.1:${address.port}` }));
    child.once("exit", (code) => reject(new Error(`the old server exited with ${String(code)}`)));
  });
}
