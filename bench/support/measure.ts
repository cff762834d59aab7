import autocannon from "autocannon";
import { type ChildProcess, fork } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";

/** Unlike a mean, it is hardly affected by one disturbed run. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/** RUNS if it is set; otherwise `full`, or a third of it, but at least `least`, in a quick run of all benchmarks. */
export function runs(full: number, least = 3): number {
  const setting = process.env["RUNS"];
  if (setting) return Number(setting);
  return process.env["BENCH_QUICK"] ? Math.max(least, Math.ceil(full / 3)) : full;
}

/**
 * Once no page has been added to its cache for 10 seconds, the server compresses its cached pages as much as it can
 * (`server/http/page-cache.ts`).
 */
export async function compressedFully(url: string): Promise<void> {
  // Puts the page in the cache, if it is not there yet.
  await (await fetch(url)).text();
  await new Promise((done) => setTimeout(done, 14_000));
}

const SECONDS = 3;

/** With 20 connections that never pause. Any status other than 2xx ends the run. */
export async function requestsPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections: 20, pipelining: 1, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return result.requests.average;
}

/**
 * Runs A and B in turn (A B A B …), so that other work on the machine affects both about equally. The ratio is the median
 * of the ratios of each A to the B after it.
 */
export async function compare(runs: number, a: () => Promise<number>, b: () => Promise<number>) {
  const [as, bs]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    as.push(await a());
    bs.push(await b());
  }
  return { a: median(as), b: median(bs), ratio: median(as.map((value, i) => value / (bs[i] ?? Number.NaN))) };
}

/** In a separate process, which reports the port on which it listens. */
export function startRival(file: string, data: object = {}): Promise<{ child: ChildProcess; url: string }> {
  return new Promise((resolve, reject) => {
    const child = fork(file, { execArgv: [] });
    child.once("exit", (code) => reject(new Error(`${file} exited with ${code}`)));
    child.once("message", (port: number) => resolve({ child, url: `http://127.0.0.1:${port}` }));
    child.send(data);
  });
}

/** In MB, as the kernel counts it (Linux). */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? Number.NaN) / 1024;
}

export type Aim = { ratio: number } & ({ atLeast: number } | { atMost: number });

/** Prints one line, which `npm run bench` also collects in the file that `BENCH_TABLE` names. */
export function report(name: string, figures: Record<string, number | string>, aim?: Aim): void {
  const measured = Object.entries(figures)
    .map(([key, value]) => `${key} ${typeof value === "number" ? round(value) : value}`)
    .join(", ");
  const row = { name, measured, ...(aim ? { ratio: round(aim.ratio), aim: aimText(aim), met: isMet(aim) } : {}) };
  const outcome = row.aim ? ` | ratio ${row.ratio} (aim: ${row.aim}) ${row.met ? "met" : "MISSED"}` : "";
  console.log(`${name}: ${measured}${outcome}`);
  if (row.met === false) process.exitCode = 1;
  const table = process.env["BENCH_TABLE"];
  if (table) appendFileSync(table, `${JSON.stringify(row)}\n`);
}

function aimText(aim: Aim): string {
  return "atLeast" in aim ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`;
}

function isMet(aim: Aim): boolean {
  return "atLeast" in aim ? aim.ratio >= aim.atLeast : aim.ratio <= aim.atMost;
}

function round(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
