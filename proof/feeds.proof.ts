/**
 * S-18: every calendar of a folder through the reader: none may throw, none may take a second. The folder is given as
 * `--folder=…`; without one, the calendars of `../shared/ical-samples` where there are such.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { classify, familyOf } from "#domain/channels/classify.ts";
import { readCalendar } from "#domain/channels/read-calendar.ts";
import { feedText } from "#server/channels/feed-text.ts";

const LIMIT_MS = 1000;
const { values } = parseArgs({ options: { folder: { type: "string", default: "../shared/ical-samples" } } });
if (!existsSync(values.folder)) {
  console.log(`There is no folder ${values.folder}; give one with --folder=…`);
  process.exit(0);
}

const files = readdirSync(values.folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ics"));
let slowest = 0;
const tooSlow: string[] = [];
const kinds = { reservation: 0, block: 0, unknown: 0 };
for (const file of files.toSorted()) {
  const bytes = readFileSync(join(values.folder, file));
  const begun = performance.now();
  const reading = readCalendar(feedText(bytes), { zone: "Asia/Colombo", today: toLocalDate("2020-01-01") });
  const ms = performance.now() - begun;
  slowest = Math.max(slowest, ms);
  if (ms > LIMIT_MS) tooSlow.push(file);
  if (reading.state !== "ok") {
    console.log(`${file}: ${reading.state}`);
    continue;
  }
  const family = familyOf(reading.product, reading.events);
  for (const event of reading.events) kinds[classify(event, family).kind]++;
  console.log(`${file}: ${family ?? "unknown"}, ${reading.events.length} events, ${reading.errors.length} unreadable`);
  for (const error of reading.errors) console.log(`    ${error}`);
}
console.log(`${files.length} calendars, ${JSON.stringify(kinds)}, slowest ${slowest.toFixed(1)} ms, thrown: 0`);
if (files.length === 0 || tooSlow.length > 0) {
  console.error(`FAILED: ${files.length === 0 ? "no calendar found" : `over ${LIMIT_MS} ms: ${tooSlow.join(", ")}`}`);
  process.exitCode = 1;
}
