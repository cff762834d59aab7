/**
 * R25: half an hour of heavy load on a server that is started as `npm start` starts it. Memory use may grow by at most
 * 10 %, and the number of open files by at most three. Node exits at the first unhandled rejection, so a process that
 * is still running has had none.
 */
import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { ADMIN } from "#server/testing/test-app.ts";
import { median, residentMb } from "../bench/support/measure.ts";
import { startLean } from "./support/lean-server.ts";
import { type Counts, mixedLoad } from "./support/mixed-load.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });
const MINUTES = Number(values.minutes);
const CONTROL_SECONDS = 60;
const SAMPLE_MS = 2000;
/** Keep-alive connections close after 20 s without a request. */
const AT_REST_MS = 25_000;

// Both engines run at the same time and share the machine.
await Promise.all(
  engines.map((engine) =>
    prove(
      { id: "R25", what: "Soak", aim: "30 min of mixed load: memory +10 % at most, open files stable, 0 rejections" },
      engine,
      async () => {
        // The negative control runs first: if it were not detected, the half-hour run would prove nothing.
        const control = await soak(engine, CONTROL_SECONDS, ["--import", "./proof/support/leaking.ts"]);
        console.log(`negative control, on ${engine}: ${JSON.stringify(control)}`);
        const found = await soak(engine, MINUTES * 60, []);
        return {
          figures: { minutes: MINUTES, ...found },
          met: isSteady(found) && found.requests > MINUTES * 300,
          negativeControl: {
            fault: "leaking a megabyte and an open file per second, and one rejection",
            detected: control.growthPercent > 10 && control.moreFiles > 10 && control.alive === "no",
          },
        };
      },
    ),
  ),
);

type Found = Awaited<ReturnType<typeof soak>>;
function isSteady(found: Found): boolean {
  return found.growthPercent <= 10 && found.moreFiles <= 3 && found.alive === "yes" && found.serverErrors === 0;
}

async function soak(engine: (typeof engines)[number], seconds: number, flags: string[]) {
  const scratch = await scratchDatabase(engine);
  const { child, url, output } = await startLean(scratch, { flags, env: { CONTROL_MS: String(seconds * 1000) } });
  const load = mixedLoad(url, ADMIN);
  const samples: { at: number; mb: number; files: number }[] = [];
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1000 && child.exitCode === null) {
    await wait(SAMPLE_MS);
    if (child.exitCode !== null) break;
    samples.push({ at: (performance.now() - begun) / 1000, mb: residentMb(child.pid ?? 0), files: openFiles(child) });
  }
  const counts = await load.stop();
  const alive = child.exitCode === null && !output().includes("UnhandledPromiseRejection");
  if (seconds > 120) await wait(AT_REST_MS);
  const atRest = alive ? openFiles(child) : 0;
  child.kill("SIGTERM");
  await ended(child);
  await scratch.remove();

  // The observed time, because a process that crashed has no later samples.
  const seen = samples.at(-1)?.at ?? 0;
  const share = (from: number, to: number) => samples.filter(({ at }) => at >= seen * from && at <= seen * to);
  // Code and caches are fully loaded after a sixth of the time.
  const [early, late] = [share(1 / 6, 1 / 3), share(5 / 6, 1)];
  const mb = (some: typeof samples) => median(some.map((sample) => sample.mb));
  const files = (some: typeof samples) => median(some.map((sample) => sample.files));
  return {
    requests: requestsIn(counts),
    answers: answersIn(counts),
    serverErrors: Object.keys(counts).reduce((sum, code) => sum + (code.startsWith("5") ? (counts[code] ?? 0) : 0), 0),
    noAnswer: counts["no answer"] ?? 0,
    earlyMb: Math.round(mb(early)),
    lateMb: Math.round(mb(late)),
    growthPercent: Number((100 * (mb(late) / mb(early) - 1)).toFixed(1)),
    earlyFiles: files(early),
    lateFiles: files(late),
    filesAtRest: atRest,
    moreFiles: files(late) - files(early),
    alive: alive ? "yes" : "no",
  };
}

function requestsIn(counts: Counts): number {
  return Object.entries(counts).reduce((sum, [what, count]) => sum + (/^\d+$/.test(what) ? count : 0), 0);
}

/** `200 x 5000, 201 x 90`. */
function answersIn(counts: Counts): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what} x ${count}`)
    .join(", ");
}

function openFiles({ pid }: ChildProcess): number {
  return readdirSync(`/proc/${pid ?? 0}/fd`).length;
}
