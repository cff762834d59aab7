import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { classify, familyOf, platformOf } from "#domain/channels/classify.ts";
import { prepare } from "#domain/channels/feed-event.ts";
import { readCalendar } from "#domain/channels/read-calendar.ts";
import { feedText } from "./ical/feed-text.ts";
import { startProcessorTimer } from "../testing/processor-time.ts";

/**
 * Calendars that we wrote in the formats described in docs/calendar-sync.md, each with its expected result.
 * `proof/feeds.proof.ts` does the same with the platforms' own samples.
 */
const FOLDER = join(import.meta.dirname, "../testing/calendars");
const TODAY = toLocalDate("2026-11-21");
const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ics"));
const expected: Record<string, unknown> = JSON.parse(readFileSync(join(FOLDER, "expected.json"), "utf8"));

function outcomeOf(file: string) {
  const reading = readCalendar(feedText(readFileSync(join(FOLDER, file))), { zone: "Asia/Colombo", today: TODAY });
  if (reading.state !== "ok") return { state: reading.state };
  const family = familyOf(reading.product, reading.events);
  const platform = family ? platformOf(family) : "other";
  const { events, leftOut } = prepare(reading.events, platform, family, TODAY);
  const classified = new Map(reading.events.map((event) => [event.uid, classify(event, family)]));
  return {
    family,
    platform,
    events: events.map(({ checkIn, checkOut, kind, summary, code, feedGuest, phoneDigits }) =>
      [`${checkIn}/${checkOut}`, kind, summary, code, feedGuest, phoneDigits].join(" | "),
    ),
    leftOut,
    links: [...classified.values()].map(({ link }) => link).filter(Boolean),
    errors: reading.errors,
    notes: reading.notes,
  };
}

test("S-18: every calendar file has an expected result, and every expected result has a calendar file", () => {
  expect(files.toSorted()).toEqual(Object.keys(expected).toSorted());
  expect(files.length).toBeGreaterThanOrEqual(15);
});

test.each(files)("S-18, S-21: %s", (file) => {
  const processState = () => [process.env["TZ"], process.cwd(), process.eventNames(), Object.keys(Object.prototype)];
  const before = processState();
  const usedMs = startProcessorTimer();
  const outcome = outcomeOf(file);
  expect(usedMs()).toBeLessThan(1000);
  expect(outcome).toEqual(expected[file]);
  expect(processState()).toEqual(before);
});
