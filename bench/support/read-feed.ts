/** In a separate process; reports the time in ms and the increase of the peak memory in MB. */
import { readFileSync } from "node:fs";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { prepare } from "#domain/channels/feed-event.ts";
import { readCalendar } from "#domain/channels/read-calendar.ts";
import { feedText } from "#server/channels/ical/feed-text.ts";

const HORIZON = { zone: "Asia/Colombo", today: toLocalDate("2026-11-21") };
const peakMb = () => (process.resourceUsage().maxRSS * 1024) / 1e6;

function read(body: Buffer): number {
  const reading = readCalendar(feedText(body), HORIZON);
  if (reading.state !== "ok") throw new Error(reading.state);
  return prepare(reading.events, "airbnb", "airbnb", HORIZON.today).events.length;
}

// The memory that the code needs is not counted.
read(Buffer.from("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"));
const before = peakMb();
const begun = performance.now();
const events = read(readFileSync(process.argv[2] ?? ""));
process.send?.({ ms: performance.now() - begun, mb: peakMb() - before, events });
