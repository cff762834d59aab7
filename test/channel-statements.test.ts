import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * The requirements in docs/calendar-sync.md. Each requirement needs a test whose title starts with its number. The
 * descriptions here are only reminders.
 */
const STATEMENTS = {
  "S-01": "fields of a channel; no duplicate links, and never our own",
  "S-02": "the link is normalised and its key unchanged",
  "S-03": "a preview before anything is saved",
  "S-04": "links and tokens are masked, rotatable",
  "S-05": "honest requests, validators, 304",
  "S-06": "fetching rules",
  "S-07": "changing a channel's link",
  "S-10": "read results; only ok changes data",
  "S-11": "dates do not depend on the server's time zone",
  "S-12": "ends, durations and invalid events",
  "S-13": "nights of events with times",
  "S-14": "cancelled, tentative, transparent",
  "S-15": "repeating events in the window",
  "S-16": "non-standard files are accepted",
  "S-17": "size limits",
  "S-18": "every sample gives its expected result",
  "S-20": "identity by channel, UID and occurrence",
  "S-21": "classification of events",
  "S-22": "import modes and ignored blocks",
  "S-23": "questions about long events",
  "S-24": "same event, new dates",
  "S-25": "new UID, same booking",
  "S-26": "a returning stay is active again",
  "S-27": "host overrides",
  "S-28": "no false changes",
  "S-29": "the window",
  "S-30": "failures free no nights",
  "S-31": "missing, then released",
  "S-32": "finished, not cancelled",
  "S-33": "sudden drops release nothing",
  "S-34": "stays in progress are not released",
  "S-35": "a different calendar at the same link",
  "S-36": "nothing is deleted; every change is recorded",
  "S-37": "release or keep with one tap",
  "S-40": "a platform's stay is always recorded",
  "S-41": "definition of a conflict",
  "S-42": "conflict alerts",
  "S-43": "conflicts are closed, nights stay closed",
  "S-44": "probable mirrors",
  "S-50": "one export per channel, without its own nights",
  "S-51": "content of the export",
  "S-52": "pending stays are exported, cancelled ones are not",
  "S-53": "stable bytes, ETag, HEAD, no limit below 120",
  "S-54": "503 instead of an empty calendar",
  "S-55": "echo",
  "S-56": "no ghost events",
  "S-57": "direct links between platforms",
  "S-60": "polling, jitter, lease",
  "S-61": "back-off, and every run is logged",
  "S-62": "health and tiles",
  "S-63": "failure alerts and one recovery message",
  "S-64": "selling while a platform is unreachable",
  "S-65": "sync now",
  "S-66": "reading calendars before a sale",
  "S-67": "data retention",
  "S-68": "disconnecting",
  "S-70": "access log of exports",
  "S-71": "waiting or delivered",
  "S-72": "a leaked link",
  "S-80": "imported stays in the portal",
  "S-81": "keyboard, 320 px, time zone, not colour alone",
  "S-82": "history",
} as const;

const files = globSync(["src/**/*.test.ts", "e2e/**/*.e2e.ts"]);

/** The numbers at the start of test titles: "S-24, S-31: …", "S-40 to S-43: …". */
function named(text: string): string[] {
  const names = [...text.matchAll(/["'`](S-\d\d(?:(?:, | and | to | )S-\d\d)*)\b/g)].map(([, numbers = ""]) => numbers);
  return names.flatMap((numbers) =>
    numbers.split(/, | and |(?<=\d) (?=S)/).flatMap((part) => {
      const [first = 0, last = first] = [...part.matchAll(/S-(\d\d)/g)].map(([, digits]) => Number(digits));
      return Array.from({ length: last - first + 1 }, (_, n) => `S-${String(first + n).padStart(2, "0")}`);
    }),
  );
}

test("a title may start with one requirement number, several numbers, or a range", () => {
  expect(named('test("S-24, S-31: x"); test("S-40 to S-42: y"); describe("S-50 S-51 z"); test("no S-99")')).toEqual([
    "S-24",
    "S-31",
    "S-40",
    "S-41",
    "S-42",
    "S-50",
    "S-51",
  ]);
});

test("each calendar sync requirement has a test with its number", () => {
  const found = new Set(files.flatMap((file) => named(readFileSync(file, "utf8"))));
  expect(Object.keys(STATEMENTS).filter((statement) => !found.has(statement))).toEqual([]);
  expect([...found].filter((number) => !(number in STATEMENTS))).toEqual([]);
});
