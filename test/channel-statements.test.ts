import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * What the two-way calendar sync has to do, as the requirement numbers it. Each statement has a test whose name begins
 * with its number; the words here only say which it is.
 */
const STATEMENTS = {
  "S-01": "what a channel is; a link is used once, and never our own",
  "S-02": "the link is cleaned and its key untouched",
  "S-03": "a preview before anything is saved",
  "S-04": "links and tokens are masked, rotatable",
  "S-05": "honest requests, validators, 304",
  "S-06": "the rules of the fetcher",
  "S-10": "states of a body; only ok changes data",
  "S-11": "days are days in every zone of the server",
  "S-12": "ends, durations and what cannot be read",
  "S-13": "which nights a timed event takes",
  "S-14": "cancelled, tentative, transparent",
  "S-15": "repeating events inside the window",
  "S-16": "careless files are read",
  "S-17": "limits of size",
  "S-18": "every sample gives its expected result",
  "S-20": "identity by channel, UID and occurrence",
  "S-21": "what kind an event is",
  "S-22": "modes, and blocks that are counted",
  "S-23": "long spans are asked about",
  "S-24": "same key, other dates",
  "S-25": "other UID, same booking",
  "S-26": "back again is active again",
  "S-27": "what the host says wins",
  "S-28": "no change without a real one",
  "S-29": "the window",
  "S-30": "no failure frees a night",
  "S-31": "missing, then released",
  "S-32": "finished is not cancelled",
  "S-33": "a sudden drop is held",
  "S-34": "a guest in the house stays",
  "S-35": "another calendar behind the link is held",
  "S-36": "nothing is deleted, each change has its story",
  "S-37": "released or kept by one click",
  "S-40": "a platform's stay is always recorded",
  "S-41": "what a conflict is",
  "S-42": "conflicts alarm within a minute and again",
  "S-43": "conflicts close, nights stay closed",
  "S-44": "a probable mirror is no conflict",
  "S-50": "one export a channel, without its own nights",
  "S-51": "what the export says and does not say",
  "S-52": "pending is told, cancelled is not",
  "S-53": "stable bytes, ETag, HEAD, no limit below 120",
  "S-54": "503 instead of an empty calendar",
  "S-55": "echo",
  "S-56": "no echo outlives its booking",
  "S-57": "direct links between platforms",
  "S-60": "polling, jitter, lease",
  "S-61": "back-off, and every run is logged",
  "S-62": "health and tiles",
  "S-63": "alarms of silence, and one note of recovery",
  "S-64": "what a silent platform means for a sale",
  "S-65": "sync now",
  "S-66": "the look just before a sale",
  "S-67": "what is forgotten, and when",
  "S-68": "disconnecting",
  "S-70": "who read our calendar",
  "S-71": "waiting or delivered",
  "S-72": "a link that got about",
  "S-80": "imported stays in the portal",
  "S-81": "keyboard, 320 px, times, no colour alone",
  "S-82": "history",
} as const;

const files = globSync(["src/**/*.test.ts", "e2e/**/*.e2e.ts"]);

/** The numbers with which names of tests begin: "S-24, S-31: …", "S-40 to S-43: …". */
function named(text: string): string[] {
  const names = [...text.matchAll(/["'`](S-\d\d(?:(?:, | and | to | )S-\d\d)*)\b/g)].map(([, numbers = ""]) => numbers);
  return names.flatMap((numbers) =>
    numbers.split(/, | and |(?<=\d) (?=S)/).flatMap((part) => {
      const [first = 0, last = first] = [...part.matchAll(/S-(\d\d)/g)].map(([, digits]) => Number(digits));
      return Array.from({ length: last - first + 1 }, (_, n) => `S-${String(first + n).padStart(2, "0")}`);
    }),
  );
}

test("a name may carry one number, several, or a range", () => {
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

test("each statement of the calendar sync has a test that is named by it", () => {
  const found = new Set(files.flatMap((file) => named(readFileSync(file, "utf8"))));
  expect(Object.keys(STATEMENTS).filter((statement) => !found.has(statement))).toEqual([]);
  expect([...found].filter((number) => !(number in STATEMENTS))).toEqual([]);
});
