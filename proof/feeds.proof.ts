/**
 * S-18: no calendar in a folder may cause an exception or take a second or longer to read, and the known calendars must
 * give the results in `proof/calendars.expected.json`. The folder is `--folder=…` or the first argument; by default, it
 * is `../shared/ical-samples`, if it exists.
 *
 * R18: faulty responses in place of a calendar must not free any night. Reading one must take at most ten seconds and
 * five megabytes, and the third in a row must cause an alert.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { classify, familyOf } from "#domain/channels/classify.ts";
import { readCalendar } from "#domain/channels/read-calendar.ts";
import { feedText } from "#server/channels/ical/feed-text.ts";
import { AIRBNB, airbnbStay, calendarOf, type FeedReply, startPlatforms } from "#server/testing/platforms.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const options = { folder: { type: "string" } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const folder = values.folder ?? positionals[0] ?? "../shared/ical-samples";
const CHUNK = 65_536;
const EXPECTED = "proof/calendars.expected.json";

if (existsSync(folder)) {
  const check = { id: "S-18", what: "Platforms' sample calendars", aim: "0 thrown, each under 1 s, each as expected" };
  await prove(check, "the reader", async () => readAll(folder));
} else console.log(`The folder ${folder} does not exist; pass another one with --folder=…`);

await prove(
  { id: "R18", what: "Feed faults", aim: "0 nights freed by a failure; at most 10 s and 5 MB; alert after 3" },
  "sqlite",
  faults,
);

type Sample = { state: string; family?: string | null; events?: number; unreadable?: number; kinds?: string };

function readAll(path: string) {
  const expected: Record<string, Sample> = JSON.parse(readFileSync(EXPECTED, "utf8"));
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ics"));
  const found = { calendars: 0, events: 0, unreadable: 0, thrown: 0, "slowest ms": 0, "not as expected": 0 };
  for (const file of files.toSorted()) {
    const bytes = readFileSync(join(path, file));
    const begun = performance.now();
    const sample = sampleOf(bytes);
    const ms = performance.now() - begun;
    found.calendars += 1;
    found.events += sample?.events ?? 0;
    found.unreadable += sample?.unreadable ?? 0;
    if (!sample) found.thrown += 1;
    if (ms > found["slowest ms"]) found["slowest ms"] = Math.round(ms * 10) / 10;
    const known = expected[file];
    if (known && JSON.stringify(known) !== JSON.stringify(sample)) {
      found["not as expected"] += 1;
      console.log(`${file}: expected ${JSON.stringify(known)}, got ${JSON.stringify(sample)}`);
    }
  }
  const met = found.calendars > 0 && found.thrown === 0 && found["slowest ms"] < 1000 && found["not as expected"] === 0;
  return { figures: found, met };
}

/** Null if the reader throws. */
function sampleOf(bytes: Buffer): Sample | null {
  try {
    const reading = readCalendar(feedText(bytes), { zone: "Asia/Colombo", today: toLocalDate("2020-01-01") });
    if (reading.state !== "ok") return { state: reading.state };
    const family = familyOf(reading.product, reading.events);
    const kinds = Object.groupBy(reading.events, (event) => classify(event, family).kind);
    const counted = Object.entries(kinds).map(([kind, events]) => `${kind} ${events.length}`);
    return {
      state: "ok",
      family,
      events: reading.events.length,
      unreadable: reading.errors.length,
      kinds: counted.toSorted().join(", "),
    };
  } catch (error) {
    console.error(error);
    return null;
  }
}

