import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { z } from "zod/mini";
import type { Counted, Way } from "./walker.ts";

export type Row = { who: "guest" | "host"; name: string; way: Way; counted: Counted };

/**
 * The results for the host's week in the portal of commit 11fc3b5, written when the journeys in that portal were last
 * run.
 */
const EARLIER_FILE = new URL("host-week-11fc3b5.json", import.meta.url);
const figure = z.number();
const counted = z.object({ taps: figure, fields: figure, seconds: figure, handSeconds: figure });
const earlierRows = z.array(z.object({ name: z.string(), way: z.string(), counted }));

export function writeEarlierRows(rows: readonly Row[]): void {
  const kept = rows.map(({ name, way, counted }) => ({ name, way, counted: rounded(counted) }));
  writeFileSync(EARLIER_FILE, `${JSON.stringify(kept, null, 2)}\n`);
}

function rounded({ taps, fields, seconds, handSeconds }: Counted): Counted {
  return { taps, fields, seconds: Number(seconds.toFixed(1)), handSeconds: Number(handSeconds.toFixed(1)) };
}

const PAGE = "docs/journeys.md";

/** Writes docs/journeys.md. If the journeys of a part were not run, that part keeps its earlier measurements. */
export function writeJourneysPage(rows: readonly Row[], unfinished: readonly string[]): void {
  const part = (who: Row["who"], heading: string, write: () => string) =>
    rows.some((row) => row.who === who) ? `## ${heading}\n\n${stamp()}\n\n${write()}\n` : partBefore(heading);
  const missing = unfinished.length > 0 ? `\nNot completed, and so without figures: ${unfinished.join("; ")}.\n` : "";
  const parts = [part("guest", "Guests", () => guestPart(rows)), part("host", "The host's week", () => hostPart(rows))];
  writeFileSync(PAGE, `${HEAD}\n${parts.join("\n")}${missing}`);
}

const HEAD = `# Journeys: taps and seconds

Written by \`node bench/journeys.bench.ts\` in real Chromium. The number of taps includes clicks, Enter on the
focused element, and focusing a field to type in it; "fields" is the number of fields among them. Machine seconds are those in which a person waits: from opening
a page, or from a tap, until what they are waiting for appears. Where a journey begins with a field (direct booking, the check-in time), the wait
for the field to appear is not included. The slow phone is 390 px wide, with 400 kbit/s, 400 ms of latency and a CPU that is
four times slower; nothing is cached at the beginning of a journey. Phones are 390 px wide and computers 1280 px; keyboard journeys are run on a
computer.
`;

function stamp(): string {
  const commit = execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day} at commit ${commit}, on a ${availableParallelism()}-core machine with a load average of ${loadavg()[0]?.toFixed(1)}.`;
}

function partBefore(heading: string): string {
  const [, ...parts] = readFileSync(PAGE, "utf8").split(/^## /m);
  const found = parts.find((text) => text.startsWith(`${heading}\n`));
  return found ? `## ${found.trimEnd()}\n` : "";
}

const guestPart = (rows: readonly Row[]) => `${guestTable(rows)}

The targets on the slow phone are 8 taps, 3 fields and 20 seconds from the landing page to the confirmation, and 2.0 seconds
from opening /book to a usable calendar.`;

const hostPart = (
  rows: readonly Row[],
) => `"Before" is the portal of commit 11fc3b5, built and served in the same way; each of its journeys takes the
shortest route, and runs right before the same journey in today's portal (\`EARLIER=<folder of that commit, built> node
bench/journeys.bench.ts\`). A journey begins on the screen that it belongs to. "Hand s" is the time that a person needs for the
actions, estimated with the keystroke-level model: 1.3 s for a tap or a swipe of four fifths of
a screen, 0.28 s for a key, 1.35 s to decide on each tap and field. No person was timed, and reading is left out.

${hostTable(rows)}

Previously, an agreed price could not be entered: the booking was added at the usual price, and the host put the agreed one in the
notes. Tonight's guest was listed further down the dashboard, among the arrivals or the guests staying; now the first line shows the guest's name.`;

function guestTable(rows: readonly Row[]): string {
  const lines = rows
    .filter(({ who }) => who === "guest")
    .map(
      ({ name, way, counted: { taps, fields, seconds } }) =>
        `| ${name} | ${way} | ${taps + fields} | ${fields} | ${seconds.toFixed(1)} |`,
    );
  return ["| journey | how | taps | fields | machine seconds |", "|---|---|--:|--:|--:|", ...lines].join("\n");
}

function hostTable(rows: readonly Row[]): string {
  const earlier = earlierRows.parse(JSON.parse(readFileSync(EARLIER_FILE, "utf8")));
  const lines = rows
    .filter(({ who }) => who === "host")
    .map(({ name, way, counted }) => {
      const before = earlier.find((row) => row.name === name && row.way === way)?.counted;
      return `| ${name} | ${way} | ${figures(before)} | ${figures(counted)} |`;
    });
  return [
    "| journey | how | taps before | hand s | machine s | taps after | hand s | machine s |",
    "|---|---|--:|--:|--:|--:|--:|--:|",
    ...lines,
  ].join("\n");
}

function figures(counted: Counted | undefined): string {
  if (!counted) return "not completed | |";
  const { taps, fields, seconds, handSeconds } = counted;
  return `${taps + fields} | ${handSeconds.toFixed(1)} | ${seconds.toFixed(1)}`;
}
