/**
 * The resident memory of the server, which must be at most 110 MB, and that of an empty Node process. The server is
 * started as by `npm start`, and is idle after serving some pages.
 */
import { setTimeout as wait } from "node:timers/promises";
import { spawn } from "node:child_process";
import { scratchDatabase } from "#server/testing/engines.ts";
import { LEAN } from "../scripts/lean.mjs";
import { residentMb, report, startRival } from "./support/measure.ts";

const scratch = await scratchDatabase("sqlite");
const env = { ...process.env, PORT: "0", HOST: "127.0.0.1", DATA_DIR: scratch.dataDir, ...LEAN.env };
const ours = spawn(process.execPath, [...LEAN.flags, "dist/server/main.js"], { env });
const port = await new Promise<string>((resolve) => {
  ours.stdout.on("data", (chunk: Buffer) => {
    const found = /is running at http:\/\/localhost:(\d+)/.exec(chunk.toString())?.[1];
    if (found) resolve(found);
  });
});
for (let i = 0; i < 20; i++) {
  for (const path of ["/", "/book", "/attractions", "/api/site"]) {
    await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer();
  }
}
await wait(10_000);
const empty = await startRival("bench/support/bare-http.ts", { body: "", headers: {} });
await wait(1000);
const [idle, node] = [residentMb(ours.pid ?? 0), residentMb(empty.child.pid ?? 0)];
report("memory", { "idle MB": idle, "empty Node MB": node }, { ratio: 110 / idle, atLeast: 1 });
empty.child.kill();
ours.kill("SIGTERM");
await scratch.remove();
