/** Resident memory of the idle server, a minute's worth of pages after its start, against an empty Node process. */
import { setTimeout as wait } from "node:timers/promises";
import { scratchDatabase } from "#server/testing/engines.ts";
import { startServerProcess } from "#server/testing/processes.ts";
import { residentMb, report, startRival } from "./support/measure.ts";

const scratch = await scratchDatabase("sqlite");
const ours = await startServerProcess(scratch, { pages: true });
for (let i = 0; i < 50; i++) {
  for (const path of ["/", "/book", "/attractions", "/api/site"]) await (await fetch(ours.url + path)).arrayBuffer();
}
await wait(15_000);
const empty = await startRival("bench/support/bare-http.ts", { body: "", headers: {} });
await wait(1000);
const [idle, node] = [residentMb(ours.child.pid ?? 0), residentMb(empty.child.pid ?? 0)];
report("memory", { "idle MB": idle, "empty Node MB": node }, { ratio: 110 / idle, atLeast: 1 });
empty.child.kill();
ours.child.kill("SIGTERM");
await scratch.remove();
