import { afterEach, describe, expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { prepare } from "./feed-event.ts";
import { type Horizon, readCalendar, type ReadEvent } from "./read-calendar.ts";
import { startProcessorTimer } from "#server/testing/processor-time.ts";

const HORIZON: Horizon = { zone: "Asia/Colombo", today: toLocalDate("2026-11-21") };
const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"];
const day = (uid: string, from: string, to: string) =>
  event(`UID:${uid}`, `DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`);

function read(text: string, horizon = HORIZON) {
  const reading = readCalendar(text, horizon);
  if (reading.state !== "ok") throw new Error(reading.state);
  return reading;
}
const spans = (events: readonly ReadEvent[]) => events.map(({ checkIn, checkOut }) => `${checkIn}/${checkOut}`);
const nights = (...lines: string[]) => spans(read(calendar(...event("UID:x", ...lines))).events);

describe("S-10: only a complete calendar is accepted", () => {
  test.each([
    ["empty_body", ""],
    ["empty_body", "\r\n \n"],
    ["not_ical", "<!doctype html><title>Sorry</title>"],
    ["not_ical", "BEGIN:VCARD\nEND:VCARD\n"],
    ["truncated", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"],
    ["truncated", calendar(...day("a", "20270101", "20270103"), ...day("b", "20270105", "20270107")).slice(0, -60)],
    ["truncated", `BEGIN:VCALENDAR\n${calendar()}`],
    ["truncated", "BEGIN:VCALENDAR\n" + "BEGIN:VALARM\n".repeat(200_000)],
    ["too_many", "BEGIN:VCALENDAR\n" + "BEGIN:VEVENT\n".repeat(200_000)],
  ])("%s", (state, text) => {
    const usedMs = startProcessorTimer();
    expect(readCalendar(text, HORIZON).state).toBe(state);
    expect(usedMs()).toBeLessThan(1000);
  });

  test("a calendar without events is complete", () => {
    expect(read("BEGIN:VCALENDAR\r\nEND:VCALENDAR").events).toEqual([]);
  });
});

describe("S-11: dates stay the same in every server time zone", () => {
  const usual = process.env["TZ"];
  afterEach(() => {
    process.env["TZ"] = usual;
  });
  test.each(["UTC", "Asia/Colombo", "America/Los_Angeles", "Pacific/Kiritimati"])("in %s", (zone) => {
    process.env["TZ"] = zone;
    const text = calendar(
      ...day("a", "20270101", "20270103"),
      ...event("UID:b", "DTSTART:20270110T183000Z", "DTEND:20270112T183000Z"),
      ...event("UID:c", "DTSTART;TZID=Europe/Berlin:20270325T220000", "DTEND;TZID=Europe/Berlin:20270330T060000"),
    );
    expect(spans(read(text).events)).toEqual([
      "2027-01-01/2027-01-03",
      "2027-01-11/2027-01-13",
      "2027-03-26/2027-03-30",
    ]);
  });
});

describe("S-12: the end of an event", () => {
  test.each([
    ["an event without an end lasts one night", ["DTSTART;VALUE=DATE:20270101"], ["2027-01-01/2027-01-02"]],
    ["a timed event without an end lasts one night, too", ["DTSTART:20270101T140000"], ["2027-01-01/2027-01-02"]],
    [
      "an event that ends on its first day lasts one night",
      ["DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:20270101"],
      ["2027-01-01/2027-01-02"],
    ],
    ["a duration", ["DTSTART;VALUE=DATE:20270101", "DURATION:P1W"], ["2027-01-01/2027-01-08"]],
    ["a duration in hours", ["DTSTART;VALUE=DATE:20270101", "DURATION:PT48H"], ["2027-01-01/2027-01-03"]],
    ["a timed duration", ["DTSTART:20270101T140000", "DURATION:P1DT21H"], ["2027-01-01/2027-01-03"]],
    ["dates without VALUE=DATE", ["DTSTART:20280110", "DTEND:20280112"], ["2028-01-10/2028-01-12"]],
    [
      "parameters with several values",
      ['DTSTART;X=a,"b:c";VALUE=DATE:20270101', 'DTEND;X="a",b;VALUE=DATE:20270103'],
      ["2027-01-01/2027-01-03"],
    ],
    [
      "DTEND before DTSTART in the file",
      ["DTEND;VALUE=DATE:20270103", "DTSTART;VALUE=DATE:20270101"],
      ["2027-01-01/2027-01-03"],
    ],
  ])("%s", (_, lines, expected) => expect(nights(...lines)).toEqual(expected));

  test.each([
    [["DTSTART;VALUE=DATE:20270103", "DTEND;VALUE=DATE:20270101"], "ends before it begins"],
    [["DTSTART;VALUE=DATE:20281345"], "is not a valid date"],
    [["DTSTART;VALUE=DATE:20270230"], "is not a valid date"],
    [["DTEND;VALUE=DATE:20270101"], "has no DTSTART"],
    [["DTSTART;VALUE=DATE:20270101", "DURATION:soon"], "cannot be read"],
    [["DTSTART 20270101"], "cannot be read"],
    [["DTSTART;VALUE=DATE:20270101", 'DTEND;X="open:20270102'], "cannot be read"],
    [["DTSTART;VALUE=DATE:20270101", "RRULE:FREQ=SECONDLY"], "it repeats SECONDLY"],
    [["DTSTART;VALUE=DATE:20270101", "RRULE:FREQ=WEEKLY;BYDAY=XX"], "its BYDAY cannot be read"],
    [["BEGIN:VALARM", "TRIGGER:-PT1H", "DTSTART;VALUE=DATE:20270101"], "has no end"],
  ])("an error affects only its own event: %j", (lines, message) => {
    const { events, errors } = read(
      calendar(...event("UID:bad", "SUMMARY:Bad one", ...lines), ...day("good", "20270201", "20270203")),
    );
    expect(spans(events)).toEqual(["2027-02-01/2027-02-03"]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(message);
  });
});

describe("S-12: occurrences across a change of the clocks", () => {
  // In New York, clocks go back on 7 November 2027 and forward on 14 March 2027.
  const inNewYork = (...lines: string[]) =>
    spans(read(calendar(...event("UID:x", ...lines)), { ...HORIZON, zone: "America/New_York" }).events);
  const start = "DTSTART;TZID=America/New_York:20271106T233000";
  const end = "DTEND;TZID=America/New_York:20271107T233000";

  test("with DTEND, all occurrences are exactly as long as the first, here 25 hours", () => {
    const first = "2027-11-06/2027-11-07";
    const others = ["2027-11-13/2027-11-15", "2027-11-20/2027-11-22"];
    expect(inNewYork(start, end, "RRULE:FREQ=WEEKLY;COUNT=3")).toEqual([first, ...others]);
    expect(inNewYork(start, end, "RDATE;TZID=America/New_York:20271113T233000,20271120T233000")).toEqual([
      first,
      ...others,
    ]);
  });

  test("with DURATION, a day ends at the same local time, and hours are exact", () => {
    expect(inNewYork(start, "DURATION:P1D", "RRULE:FREQ=WEEKLY;COUNT=2")).toEqual([
      "2027-11-06/2027-11-07",
      "2027-11-13/2027-11-14",
    ]);
    expect(inNewYork("DTSTART;TZID=America/New_York:20270314T003000", "DURATION:PT23H")).toEqual([
      "2027-03-14/2027-03-15",
    ]);
  });

  test("floating times end at the same local time", () => {
    expect(inNewYork("DTSTART:20271106T233000", "DTEND:20271107T233000", "RRULE:FREQ=WEEKLY;COUNT=2")).toEqual([
      "2027-11-06/2027-11-07",
      "2027-11-13/2027-11-14",
    ]);
    expect(inNewYork("DTSTART:20270314T003000", "DURATION:PT23H")).toEqual([]);
  });
});

describe("S-13: a timed event occupies night N if and only if start < midnight(N+1) <= end", () => {
  test.each([
    ["until noon", ["DTSTART:20270101T140000", "DTEND:20270103T110000"], ["2027-01-01/2027-01-03"]],
    ["until midnight", ["DTSTART:20270101T140000", "DTEND:20270102T000000"], ["2027-01-01/2027-01-02"]],
    ["until a second before midnight", ["DTSTART:20270101T140000", "DTEND:20270101T235959"], []],
    ["from midnight", ["DTSTART:20270101T000000", "DTEND:20270102T000000"], ["2027-01-01/2027-01-02"]],
    ["UTC", ["DTSTART:20270101T183000Z", "DTEND:20270102T183000Z"], ["2027-01-02/2027-01-03"]],
    [
      "a quoted zone",
      ['DTSTART;TZID="Asia/Kolkata":20270101T140000', "DTEND:20270102T110000"],
      ["2027-01-01/2027-01-02"],
    ],
    [
      "a leading slash",
      ["DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Kiev:20270101T230000", "DTEND:20270103T110000"],
      ["2027-01-02/2027-01-03"],
    ],
    [
      "a Windows name",
      ["DTSTART;TZID=Pacific Standard Time:20270101T120000", "DTEND;TZID=Pacific Standard Time:20270102T120000"],
      ["2027-01-02/2027-01-03"],
    ],
    [
      "Outlook's whole days",
      ["DTSTART;TZID=Sri Lanka Standard Time:20270101T000000", "DTEND;TZID=Sri Lanka Standard Time:20270103T000000"],
      ["2027-01-01/2027-01-03"],
    ],
  ])("%s", (_, lines, expected) => expect(nights(...lines)).toEqual(expected));

  test("an event within one day is reported as ignored; an unknown time zone is reported and read as the property's", () => {
    const { events, notes } = read(
      calendar(
        ...event("UID:a", "SUMMARY:Dentist", "DTSTART:20270101T100000", "DTEND:20270101T110000"),
        ...event(
          "UID:b",
          "DTSTART;TZID=Middle-earth/Shire:20270105T100000",
          "DTEND;TZID=Middle-earth/Shire:20270106T100000",
        ),
      ),
    );
    expect(spans(events)).toEqual(["2027-01-05/2027-01-06"]);
    expect(notes.join()).toContain('Ignored, because it starts and ends on the same day: "Dentist"');
    expect(notes.join()).toContain('Time zone "Middle-earth/Shire" is unknown');
  });
});

describe("S-13: a zone that the calendar describes itself", () => {
  const part = (kind: string, from: string, to: string, ...lines: string[]) => [
    `BEGIN:${kind}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...lines,
    `END:${kind}`,
  ];
  const zone = (id: string, ...parts: string[]) => ["BEGIN:VTIMEZONE", `TZID:${id}`, ...parts, "END:VTIMEZONE"];
  const berlin = [
    ...part("DAYLIGHT", "+0100", "+0200", "DTSTART:16010101T020000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3"),
    ...part("STANDARD", "+0200", "+0100", "DTSTART:16010101T030000", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10"),
  ];
  const stay = (id: string, start: string, end: string) =>
    event("UID:x", `DTSTART;TZID="${id}":${start}`, `DTEND;TZID="${id}":${end}`);

  test.each([
    // Clocks in Colombo are 4.5 hours ahead of those in Berlin in winter, and 3.5 hours in summer.
    ["20261206T193000", "20261208T192959", "2026-12-07/2026-12-08"],
    ["20270706T203000", "20270708T202959", "2027-07-07/2027-07-08"],
    ["20270706T192959", "20270708T203000", "2027-07-06/2027-07-09"],
  ])("is used under whatever name: %s to %s", (start, end, expected) => {
    for (const id of ["Customized Time Zone", "(UTC+01:00) Amsterdam, Berlin", "tzone://Microsoft/Custom"]) {
      const { events, notes } = read(calendar(...zone(id.replace(",", "\\,"), ...berlin), ...stay(id, start, end)));
      expect({ spans: spans(events), notes }, id).toEqual({ spans: [expected], notes: [] });
    }
  });

  test("may have changed its clocks for the last time, or have no rule that can be read", () => {
    const ended = part(
      "DAYLIGHT",
      "+0000",
      "+1200",
      "DTSTART:20000101T000000",
      "RRULE:FREQ=YEARLY;UNTIL=20200101T000000Z",
    );
    const last = part("STANDARD", "+1200", "+0000", "DTSTART:20200601T000000", "RDATE:20200601T000000,20200602T000000");
    const stayInIt = stay("Mine", "20270106T183000", "20270108T182959");
    expect(spans(read(calendar(...zone("Mine", ...ended, ...last), ...stayInIt)).events)).toEqual([
      "2027-01-07/2027-01-08",
    ]);
    const broken = part("STANDARD", "+0000", "+0000", "DTSTART:20200601T000000", "RRULE:FREQ=HOURLY");
    const { events, notes } = read(calendar(...zone("Mine", ...broken), ...stayInIt));
    expect(spans(events)).toEqual(["2027-01-06/2027-01-08"]);
    expect(notes[0]).toContain('Time zone "Mine" is unknown');
  });
});

test("S-13: Outlook's all-day events are whole days, in whatever zone their midnights are written", () => {
  const midnights = ["DTSTART;TZID=Eastern Standard Time:20270106T000000", "DTEND:20270108T000000Z"];
  expect(nights(...midnights, "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE")).toEqual(["2027-01-06/2027-01-08"]);
});

test("S-14: METHOD:CANCEL applies only to its own calendar in a file", () => {
  const cancelled = calendar("METHOD:CANCEL", ...day("a", "20270101", "20270103"));
  const { events } = read(cancelled + calendar("METHOD:PUBLISH", ...day("b", "20270105", "20270107")));
  expect(events.map(({ uid, cancelled: isCancelled }) => [uid, isCancelled])).toEqual([
    ["a", true],
    ["b", false],
  ]);
});

test("S-15: a change of this and all later occurrences moves them all", () => {
  const series = event(
    "UID:x",
    "DTSTART;VALUE=DATE:20270101",
    "DTEND;VALUE=DATE:20270103",
    "RRULE:FREQ=WEEKLY;COUNT=4",
  );
  const change = (id: string, from: string, to: string, ...lines: string[]) =>
    event("UID:x", `RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:${id}`, `DTSTART:${from}`, `DTEND:${to}`, ...lines);
  const second = change("20270108", "20270109", "20270112");
  const of = (...lines: string[]) =>
    spans(read(calendar(...lines)).events.filter(({ cancelled }) => !cancelled)).toSorted();
  const first = "2027-01-01/2027-01-03";
  expect(of(...second, ...series)).toEqual([
    first,
    "2027-01-09/2027-01-12",
    "2027-01-16/2027-01-19",
    "2027-01-23/2027-01-26",
  ]);
  expect(of(...series, ...second, ...change("20270122", "20270120", "20270121"))).toEqual([
    first,
    "2027-01-09/2027-01-12",
    "2027-01-16/2027-01-19",
    "2027-01-20/2027-01-21",
  ]);
  expect(of(...series, ...change("20270108", "20270108", "20270110", "STATUS:CANCELLED"))).toEqual([first]);
});

test("S-15: a change of all later occurrences may name the first one in UTC", () => {
  const series = event(
    "UID:x",
    "DTSTART;TZID=Asia/Colombo:20270104T000000",
    "DTEND;TZID=Asia/Colombo:20270106T000000",
    "RRULE:FREQ=WEEKLY;COUNT=4",
  );
  const change = event(
    "UID:x",
    "RECURRENCE-ID;RANGE=THISANDFUTURE:20270110T183000Z",
    "DTSTART;TZID=Asia/Colombo:20270111T000000",
    "DTEND;TZID=Asia/Colombo:20270114T000000",
  );
  expect(spans(read(calendar(...series, ...change)).events).toSorted()).toEqual([
    "2027-01-04/2027-01-06",
    "2027-01-11/2027-01-14",
    "2027-01-18/2027-01-21",
    "2027-01-25/2027-01-28",
  ]);
});

test("S-15: an occurrence that a change has made longer counts until it ends, however long ago it began", () => {
  const series = event(
    "UID:x",
    "DTSTART;VALUE=DATE:20261001",
    "DTEND;VALUE=DATE:20261002",
    "RRULE:FREQ=MONTHLY;COUNT=3",
  );
  const change = event(
    "UID:x",
    "RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261101",
    "DTSTART;VALUE=DATE:20261101",
    "DTEND;VALUE=DATE:20261121",
  );
  const { events } = read(calendar(...series, ...change), {
    ...HORIZON,
    today: toLocalDate("2026-12-15"),
  });
  expect(spans(events)).toContain("2026-12-01/2026-12-21");
});

test("S-15: an added period counts until it ends, however long ago it began", () => {
  const start = ["DTSTART:20261001T150000", "DTEND:20261002T100000"];
  expect(nights(...start, "RDATE;VALUE=PERIOD:20261101T150000/P25D")).toEqual(["2026-11-01/2026-11-26"]);
});

test("S-14: cancelled events do not count, tentative events do, and free time counts except in private calendars", () => {
  const text = calendar(
    ...event("UID:a", "STATUS:CANCELLED", "DTSTART;VALUE=DATE:20270101"),
    ...event("UID:b", "STATUS:TENTATIVE", "DTSTART;VALUE=DATE:20270201"),
    ...event("UID:c", "TRANSP:TRANSPARENT", "DTSTART;VALUE=DATE:20270301"),
  );
  const { events } = read(text);
  expect(spansOf(prepare(events, "other", null, HORIZON.today).events)).toEqual(["2027-02-01/2027-02-02"]);
  expect(spansOf(prepare(events, "airbnb", "airbnb", HORIZON.today).events)).toHaveLength(2);
  const all = read(text.replace("VERSION:2.0", "METHOD:CANCEL")).events;
  expect(prepare(all, "airbnb", "airbnb", HORIZON.today).events).toEqual([]);
});
const spansOf = (events: readonly { checkIn: string; checkOut: string }[]) =>
  events.map(({ checkIn, checkOut }) => `${checkIn}/${checkOut}`);

test("S-15: repeating events, with excluded, added and moved days, are expanded only within the window", () => {
  const text = calendar(
    ...event(
      "UID:w",
      "DTSTART;VALUE=DATE:20200106",
      "DTEND;VALUE=DATE:20200108",
      "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261214",
      "EXDATE;VALUE=DATE:20261130",
      "RDATE;VALUE=DATE:20261226",
    ),
    ...event("UID:w", "RECURRENCE-ID;VALUE=DATE:20261207", "DTSTART;VALUE=DATE:20261208", "DTEND;VALUE=DATE:20261209"),
  );
  expect(spans(read(text).events)).toEqual([
    "2026-11-23/2026-11-25",
    "2026-12-14/2026-12-16",
    "2026-12-26/2026-12-28",
    "2026-12-08/2026-12-09",
  ]);
  const endless = read(
    calendar(...event("UID:d", "SUMMARY:Always", "DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=DAILY")),
  );
  expect(endless.events.length).toBeLessThanOrEqual(1000);
  expect(endless.events.length).toBeGreaterThan(729);
});

describe("S-15: repeating events", () => {
  const repeats = (...lines: string[]) => nights(...lines);
  const evening = ["DTSTART;TZID=Asia/Colombo:20261201T220000", "DTEND;TZID=Asia/Colombo:20261202T080000"];

  test("may have begun long before 2000", () => {
    expect(repeats("DTSTART;VALUE=DATE:19800512", "RRULE:FREQ=YEARLY")).toEqual([
      "2027-05-12/2027-05-13",
      "2028-05-12/2028-05-13",
    ]);
    expect(repeats("DTSTART;VALUE=DATE:19500101", "RRULE:FREQ=MONTHLY;COUNT=925")).toEqual([
      "2026-12-01/2026-12-02",
      "2027-01-01/2027-01-02",
    ]);
    expect(read(calendar(...event("DTSTART;VALUE=DATE:00010101"))).errors.join()).toContain("before the year 1583");
  });

  test("a calendar closed until 9999 is closed for our whole window", () => {
    expect(repeats("DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:99991231")).toEqual(["2027-01-01/2199-12-31"]);
  });

  test.each([
    [
      "UNTIL on the day of an occurrence, before its start time",
      ["RRULE:FREQ=DAILY;UNTIL=20261203T100000Z"],
      ["12-01", "12-02"],
    ],
    ["UNTIL at the exact start time", ["RRULE:FREQ=DAILY;UNTIL=20261203T163000Z"], ["12-01", "12-02", "12-03"]],
    ["UNTIL one second before the start time", ["RRULE:FREQ=DAILY;UNTIL=20261203T162959Z"], ["12-01", "12-02"]],
    ["UNTIL before the event begins", ["RRULE:FREQ=DAILY;UNTIL=20261130"], ["12-01"]],
    ["UNTIL as a date", ["RRULE:FREQ=DAILY;UNTIL=20261203"], ["12-01", "12-02", "12-03"]],
    ["UNTIL in the event's local time", ["RRULE:FREQ=DAILY;UNTIL=20261202T215900"], ["12-01"]],
    ["EXDATE at the exact start time", ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261202T163000Z"], ["12-01", "12-03"]],
    ["EXDATE at another time of day", ["RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261202T100000Z"], ["12-01", "12-02"]],
    ["EXDATE as a date", ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20261202"], ["12-01", "12-03"]],
  ])("%s", (_, lines, days) => {
    const found = repeats(...evening, ...lines).map((span) => span.slice(5, 10));
    expect(found).toEqual(days);
  });

  test("UNTIL and EXDATE of all-day events are compared by date, even if they are written as times in UTC", () => {
    const whole = (...lines: string[]) =>
      repeats("DTSTART;VALUE=DATE:20261201", ...lines).map((span) => span.slice(5, 10));
    expect(whole("RRULE:FREQ=DAILY;UNTIL=20261202T000000Z")).toEqual(["12-01", "12-02"]);
    expect(whole("RRULE:FREQ=DAILY;UNTIL=20261201T183000Z")).toEqual(["12-01", "12-02"]);
    expect(whole("RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261202T000000Z")).toEqual(["12-01"]);
  });

  test("an added day has its own start time, and an added period has its own length", () => {
    const added = (line: string) => repeats(...evening, line);
    expect(added("RDATE:20261210T200000Z")).toEqual(["2026-12-01/2026-12-02"]);
    expect(added("RDATE;VALUE=PERIOD:20261210T120000Z/P3D")).toEqual([
      "2026-12-01/2026-12-02",
      "2026-12-10/2026-12-13",
    ]);
  });
});

test("S-15: rules that match rarely or never are evaluated quickly", () => {
  const usedMs = startProcessorTimer();
  for (const rule of [
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=2",
    "FREQ=YEARLY;INTERVAL=10000",
    "FREQ=DAILY;COUNT=1000000",
  ]) {
    read(calendar(...event("UID:x", "DTSTART;VALUE=DATE:20000101", `RRULE:${rule}`)));
  }
  expect(usedMs()).toBeLessThan(500);
});

describe("S-16: careless formatting is accepted", () => {
  const plain = calendar(
    ...event("UID:a", "DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:20270103", "SUMMARY:Reserved"),
  );
  test.each([
    ["LF", plain.replaceAll("\r\n", "\n")],
    ["CR", plain.replaceAll("\r\n", "\r")],
    ["mixed endings and blank lines", plain.replace("\r\n", "\n\n").replace("SUMMARY", "\r\nSUMMARY")],
    [
      "lower case",
      plain
        .replaceAll("DTSTART;VALUE=DATE", "dtstart;value=date")
        .replaceAll("BEGIN", "begin")
        .replaceAll("END:", "end:"),
    ],
    ["trailing blanks", plain.replaceAll("\r\n", "  \r\n")],
    [
      "an alarm inside the event",
      plain.replace("SUMMARY", "BEGIN:VALARM\r\nDTSTART;VALUE=DATE:20200101\r\nSUMMARY:ring\r\nEND:VALARM\r\nSUMMARY"),
    ],
    ["a second calendar", plain + plain.replace("UID:a", "UID:b").replaceAll("202701", "202702")],
    ["a long line", plain.replace("SUMMARY:Reserved", `SUMMARY:Reserved${"x".repeat(500)}`)],
  ])("%s", (name, text) => {
    expect(spans(read(text).events)).toEqual(
      name === "a second calendar" ? ["2027-01-01/2027-01-03", "2027-02-01/2027-02-03"] : ["2027-01-01/2027-01-03"],
    );
    expect(read(text).errors).toEqual([]);
  });
});

test("S-16: an event without an end does not hide the next one", () => {
  const [begin = "", ...rest] = day("a", "20270101", "20270103");
  const { events, errors } = read(calendar(begin, ...rest.slice(0, -1), ...day("b", "20270105", "20270107")));
  expect(spans(events)).toEqual(["2027-01-05/2027-01-07"]);
  expect(errors).toEqual(['"a": VEVENT has no end']);
});

test.each(["VTIMEZONE", "VTODO"])("S-16: the events after a %s without END are not lost", (component) => {
  const { events } = read(
    calendar(`BEGIN:${component}`, ...day("a", "20270101", "20270103"), ...day("b", "20270105", "20270107")),
  );
  expect(spans(events)).toEqual(["2027-01-01/2027-01-03", "2027-01-05/2027-01-07"]);
});

test("S-16: dates may be written with hyphens and colons", () => {
  expect(nights("DTSTART;VALUE=DATE:2027-01-06", "DTEND:2027-01-08T10:00:00")).toEqual(["2027-01-06/2027-01-08"]);
});

test("S-17: a calendar with too many events or an overlong line is reported and does not cause a crash", () => {
  const many = calendar(...Array.from({ length: 5001 }, (_, n) => day(`u${n}`, "20270101", "20270102")).flat());
  expect(readCalendar(many, HORIZON).state).toBe("too_many");
  expect(readCalendar(calendar(`X-LONG:${"x".repeat(65_000)}`), HORIZON).state).toBe("too_large");
});

test("S-20: an event without a UID is identified by its dates and text; among duplicates, the one with the higher SEQUENCE counts", () => {
  const text = calendar(
    ...event("DTSTART;VALUE=DATE:20270101", "SUMMARY:Guests"),
    ...event("UID:t", "SEQUENCE:1", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270203"),
    ...event("UID:t", "SEQUENCE:2", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270205"),
    ...event("UID:t", "DTSTART;VALUE=DATE:20270301", "DTEND;VALUE=DATE:20270302"),
  );
  const { events } = prepare(read(text).events, "other", null, HORIZON.today);
  expect(events.map(({ uid, checkOut }) => `${uid} ${checkOut}`)).toEqual([
    "2027-01-01/2027-01-02 Guests 2027-01-02",
    "t 2027-02-05",
    "t 2027-03-02",
  ]);
});

test("S-20: among duplicates with the same SEQUENCE, the nights of all stay closed, in whatever order they are listed", () => {
  const entries = [
    event("UID:a", "STATUS:CANCELLED", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270203"),
    event("UID:a", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270203"),
    event("UID:a", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270205"),
    event("STATUS:CANCELLED", "DTSTART;VALUE=DATE:20270301", "DTEND;VALUE=DATE:20270302", "SUMMARY:Reserved"),
    event("DTSTART;VALUE=DATE:20270301", "DTEND;VALUE=DATE:20270302", "SUMMARY:Reserved"),
    // A block closes no nights in "reservations" mode, but all of them in "everything" mode.
    event("UID:b", "DTSTART;VALUE=DATE:20270401", "DTEND;VALUE=DATE:20270409", "SUMMARY:Airbnb (Not available)"),
    event("UID:b", "DTSTART;VALUE=DATE:20270401", "DTEND;VALUE=DATE:20270403", "SUMMARY:Reserved"),
    event("UID:c", "DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270503", "SUMMARY:Airbnb (Not available)"),
    event("UID:c", "DTSTART;VALUE=DATE:20270501", "DTEND;VALUE=DATE:20270503", "SUMMARY:Reserved"),
  ];
  for (const listed of [entries, entries.toReversed()]) {
    const { events } = prepare(read(calendar(...listed.flat())).events, "airbnb", "airbnb", HORIZON.today);
    expect(events.map(({ kind, checkIn, checkOut }) => `${kind} ${checkIn}/${checkOut}`)).toEqual([
      "unknown 2027-02-01/2027-02-05",
      "reservation 2027-03-01/2027-03-02",
      "reservation 2027-04-01/2027-04-09",
      "reservation 2027-05-01/2027-05-03",
    ]);
  }
});

test("S-20: long text is not cut within a character, which no database stores as it is", () => {
  const long = `${"x".repeat(499)}\u{1f600} and more`;
  const text = calendar(
    ...event(`UID:${long}`, `SUMMARY:${long}`, `DESCRIPTION:${"x".repeat(3500)}${long}`, "DTSTART;VALUE=DATE:20270101"),
  );
  const [found] = read(text).events;
  for (const cut of [found?.uid, found?.summary, found?.description]) expect(cut?.isWellFormed()).toBe(true);
});

test("S-20: a SEQUENCE may be a time in seconds", () => {
  const text = calendar(
    ...event("UID:t", "SEQUENCE:999999999", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270203"),
    ...event("UID:t", "SEQUENCE:1796064783", "DTSTART;VALUE=DATE:20270201", "DTEND;VALUE=DATE:20270202"),
  );
  expect(spansOf(prepare(read(text).events, "other", null, HORIZON.today).events)).toEqual(["2027-02-01/2027-02-02"]);
});

test("S-29: events that ended before yesterday or begin more than 730 days ahead are left out", () => {
  const text = calendar(
    ...day("old", "20261101", "20261119"),
    ...day("now", "20261118", "20261121"),
    ...day("far", "20281125", "20281127"),
  );
  const { events, leftOut } = prepare(read(text).events, "airbnb", "airbnb", HORIZON.today);
  expect([events.map(({ uid }) => uid), leftOut]).toEqual([["now"], 1]);
});

test.each([
  ["2026-01-01", "2025-01-01/2030-01-01"],
  ["2026-12-31", "2025-01-01/2030-01-01"],
  ["2027-01-01", "2026-01-01/2031-01-01"],
])("S-29: on %s, the nights %s of a calendar that is always closed are imported", (today, nights) => {
  const { events } = read(calendar(...event("DTSTART;VALUE=DATE:19900101", "DTEND;VALUE=DATE:99991231")));
  expect(spansOf(prepare(events, "other", null, toLocalDate(today)).events)).toEqual([nights]);
});

test("property names in a file cannot change object prototypes", () => {
  const text = calendar(...event("UID:__proto__", "__proto__:x", "constructor:y", "DTSTART;VALUE=DATE:20270101"));
  expect(read(text).events[0]?.uid).toBe("__proto__");
  expect(Object.keys(Object.prototype)).toEqual([]);
});
