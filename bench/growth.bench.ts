/**
 * The cost of ten years of data: the main reads on every engine, and the backup, export and restore commands on SQLite,
 * with 100 and with 100,000 bookings. `--large` adds 10,000 and 300,000 bookings, and the commands on PostgreSQL;
 * `--write` puts the table into PAGE.
 */
import { execFileSync, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { engines } from "#server/testing/engines.ts";
import { LEAN } from "../scripts/lean.mjs";
import type { Figure } from "./support/growth-run.ts";
import { report } from "./support/measure.ts";

const PAGE = "docs/scale.md";
const LARGE = process.argv.includes("--large");
const SIZES = LARGE ? [100, 10_000, 100_000, 300_000] : [100, 100_000];
const RUNS: Record<number, string> = { 300_000: "3" };
const HOST_MS = 200;
/** Here, the limit on the host's waiting time is checked. */
const LIMITED_SIZE = 100_000;
/** Multiples of the figure with 100 bookings. On a shared machine, two measurements can differ this much. */
const GUEST_GROWTH = 1.5;
const MEMORY_GROWTH = 1.5;
/** No page waits for these; of a file download, people wait only for the beginning. */
const PATIENT = /^command:|^job:|: CSV/;

type Figures = Record<string, Omit<Figure, "name">>;

function figuresOf(engine: string, size: number): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const parts = engine === "sqlite" || LARGE ? "all" : "reads";
    const child = fork("bench/support/growth-run.ts", [engine, String(size), RUNS[size] ?? "7", parts], {
      execArgv: LEAN.flags,
      env: { ...process.env, ...LEAN.env },
    });
    const figures: Figures = {};
    child.on("message", ({ name, ...figure }: Figure) => {
      figures[name] = figure;
    });
    child.once("exit", (code) =>
      code === 0 ? resolve(figures) : reject(new Error(`${engine}, ${size}: exited with ${code}`)),
    );
  });
}

const page = [
  "# Scale",
  "",
  `These figures were measured by \`node bench/growth.bench.ts --write\` on ${new Date().toISOString().slice(0, 10)} at commit ` +
    `${execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()}, with Node ${process.versions.node} ` +
    `and ${availableParallelism()} cores that were shared with other work.`,
  "",
  "Each cell shows the time in milliseconds (for requests, the shortest of several runs, because other work shares the machine); in",
  "brackets, for requests only, the CPU time of the server's own process, which other work affects less; and the peak memory of that",
  "process. The server and the caller share one process, which has the settings of `npm start` (`scripts/lean.mjs`); with SQLite,",
  "the process includes the database. The first list after the import, the jobs and the commands were each measured once.",
  "",
  "A cottage cannot sell more nights than the calendar has. At most 8,000 bookings therefore hold past nights, 40 bookings hold",
  "future nights, and all others are cancelled bookings from the same years. At every size, the database also contains 1,000 stays",
  "from a platform, 10,000 messages in the outbox, 10,000 messages in conversations and 100,000 audit entries.",
  "",
];
for (const engine of engines) {
  const all: Figures[] = [];
  for (const size of SIZES) all.push(await figuresOf(engine, size));
  page.push(`## ${engine === "sqlite" ? "SQLite" : "PostgreSQL"}`, "");
  page.push(`| bookings | ${SIZES.map((size) => size.toLocaleString("en")).join(" | ")} |`);
  page.push(`|---|${SIZES.map(() => "---:|").join("")}`);
  for (const name of Object.keys(all[0] ?? {})) {
    const cells = all.map((figures) => figures[name] ?? { ms: Number.NaN, cpu: null, mb: Number.NaN });
    page.push(`| ${name} | ${cells.map(cell).join(" | ")} |`);
    const times = Object.fromEntries(SIZES.map((size, i) => [`ms with ${size} bookings`, cells[i]?.ms ?? Number.NaN]));
    const [few, many] = [cells[0], cells.at(-1)];
    const limited = cells[SIZES.indexOf(LIMITED_SIZE)];
    if (!few || !many || !limited) continue;
    const aim = name.startsWith("host:")
      ? { ratio: limited.ms / HOST_MS, atMost: 1 }
      : { ratio: many.ms / few.ms, atMost: GUEST_GROWTH };
    report(`${engine}, ${name}`, times, PATIENT.test(name) ? undefined : aim);
    report(
      `${engine}, ${name}: memory`,
      { "MB at 100": few.mb, [`MB at ${(SIZES.at(-1) ?? 0).toLocaleString("en")}`]: many.mb },
      { ratio: many.mb / few.mb, atMost: MEMORY_GROWTH },
    );
  }
  page.push("");
}
if (process.argv.includes("--write")) writeFileSync(PAGE, page.join("\n"));
else console.log(page.join("\n"));

function cell({ ms, cpu, mb }: Omit<Figure, "name">): string {
  return `${shown(ms)}${cpu === null ? "" : ` (${shown(cpu)})`}, ${Math.round(mb)} MB`;
}

function shown(ms: number): string {
  return ms < 100 ? ms.toPrecision(2) : Math.round(ms).toLocaleString("en");
}
