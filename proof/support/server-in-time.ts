import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ended } from "#server/testing/processes.ts";
import { freePort } from "../../scripts/free-port.mjs";

export const HOST = { username: "host", password: "a long sentence to sign in" };
const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

export type BuiltServer = {
  url: string;
  child: ChildProcess;
  setTime: (at: Date | null) => void;
  stop: () => Promise<void>;
};

/** With a given time zone and clock (libfaketime). */
export async function startBuilt(
  dataDir: string,
  env: Record<string, string>,
  at: Date | null = null,
): Promise<BuiltServer> {
  const port = await freePort();
  const clock = join(dataDir, "clock");
  // An offset works in every time zone. libfaketime reads this file each time the clock is read.
  const setTime = (to: Date | null) =>
    writeFileSync(clock, `${to ? ((to.getTime() - Date.now()) / 1000).toFixed(3).replace(/^(?!-)/, "+") : "+0"}\n`);
  setTime(at);
  const faked = {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  const child = spawn(process.execPath, ["dist/server/main.js"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: "127.0.0.1",
      LOG_LEVEL: "silent",
      BOOKING_GUARD: "false",
      TRUST_PROXY: "true",
      ADMIN_USERNAME: HOST.username,
      ADMIN_PASSWORD: HOST.password,
      ...(at ? faked : {}),
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  for (let look = 0; ; look++) {
    await wait(100);
    if ((await fetch(`${url}/api/ready`).catch(() => null))?.ok) break;
    if (look > 150 || child.exitCode !== null) throw new Error(`the built server did not start (${child.exitCode})`);
  }
  return {
    url,
    child,
    setTime,
    stop: async () => {
      child.kill("SIGTERM");
      await ended(child);
    },
  };
}

/** A random IP address, as if a trusted proxy had set it, so that the rate limits can stay on. */
export function randomCaller(): Record<string, string> {
  const part = () => Math.floor(Math.random() * 254) + 1;
  return { "x-forwarded-for": `10.${part()}.${part()}.${part()}` };
}

export async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/admin/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", ...randomCaller() },
    body: JSON.stringify(HOST),
  });
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
