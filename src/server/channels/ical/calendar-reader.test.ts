import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { AIRBNB, airbnbStay, calendarOf } from "../../testing/platforms.ts";
import { createCalendarReader } from "./calendar-reader.ts";
import type { ReadJob } from "./read-body.ts";

const calendar = calendarOf(AIRBNB, [airbnbStay("HMREADER01", "2027-01-01", "2027-01-04")]);
const JOB: ReadJob = {
  body: Buffer.from(calendar),
  contentType: "text/calendar",
  platform: "airbnb",
  horizon: { zone: "Asia/Colombo", today: toLocalDate("2026-11-21") },
};
const NOT_A_CALENDAR = { ...JOB, body: Buffer.from("<!doctype html>") };

const folder = mkdtempSync(join(tmpdir(), "latchkey-reader-"));
afterAll(() => rmSync(folder, { recursive: true }));
let programs = 0;
function programOf(text: string): URL {
  const path = join(folder, `${++programs}.mjs`);
  writeFileSync(path, text);
  return pathToFileURL(path);
}
/** A reader whose child process runs `what` for each calendar. */
function readerThat(what: string, limits: { limitMs?: number; idleMs?: number } = {}) {
  const file = programOf(`process.on("message", () => { ${what} }); process.send("ready");`);
  return readerWith({ ...limits, file });
}
function readerWith(options: Parameters<typeof createCalendarReader>[0]) {
  const reader = createCalendarReader(options);
  onTestFinished(reader.stop);
  return reader;
}
const ANSWER_PID = "process.send({ state: process.pid })";
const stateOf = async (reading: Promise<{ state: unknown }>) => (await reading).state;

test("calendars are read in a separate process, and each request gets the result for its own calendar", async () => {
  const { read } = readerWith({});
  const [one, other] = await Promise.all([read(JOB), read(NOT_A_CALENDAR)]);
  expect(one).toMatchObject({
    state: "ok",
    family: "airbnb",
    events: [{ checkIn: "2027-01-01", kind: "reservation" }],
  });
  expect(other).toEqual({ state: "not_ical" });
  expect(await stateOf(readerThat(ANSWER_PID).read(JOB))).not.toBe(process.pid);
});

test("a read that never finishes is stopped and reported as too large, without blocking the event loop", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 5);
  const { read } = readerThat("for (;;);", { limitMs: 500 });
  expect(await read(JOB)).toEqual({ state: "too_large" });
  expect(await read(JOB), "the next one gets a new process").toEqual({ state: "too_large" });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});

test.each([
  ["arrays", "const hog = []; for (;;) hog.push(new Array(1e6).fill(0.5));"],
  ["one array that grows", "const hog = []; for (;;) hog.push({});"],
  ["texts", "const hog = []; for (let n = 0; ; n++) hog.push(('x' + n).repeat(1000).split(''));"],
])("a read that fills the memory with %s ends its process, but not the server", async (_, what) => {
  const { read } = readerThat(what, { limitMs: 20_000 });
  expect(await read(JOB)).toEqual({ state: "too_large" });
});

test("after a calendar that exceeds the limits, the next one is still read", async () => {
  const what = `import("node:fs").then(({ writeFileSync, existsSync }) => {
    if (existsSync(${JSON.stringify(join(folder, "seen"))})) process.send({ state: "not_ical" });
    else { writeFileSync(${JSON.stringify(join(folder, "seen"))}, ""); for (;;); }
  })`;
  const { read } = readerThat(what, { limitMs: 1000 });
  expect(await Promise.all([read(JOB), read(JOB)])).toEqual([{ state: "too_large" }, { state: "not_ical" }]);
});

test("a crashed process is reported as our fault, not the calendar's", async () => {
  await expect(readerThat("throw new Error('a bug')").read(JOB)).rejects.toThrow("ended (exit code 1)");
  const broken = readerWith({ file: programOf("throw new Error('it does not load')") });
  await expect(broken.read(JOB)).rejects.toThrow("did not start (exit code 1)");
  await expect(readerWith({ file: new URL("none.mjs", pathToFileURL(`${folder}/`)) }).read(JOB)).rejects.toThrow(
    "did not start",
  );
});

test("the process gets none of the server's environment variables", async () => {
  const { read } = readerThat("process.send({ state: Object.keys(process.env).join() })");
  expect(await stateOf(read(JOB))).toBe("MALLOC_ARENA_MAX");
});

test("a process started in advance reads calendars until it has been idle for a while", async () => {
  const { read, prepare } = readerThat(ANSWER_PID);
  prepare();
  prepare();
  const pid = await stateOf(read(JOB));
  prepare();
  expect(await stateOf(read(JOB))).toBe(pid);

  const impatient = readerThat(ANSWER_PID, { idleMs: 0 });
  const first = await stateOf(impatient.read(JOB));
  await expect.poll(() => isRunning(first)).toBe(false);
  expect(await stateOf(impatient.read(JOB))).not.toBe(first);
});

test("a stopped reader leaves no process behind and starts no new one", async () => {
  const { read, prepare, stop } = readerThat(`process.on("SIGTERM", () => {}); ${ANSWER_PID}`);
  const pid = await stateOf(read(JOB));
  stop();
  await expect.poll(() => isRunning(pid)).toBe(false);
  prepare();
  await expect(read(JOB)).rejects.toThrow("The server is stopping");
});

function isRunning(pid: unknown): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}
