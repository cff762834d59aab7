import { type ChildProcess, fork } from "node:child_process";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Config } from "../config.ts";

export type ServerProcess = { child: ChildProcess; url: string };

type Options = {
  pages?: boolean;
  platformsPort?: number | null;
  pushPort?: number | null;
  leaseMs?: number | null;
  firstAdmin?: { username: string; password: string } | null;
  /** The account at the payment provider. */
  stripe?: Config["stripe"];
  payhere?: Config["payhere"];
  settledClock?: boolean;
  /** The server's clock is stopped at this time until a message moves it. */
  clockAt?: string | null;
  /** Whether the product's limit on webhooks from one network applies; false by default. */
  webhookLimit?: boolean;
};
const DEFAULTS: Required<Options> = {
  pages: false,
  platformsPort: null,
  pushPort: null,
  leaseMs: null,
  firstAdmin: null,
  stripe: null,
  payhere: null,
  settledClock: false,
  clockAt: null,
  webhookLimit: false,
};

/** Starts the real server in a separate process, on a database that other servers may share. */
export function startServerProcess(
  target: { databaseUrl: string | null; dataDir: string },
  options: Options = {},
  /** The folder with the source code to run. Some proofs run copies with a seeded fault. */
  cwd = process.cwd(),
): Promise<ServerProcess> {
  const { databaseUrl, dataDir } = target;
  return new Promise((resolve, reject) => {
    const child = fork(
      join(cwd, "src/server/testing/server-process.ts"),
      [JSON.stringify({ ...DEFAULTS, databaseUrl, dataDir, ...options })],
      {
        cwd,
        execArgv: [],
        stdio: "inherit",
      },
    );
    child.once("message", (address: AddressInfo) => resolve({ child, url: `http://127.0.0.1:${address.port}` }));
    child.once("exit", (code) => reject(new Error(`the server exited with code ${code}`)));
  });
}

export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
}
