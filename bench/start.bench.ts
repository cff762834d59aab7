/** The time to the first response of the built server, started as by `npm start`, with new and with existing data. */
import { scratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { startLean } from "../proof/support/lean-server.ts";
import { median, report } from "./support/measure.ts";

const RUNS = 7;
const first: number[] = [];
const again: number[] = [];
for (let run = 0; run < RUNS; run++) {
  const scratch = await scratchDatabase("sqlite");
  for (const times of [first, again]) {
    const begun = performance.now();
    const { child, url } = await startLean(scratch);
    const page = await fetch(url);
    if (page.status !== 200) throw new Error(`the first page returned status ${page.status}`);
    times.push(performance.now() - begun);
    child.kill("SIGTERM");
    await ended(child);
  }
  await scratch.remove();
}
const figures = { "first start ms": median(first), "later start ms": median(again) };
report("start", figures, { ratio: 3000 / median(again), atLeast: 1 });
