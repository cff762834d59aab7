// Reading a platform's calendar: a feed of almost the maximum size is only read (by ical.js too), and a typical feed is
// synced completely through the real server.
import { fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ICAL from "ical.js";
import { MAX_FEED_BYTES } from "#domain/channels/split-calendar.ts";
import { AIRBNB, airbnbBlock, airbnbStay, calendarOf, startPlatforms } from "#server/testing/platforms.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { median, report } from "./support/measure.ts";

const AIM = { largeMs: 1000, largeMb: 100, syncCpuMs: 30 };
const ROUNDS = 7;

const day = (n: number) => new Date(Date.parse("2026-12-01") + n * 86_400_000).toISOString().slice(0, 10);

/** Padded with text to almost the maximum size. */
function largeFeed(): Buffer {
  const stays = Array.from({ length: 4999 }, (_, n) => ({
    ...airbnbStay(`HM${String(n).padStart(8, "0")}`, day(n % 700), day((n % 700) + 2)),
    uid: `1418fb94e984-${n}@airbnb.com`,
  }));
  const bare = calendarOf(AIRBNB, stays).length;
  const filling = "x".repeat(Math.floor((MAX_FEED_BYTES - bare - 10_000) / stays.length));
  return Buffer.from(
    calendarOf(
      AIRBNB,
      stays.map((stay) => ({ ...stay, description: `${stay.description}${filling}` })),
    ),
  );
}

const large = largeFeed();
const timed = (work: () => unknown) => {
  const begun = performance.now();
  work();
  return performance.now() - begun;
};
const folder = mkdtempSync(join(tmpdir(), "latchkey-feed-"));
const file = join(folder, "large.ics");
writeFileSync(file, large);
type Read = { ms: number; mb: number; events: number };
const readOnce = () =>
  new Promise<Read>((resolve, reject) => {
    const child = fork("bench/support/read-feed.ts", [file], { execArgv: [] });
    child.once("message", (read: Read) => resolve(read)).once("exit", (code) => code && reject(new Error(`${code}`)));
  });
const reads: Read[] = [];
for (let round = 0; round < ROUNDS; round++) reads.push(await readOnce());
rmSync(folder, { recursive: true, force: true });
const [ours, memoryMb] = [median(reads.map(({ ms }) => ms)), median(reads.map(({ mb }) => mb))];
const theirs = median(Array.from({ length: 3 }, () => timed(() => ICAL.parse(large.toString("utf8")))));
report(
  "reading a calendar of almost the largest size",
  { MB: large.length / 1e6, events: String(reads[0]?.events), ms: ours, "ical.js, which only parses it, ms": theirs },
  { ratio: ours / AIM.largeMs, atMost: 1 },
);
report(
  "the peak memory that reading it adds to a new process",
  { MB: memoryMb },
  { ratio: memoryMb / AIM.largeMb, atMost: 1 },
);

const platforms = await startPlatforms();
const server = await startTestApp("sqlite", { platforms: platforms.reach });
const cookie = await server.signIn();
const usual = [
  ...Array.from({ length: 8 }, (_, n) => airbnbStay(`HMBENCH00${n}`, day(n * 12), day(n * 12 + 4))),
  ...Array.from({ length: 4 }, (_, n) => airbnbBlock(`b${n}`, day(n * 12 + 5), day(n * 12 + 6))),
];
platforms.replies.set("www.airbnb.com", { body: calendarOf(AIRBNB, usual) });
const connected = await server.send(
  "POST",
  "/api/admin/channels",
  { platform: "airbnb", url: "https://www.airbnb.com/calendar/ical/1.ics?s=0" },
  { cookie },
);
if (connected.status !== 201) throw new Error(connected.text);
const cpu: number[] = [];
for (let n = 0; n < 30; n++) {
  server.clock.advance(61_000);
  // So that every sync has something to write.
  const moved = usual.map((event, i) => (i === n % 8 ? { ...event, to: day((n % 8) * 12 + 5) } : event));
  platforms.replies.set("www.airbnb.com", {
    body: calendarOf(AIRBNB, moved, `20261121T0600${String(n).padStart(2, "0")}Z`),
  });
  const start = process.cpuUsage();
  const response = await server.send("POST", `/api/admin/channels/${connected.json.id}/sync`, undefined, { cookie });
  const used = process.cpuUsage(start);
  if (!response.json.ran) throw new Error(response.text);
  cpu.push((used.user + used.system) / 1000);
}
const syncCpu = median(cpu);
report(
  "reading a typical calendar, request and platform included",
  { events: String(usual.length), "ms of CPU": syncCpu },
  { ratio: syncCpu / AIM.syncCpuMs, atMost: 1 },
);
await server.close();
await platforms.close();
