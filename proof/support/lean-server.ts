import { type ChildProcess, spawn } from "node:child_process";
import { ADMIN } from "#server/testing/test-app.ts";
import { LEAN } from "../../scripts/lean.mjs";

type Target = { databaseUrl: string | null; dataDir: string };
type Options = { flags?: string[]; env?: Record<string, string> };

/** The built server as `npm start` starts it, on a random port. Waits until it responds. */
export async function startLean(
  { databaseUrl, dataDir }: Target,
  { flags = [], env = {} }: Options = {},
): Promise<{ child: ChildProcess; url: string; output: () => string }> {
  const port = String(20_000 + Math.floor(Math.random() * 10_000));
  const child = spawn(process.execPath, [...LEAN.flags, ...flags, "dist/server/main.js"], {
    env: {
      ...process.env,
      ...LEAN.env,
      PORT: port,
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      TRUST_PROXY: "true",
      BOOKING_GUARD: "false",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? "",
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const listen = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const response = await fetch(`${url}/api/health`).catch(() => null);
    if (response?.ok) return { child, url, output: () => output };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server exited with ${String(child.exitCode)}: ${output}`);
}