async function faults() {
  const platforms = await startPlatforms();
  const server = await startTestApp("sqlite", { platforms: platforms.reach });
  let cookie = await server.signIn();
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const stays = ["0", "1", "2"].map((ten) => airbnbStay(`HMFAULT00${ten}`, `2027-03-${ten}1`, `2027-03-${ten}4`));
  const good = calendarOf(AIRBNB, stays);
  const events = Array.from({ length: 100_000 }, (_, n) => airbnbStay(`HM${n}`, "2027-03-01", "2027-03-02"));
  const sockets = new Set<NonNullable<ServerResponse["socket"]>>();
  const serving = (serve: (response: ServerResponse) => void): FeedReply => ({
    serve: (response) => {
      if (response.socket) sockets.add(response.socket);
      serve(response);
    },
  });
  /** Writes only as fast as the client reads, so the bytes written are the bytes sent. */
  const pour = (response: ServerResponse, text: string, times: number) => {
    let sent = 0;
    const more = () => {
      while (!response.destroyed && sent < times) {
        const at = (sent++ * CHUNK) % text.length;
        if (!response.write(text.slice(at, at + CHUNK))) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  };
  const endless = (response: ServerResponse) => pour(response, "x".repeat(CHUNK), 80_000);
  const hundredThousand = calendarOf(AIRBNB, events);
  const plain = (body: string) =>
    serving((response) => void response.writeHead(200, { "content-type": "text/calendar" }).end(body));
  const FAULTS: Record<string, FeedReply> = {
    hang: serving(() => {}),
    "5 GB announced": serving((response) => {
      response.writeHead(200, { "content-length": "5000000000" });
      endless(response);
    }),
    "5 GB unannounced": serving(endless),
    HTML: plain("<!doctype html><title>Please sign in</title>"),
    empty: plain(""),
    truncated: plain(good.slice(0, good.length - 40)),
    "100,000 events": serving((response) => pour(response, hundredThousand, Math.ceil(hundredThousand.length / CHUNK))),
    "error 500": serving((response) => void response.writeHead(500).end()),
  };
  const freeNow = async () => {
    const { unavailable } = (await server.send("GET", "/api/availability?from=2027-03-01&to=2027-03-31")).json;
    return 9 - unavailable.length;
  };
  const worst = { seconds: 0, megabytes: 0 };
  let [freed, early, missing] = [0, 0, 0];
  let id = "";
  const channel = async () => {
    const { channels } = (await host("GET", "/api/admin/channels")).json;
    return channels.find((one: { id: string }) => one.id === id);
  };
  /**
   * Scheduled reads only: a host who waits for one gives it less time, and a timeout then does not count as a failure.
   */
  const readWhenDue = async () => {
    server.clock.set((await channel()).nextRunAt);
    cookie = await server.signIn();
    await server.app.runJobs(/^read-due-calendars$/);
  };
  for (const [n, [name, fault]] of Object.entries(FAULTS).entries()) {
    const site = `fault${n}.airbnb.com`;
    platforms.replies.set(site, { body: good });
    const link = (listing: number) => `https://${site}/calendar/ical/${listing}.ics?s=1`;
    const added = await host("POST", "/api/admin/channels", { platform: "airbnb", url: link(n) });
    if (added.status !== 201) throw new Error(added.text);
    id = added.json.id;
    for (let time = 1; time <= 3; time++) {
      platforms.replies.set(site, fault);
      sockets.clear();
      const begun = performance.now();
      // The preview before connecting has the longest time limit.
      const looked = await host("POST", "/api/admin/channels/preview", { platform: "airbnb", url: link(1000 + n) });
      worst.seconds = Math.max(worst.seconds, (performance.now() - begun) / 1000);
      if (looked.status === 200) throw new Error(`${name} was accepted as a calendar`);
      await readWhenDue();
      for (const socket of sockets) worst.megabytes = Math.max(worst.megabytes, socket.bytesWritten / 1e6);
      freed += await freeNow();
      const { health } = await channel();
      const { alerts } = (await host("GET", "/api/admin/dashboard")).json;
      const alerted = alerts.some((one: { id: string }) => one.id === `channel-${id}`) && health === "failing";
      if (time < 3 && alerted) early += 1;
      if (time === 3 && !alerted) missing += 1;
    }
    if (n === Object.keys(FAULTS).length - 1) break;
    const { version } = await channel();
    await host("DELETE", `/api/admin/channels/${id}?stays=release&version=${version}`);
  }
  // A real cancellation frees its nights once it has lasted half an hour, and the count detects it.
  const site = `fault${Object.keys(FAULTS).length - 1}.airbnb.com`;
  platforms.replies.set(site, { body: calendarOf(AIRBNB, stays.slice(1)) });
  for (let time = 1; time <= 4; time++) await readWhenDue();
  const seen = (await freeNow()) === 3;
  await server.close();
  await platforms.close();
  const figures = {
    faults: Object.keys(FAULTS).length,
    readings: Object.keys(FAULTS).length * 6,
    "nights freed": freed,
    "slowest s": Number(worst.seconds.toFixed(1)),
    megabytes: Number(worst.megabytes.toFixed(1)),
    "alerts too early": early,
    "alerts missing": missing,
  };
  const met = freed === 0 && worst.seconds <= 10 && worst.megabytes <= 5 && early === 0 && missing === 0;
  return { figures, met, negativeControl: { fault: "a stay that was really cancelled", detected: seen } };
}
