/**
 * Calendars that are expensive to read. Each kind exaggerates one thing that a reader may handle badly.
 * The same number always gives the same calendar. `scale` is 1 for a file of 2 to 60 kB, and 100 for the largest files,
 * which are at most 2 MB.
 */
type Random = { below: (n: number) => number; pick: <T>(list: readonly [T, ...T[]]) => T };
type Kind = (random: Random, scale: number) => string | Buffer;

/** Reproducible pseudo-random numbers (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed;
  const below = (n: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
  return { below, pick: (list) => list[below(list.length)] ?? list[0] };
}

const PRODUCTS = ["-//Airbnb Inc//Hosting Calendar 1.0//EN", "-//HomeAway.com, Inc.//EN", "Expedia", "x"] as const;
const ZONES = ["Europe/Berlin", "America/New_York", "Pacific Standard Time", "Nowhere/Land"] as const;
const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

const calendar = (random: Random, lines: Iterable<string>) =>
  ["BEGIN:VCALENDAR", `PRODID:${random.pick(PRODUCTS)}`, ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (uid: string | number, ...lines: string[]) => ["BEGIN:VEVENT", `UID:${uid}`, ...lines, "END:VEVENT"];
const times = (n: number, make: (i: number) => readonly string[] | string) =>
  Array.from({ length: n }, (_, i) => make(i)).flat();
const two = (n: number) => String(n).padStart(2, "0");
const day = (random: Random, from = 2026, years = 2) =>
  `${from + random.below(years)}${two(1 + random.below(12))}${two(1 + random.below(28))}`;
/** DTSTART and DTEND of an event, with or without times. */
function span(random: Random, start = day(random, 1990, 36)): string[] {
  const end = `${start.slice(0, 6)}${two(Number(start.slice(6)) + random.below(3))}`;
  if (random.below(2) === 0) return [`DTSTART;VALUE=DATE:${start}`, `DTEND;VALUE=DATE:${end}`];
  const zone = random.pick(ZONES);
  return [`DTSTART;TZID=${zone}:${start}T090000`, `DTEND;TZID=${zone}:${end}T100000`];
}

