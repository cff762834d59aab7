import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { loadConfig } from "../config.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines, scratchDatabase } from "../testing/engines.ts";
import { waitForDatabase } from "./wait-for-database.ts";

const quiet = createLogger("silent");

/** A port that is likely to stay free: the system does not assign ports below 32768 to tests that run in parallel. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  if (!isFree) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.runIf(engines.includes("postgres"))(
  "waits for an unavailable database and tells clients so, but does not wait for one that does not exist",
  async () => {
    const scratch = await scratchDatabase("postgres");
    const real = new URL(scratch.databaseUrl ?? "");
    const away = new URL(real);
    away.port = String(await freePort());
    const port = await freePort();
    const environment = { PORT: String(port), HOST: "127.0.0.1", LOG_LEVEL: "silent", DATA_DIR: scratch.dataDir };
    const waiting = waitForDatabase(loadConfig({ ...environment, DATABASE_URL: away.href }), quiet);
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    await expect.poll(async () => (await ask("/api/health"))?.status).toBe(200);
    const response = await ask("/");
    expect([response?.status, response?.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response?.json()).toEqual({ message: expect.stringContaining("We can't reach our records") });

    const back = createServer((inside) => {
      const outside = connect(Number(real.port), real.hostname);
      inside.on("error", () => outside.destroy()).pipe(outside);
      outside.on("error", () => inside.destroy()).pipe(inside);
    });
    await new Promise<void>((resolve) => back.listen(Number(away.port), "127.0.0.1", resolve));
    await waiting;
    // The port is free again for the real server.
    expect(await ask("/api/health")).toBeNull();
    await new Promise((resolve) => back.close(resolve));

    real.pathname = "/no_such_database";
    const wrong = loadConfig({ ...environment, DATABASE_URL: real.href });
    await expect(waitForDatabase(wrong, quiet)).rejects.toThrow("does not exist");
    await scratch.remove();
  },
);
