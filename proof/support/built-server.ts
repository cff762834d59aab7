import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type BuiltServer = { url: string; dataDir: string; stop: () => Promise<void> };

/** With a new data directory and the default limits. Unlike `npm start`, this neither installs nor builds anything. */
export async function startBuilt(env: Record<string, string>): Promise<BuiltServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-proof-"));
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "warn", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const port = /is running at http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once("exit", (code) => reject(new Error(`the server exited with ${code}: ${output}`)));
  });
  return {
    url,
    dataDir,
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