const KINDS = {
  "rules with many occurrences": (random, scale) =>
    calendar(
      random,
      times(60 * Math.ceil(scale / 2), (i) =>
        event(i, ...span(random), `RRULE:FREQ=${random.pick(["DAILY", "DAILY", "WEEKLY"])}`),
      ),
    ),
  "rules that never match": (random, scale) =>
    calendar(
      random,
      times(60 * scale, (i) =>
        event(
          i,
          ...span(random, `16${two(random.below(99))}0101`),
          `RRULE:FREQ=${random.pick(FREQUENCIES)};BYMONTH=2;BYMONTHDAY=${random.pick([30, 31])};COUNT=${1 + random.below(1000)}`,
        ),
      ),
    ),
  "rules with a high COUNT": (random, scale) =>
    calendar(
      random,
      times(50 * scale, (i) =>
        event(
          i,
          ...span(random, "15830101"),
          `RRULE:FREQ=${random.pick(FREQUENCIES)};COUNT=1000000;INTERVAL=${1 + random.below(3)}`,
        ),
      ),
    ),
  "lists in rules": (random, scale) => {
    const list = (values: readonly [string, ...string[]]) =>
      Array.from({ length: 300 * Math.min(scale, 40) }, () => random.pick(values)).join(",");
    return calendar(
      random,
      times(10, (i) =>
        event(
          i,
          ...span(random),
          `RRULE:FREQ=${random.pick(FREQUENCIES)};BYDAY=${list(["MO", "-1FR", "+53TU", "2WE"])};BYSETPOS=${list(["1", "-366", "366"])}`,
        ),
      ),
    );
  },
  "one line again and again": (random, scale) => {
    const line = random.pick([
      "UID:x",
      "SUMMARY:y",
      "X-Z:1",
      "DTSTART:20270101",
      "EXDATE:20270101",
      "ATTENDEE;A=b;C=d:e",
    ]);
    return calendar(random, event("u", ...span(random), "RRULE:FREQ=DAILY", ...times(1000 * scale, () => line)));
  },
  "short lines": (random, scale) => {
    const line = random.pick(["\n", "\r", "X\n", ":\n", " \n", "\r\n ", "\n\t", "A;B\n"]);
    return calendar(random, event("u", ...span(random), line.repeat(9000 * scale)));
  },
  "long lines": (random, scale) => {
    const piece = random.pick([";A=1", ';A="b"', ';A="', ",", '"', "\\n", "\\", ":", "=", ";A=b,c"]);
    return calendar(
      random,
      event(
        "u",
        ...times(
          Math.ceil(scale / 3),
          (i) =>
            `${random.pick(["DTSTART", "SUMMARY", "X", "RRULE", "UID"])}${i % 2 ? ":" : ""}${piece.repeat(60_000 / piece.length)}`,
        ),
      ),
    );
  },
  "days left out": (random, scale) => {
    const value = () => `${day(random)}T090000${random.pick(["", "Z"])}`;
    const values = () => Array.from({ length: 900 }, value).join(",");
    const name = random.pick(["EXDATE", "RDATE", "RDATE;VALUE=PERIOD"]);
    return calendar(
      random,
      event(
        "u",
        ...span(random),
        "RRULE:FREQ=DAILY",
        ...times(scale, () => `${name};TZID=${random.pick(ZONES)}:${values()}`),
      ),
    );
  },
  "time zones": (random, scale) => {
    const name = (i: number) =>
      random.pick([
        `Zone/${i}`,
        [..."europe/berlin"].map((letter) => (random.below(2) ? letter : letter.toUpperCase())).join(""),
        "a/".repeat(100 * scale),
        `Etc/GMT+${i % 13}`,
      ]);
    return calendar(
      random,
      times(30 * scale, (i) =>
        event(i, `DTSTART;TZID=${name(i).slice(0, 60_000)}:${day(random)}T090000`, "DURATION:P2D"),
      ),
    );
  },
  "one name for all": (random, scale) =>
    calendar(random, [
      ...times(20 * scale, () => event("same", ...span(random), "RRULE:FREQ=YEARLY")),
      ...times(20 * scale, () => event("same", ...span(random), `RECURRENCE-ID:${day(random)}T090000`)),
    ]),
  "parts in parts": (random, scale) =>
    `BEGIN:VCALENDAR\n${random.pick(["BEGIN:VEVENT\n", "BEGIN:A\nEND:B\n", "BEGIN:VALARM\n", "BEGIN:VEVENT\nBEGIN:VALARM\nEND:VEVENT\n"]).repeat(300 * scale)}END:VCALENDAR\n`,
  "spans without end": (random, scale) =>
    calendar(
      random,
      times(40 * scale, (i) =>
        event(
          i,
          `DTSTART;VALUE=DATE:${day(random)}`,
          random.pick(["DTEND;VALUE=DATE:99991231", "DURATION:P36500D", "DTEND;VALUE=DATE:21991231"]),
        ),
      ),
    ),
  "long texts": (random, scale) => {
    const text = random.pick([
      "a",
      "reserved - ",
      "HM ABCDEF ",
      "https://airbnb.com/hosting ",
      "(last 4 digits): ",
      " ",
      "\\n",
      "é",
    ]);
    const length = Math.floor(20_000 / text.length);
    return calendar(
      random,
      times(scale, (i) =>
        event(
          `${text.repeat(30)}${i}`,
          `DTSTART;VALUE=DATE:${day(random)}`,
          `SUMMARY:${text.repeat(length / 2)}`,
          `DESCRIPTION:${text.repeat(length / 2)}`,
        ),
      ),
    );
  },
  "as many stays as a file holds": (random, scale) =>
    calendar(
      random,
      times(45 * scale, (i) => event(`${i}@airbnb.com`, `DTSTART;VALUE=DATE:${day(random)}`, "SUMMARY:Reserved")),
    ),
  "damaged bytes": (random, scale) => {
    const bytes = Buffer.from(
      calendar(
        random,
        times(20 * scale, (i) => event(i, ...span(random), "SUMMARY:Réservée")),
      ),
    );
    for (let n = 0; n < bytes.length / 50; n++) bytes[random.below(bytes.length)] = random.below(256);
    const mark = random.pick([[], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf]]);
    return Buffer.concat([Buffer.from(mark), bytes]);
  },
} satisfies Record<string, Kind>;

export const HOSTILE_KINDS = Object.keys(KINDS).length;

const LARGEST = 1_990_000;

/** Consecutive numbers give different kinds; one in twenty calendars of each kind has the largest scale. */
export function hostileCalendar(number: number): { kind: string; body: Buffer } {
  const random = createRandom(number);
  const kinds: [string, Kind][] = Object.entries(KINDS);
  const [kind = "", make = () => ""] = kinds[number % kinds.length] ?? [];
  const round = Math.floor(number / kinds.length) % 20;
  const scale = round === 19 ? 100 : 1 + random.below(round < 15 ? 3 : 15);
  return { kind, body: Buffer.from(make(random, scale)).subarray(0, LARGEST) };
}
