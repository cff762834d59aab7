import { describe, expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { PLATFORM_NAMES } from "./channel.ts";
import { classify, type Family, familyOf } from "./classify.ts";
import { collisions, type Holder, duplicateStays } from "./conflicts.ts";
import type { FeedEvent } from "./feed-event.ts";
import type { Hold } from "./hold.ts";
import { holdsItsNights, type ImportedStay } from "./imported-stay.ts";
import { MAX_EVENTS_AHEAD } from "./feed-event.ts";
import { mergeCalendar, type MergeInput, type Merged } from "./merge.ts";

const START = Date.parse("2026-11-21T06:00:00Z");
const MINUTE = 60_000;

/** One channel that reads calendar after calendar, as the server does. */
function reader(options: Partial<Pick<MergeInput, "platform" | "mode">> = {}) {
  let stays: ImportedStay[] = [];
  let hold: Hold | null = null;
  let nextId = 0;
  let now = START;
  let today = toLocalDate("2026-11-21");
  return {
    get stays() {
      return stays;
    },
    get hold() {
      return hold;
    },
    wait(minutes: number) {
      now += minutes * MINUTE;
    },
    day(date: string) {
      today = toLocalDate(date);
      now = Date.parse(`${date}T06:00:00Z`);
    },
    read(events: FeedEvent[], more: Partial<MergeInput> = {}): Merged {
      const merged = mergeCalendar({
        platform: "airbnb",
        name: PLATFORM_NAMES[options.platform ?? "airbnb"],
        channelId: "channel",
        mode: "reservations",
        stays,
        events,
        served: [],
        answers: new Map(),
        hold,
        today,
        now: new Date(now),
        newId: () => `stay-${nextId++}`,
        ...options,
        ...more,
      });
      const changed = new Map(merged.changes.map(({ after }) => [after.id, after]));
      stays = [
        ...stays.map((stay) => changed.get(stay.id) ?? stay),
        ...merged.changes.filter(({ before }) => !before).map(({ after }) => after),
      ];
      hold = merged.hold;
      return merged;
    },
    closed: () => stays.filter(holdsItsNights).map(({ startsOn, endsOn }) => `${startsOn}/${endsOn}`),
  };
}

function event(uid: string, checkIn: string, checkOut: string, more: Partial<FeedEvent> = {}): FeedEvent {
  return {
    uid,
    occurrence: "",
    checkIn: toLocalDate(checkIn),
    checkOut: toLocalDate(checkOut),
    summary: "Reserved",
    kind: "reservation",
    code: "",
    link: "",
    feedGuest: "",
    phoneDigits: "",
    ...more,
  };
}
const unknown = (uid: string, from: string, to: string) =>
  event(uid, from, to, { kind: "unknown", summary: "CLOSED - Not available" });
const block = (uid: string, from: string, to: string) =>
  event(uid, from, to, { kind: "block", summary: "Airbnb (Not available)" });
const changesIn = (merged: Merged) => merged.changes.filter((change) => change.event !== "").map(({ what }) => what);

describe("S-21: the kind of an event", () => {
  test.each<[Family | null, Partial<Record<"uid" | "summary" | "description", string>>, string]>([
    ["airbnb", { uid: "1418fb94e984-0a@airbnb.com", summary: "Reserved" }, "reservation"],
    [
      "airbnb",
      { uid: "x", summary: "Busy", description: "https://www.airbnb.com/hosting/reservations/details/HMABCDEF12" },
      "reservation",
    ],
    ["airbnb", { uid: "7f662ec65913-0a@airbnb.com", summary: "Airbnb (Not available)" }, "block"],
    ["airbnb", { uid: "6fec1092d3fa-0a@airbnb.com", summary: "Something" }, "block"],
    ["airbnb", { uid: "x", summary: "Not available" }, "block"],
    ["airbnb", { uid: "x", summary: "Ann Perera (HMABCDEF12)" }, "reservation"],
    ["airbnb", { uid: "x", summary: "A new word" }, "unknown"],
    ["vrbo", { summary: "Reserved - Ann" }, "reservation"],
    ["vrbo", { summary: "Réservée - Ann" }, "reservation"],
    ["vrbo", { summary: "Provisoire - Ann" }, "reservation"],
    ["vrbo", { summary: "Blocked" }, "block"],
    ["vrbo", { summary: "Indisponible" }, "block"],
    ["booking.com", { summary: "CLOSED - Not available" }, "unknown"],
    ["agoda", { summary: "Booked" }, "unknown"],
    ["expedia", { summary: "Reserved on Expedia", description: "Reserved by Ann" }, "reservation"],
    ["expedia", { summary: "Unavailable on Expedia" }, "block"],
    ["guesty", { summary: "Blocked by Guesty" }, "block"],
    ["google", { summary: "Holiday" }, "unknown"],
    [null, { summary: "Reserved" }, "unknown"],
  ])("for %s, %j is classified as %s", (family, text, kind) => {
    expect(classify({ uid: "", summary: "", description: "", ...text }, family).kind).toBe(kind);
  });

  test.each([
    ["https://www.airbnb.com.evil.example/hosting/reservations/details/HM1", ""],
    ["https://evilairbnb.com/hosting/reservations/details/HM1", ""],
    ["https://airbnb.com@evil.example/HM1", ""],
    [
      "https://www.airbnb.com.au/hosting/reservations/details/HM1",
      "https://www.airbnb.com.au/hosting/reservations/details/HM1",
    ],
    ["https://evil.example/a https://airbnb.de/rooms/1", "https://airbnb.de/rooms/1"],
  ])("in %s, the link to the stay is %j", (description, link) => {
    expect(classify({ uid: "1418fb94e984-0@airbnb.com", summary: "Reserved", description }, "airbnb").link).toBe(link);
  });

  test("reads the platform's booking code, link, guest name and phone digits", () => {
    const description =
      "Reservation URL: https://www.airbnb.com/hosting/reservations/details/HMABCDEF12\nPhone Number (Last 4 Digits): 0042";
    expect(classify({ uid: "1418fb94e984-0@airbnb.com", summary: "Reserved", description }, "airbnb")).toEqual({
      kind: "reservation",
      code: "HMABCDEF12",
      link: "https://www.airbnb.com/hosting/reservations/details/HMABCDEF12",
      feedGuest: "",
      phoneDigits: "0042",
    });
    // A direction mark in a name would change the order of the text after it.
    expect(classify({ uid: "", summary: "Reserved - Ann\u202e Lee", description: "" }, "vrbo").feedGuest).toBe(
      "Ann Lee",
    );
    expect(classify({ uid: "", summary: "Réservée - Zoé Martin", description: "" }, "vrbo").feedGuest).toBe(
      "Zoé Martin",
    );
    expect(
      classify({ uid: "", summary: "Reserved on Expedia", description: "Reserved by Ann" }, "expedia").feedGuest,
    ).toBe("Ann");
  });

  test("the platform that wrote a calendar is recognised by the PRODID or by the suffix of the UIDs", () => {
    expect(familyOf("-//Airbnb Inc//Hosting Calendar 1.0//EN", [])).toBe("airbnb");
    expect(familyOf("-//HomeAway.com, Inc.//EN", [])).toBe("vrbo");
    expect(familyOf("", [{ uid: "283293800@expedia.com" }])).toBe("expedia");
    expect(familyOf("-//Nobody//EN", [{ uid: "1" }])).toBeNull();
  });
});

test("S-20, S-24: an event with the same UID is the same stay; a change of its dates is recorded with the old and new dates", () => {
  const channel = reader();
  channel.read([event("a", "2027-01-01", "2027-01-04")]);
  const { changes } = channel.read([event("a", "2027-01-02", "2027-01-06")]);
  expect(changes).toMatchObject([
    {
      what: "changed",
      event: "Dates changed",
      before: { startsOn: "2027-01-01" },
      after: { startsOn: "2027-01-02", id: "stay-0" },
    },
  ]);
  expect(channel.closed()).toEqual(["2027-01-02/2027-01-06"]);
});

test("S-20: two events with the same UID and different starts remain two separate stays", () => {
  const channel = reader();
  channel.read([event("a", "2027-01-01", "2027-01-02"), event("a", "2027-02-01", "2027-02-02")]);
  expect(
    changesIn(channel.read([event("a", "2027-01-01", "2027-01-02"), event("a", "2027-02-01", "2027-02-02")])),
  ).toEqual([]);
  expect(channel.closed()).toHaveLength(2);
});

describe("S-25: a new UID for the same booking counts as a change of dates", () => {
  test.each([
    ["overlapping dates", unknown("old", "2027-05-30", "2027-06-02"), unknown("new", "2027-05-31", "2027-06-03")],
    [
      "same length, within a week",
      unknown("old", "2027-05-20", "2027-05-23"),
      unknown("new", "2027-05-26", "2027-05-29"),
    ],
  ])(
    "%s: the new nights close at once; the old nights open only after the stay has been missing long enough",
    (_, before, after) => {
      const channel = reader({ mode: "everything", platform: "booking.com" });
      channel.read([before]);
      const [old, next] = [before, after].map(({ checkIn, checkOut }) => `${checkIn}/${checkOut}`);
      const merged = channel.read([after]);
      expect(changesIn(merged)).toEqual(["changed", "moved-away"]);
      expect(merged.changes[0]).toMatchObject({ movedFrom: { uid: "old" }, after: { movedFrom: "stay-0" } });
      expect(channel.closed()).toEqual([old, next]);
      channel.wait(29);
      channel.read([after]);
      expect(channel.closed()).toEqual([old, next]);
      channel.wait(1);
      expect(changesIn(channel.read([after]))).toEqual(["moved-away"]);
      expect(channel.closed()).toEqual([next]);
    },
  );

  test("if the old dates reappear, there are two bookings, and both keep their nights", () => {
    const channel = reader({ mode: "everything", platform: "booking.com" });
    const [one, two] = [unknown("one", "2027-05-30", "2027-06-02"), unknown("two", "2027-06-01", "2027-06-04")];
    channel.read([one]);
    channel.read([two]);
    channel.wait(15);
    channel.read([one, two]);
    for (let n = 0; n < 5; n++) {
      channel.wait(31);
      expect(changesIn(channel.read([one, two]))).toEqual([]);
    }
    expect(channel.closed()).toEqual(["2027-05-30/2027-06-02", "2027-06-01/2027-06-04"]);
    expect(channel.stays.map(({ movedFrom }) => movedFrom)).toEqual([null, null]);
  });

  test("an event with the same code is the same booking, whatever its dates", () => {
    const channel = reader();
    channel.read([event("old", "2027-05-01", "2027-05-03", { code: "HMABCDEF12" })]);
    expect(changesIn(channel.read([event("new", "2027-09-01", "2027-09-08", { code: "HMABCDEF12" })]))).toEqual([
      "changed",
    ]);
    expect(channel.closed()).toEqual(["2027-09-01/2027-09-08"]);
  });

  test("a longer stay that includes all the old nights is treated as the same booking at once, because it frees none", () => {
    const channel = reader({ mode: "everything", platform: "booking.com" });
    channel.read([unknown("old", "2027-05-30", "2027-06-02")]);
    expect(changesIn(channel.read([unknown("new", "2027-05-29", "2027-06-04")]))).toEqual(["changed"]);
    expect(channel.stays).toMatchObject([{ id: "stay-0", startsOn: "2027-05-29", endsOn: "2027-06-04" }]);
  });

  test("an event with another code is a different booking, even if the dates overlap", () => {
    const channel = reader();
    channel.read([
      event("x", "2027-01-01", "2027-01-04", { code: "HMAAAAAAAA" }),
      event("y", "2027-03-01", "2027-03-04"),
      event("z", "2027-08-01", "2027-08-03"),
    ]);
    const next = [
      event("x2", "2027-01-02", "2027-01-05", { code: "HMBBBBBBBB" }),
      event("y", "2027-03-01", "2027-03-04"),
      event("z", "2027-08-01", "2027-08-03"),
    ];
    expect(changesIn(channel.read(next)).toSorted()).toEqual(["added", "missing"]);
  });
});

test("S-28: neither a different order of events nor rolling blocks count as a change", () => {
  const channel = reader();
  const stays = [event("a", "2027-01-01", "2027-01-04"), event("b", "2027-02-01", "2027-02-04")];
  channel.read([...stays, block("t0", "2026-11-19", "2026-11-22"), block("far0", "2027-11-10", "2027-11-21")]);
  for (let n = 1; n < 30; n++) {
    const today = addDays("2026-11-21", n);
    channel.day(today);
    const rolling = [
      block(`t${n}`, addDays(today, -2), addDays(today, 1)),
      block("far0", "2027-11-10", addDays("2027-11-21", n)),
    ];
    expect(changesIn(channel.read([...rolling, ...stays.toReversed()])), today).toEqual([]);
  }
  expect(channel.closed()).toHaveLength(2);
});

test("S-55: an event within nights that the platform also echoes in full is a sale", () => {
  const channel = reader({ mode: "everything", platform: "booking.com" });
  const exported = { checkIn: toLocalDate("2027-01-03"), checkOut: toLocalDate("2027-01-08") };
  const served = [{ at: new Date(START - 60 * MINUTE), closed: [exported] }];
  channel.read([unknown("inside", "2027-01-04", "2027-01-06")], { served });
  expect(channel.closed()).toEqual([]);
  channel.read([unknown("inside", "2027-01-04", "2027-01-06"), unknown("back", "2027-01-03", "2027-01-08")], {
    served,
  });
  expect(channel.closed()).toEqual(["2027-01-04/2027-01-06"]);
});

test("S-55: while nights appear more often than we published them, the host is asked about them", () => {
  const channel = reader({ mode: "everything", platform: "booking.com" });
  const exported = { checkIn: toLocalDate("2027-01-03"), checkOut: toLocalDate("2027-01-08") };
  const served = [{ at: new Date(START - 60 * MINUTE), closed: [exported] }];
  const back = unknown("back", "2027-01-03", "2027-01-08");
  const kinds = (merged: Merged) => merged.reviews.map(({ kind }) => kind);
  expect(kinds(channel.read([back], { served }))).toEqual([]);
  const twice = [back, { ...back, uid: "sold" }];
  expect(kinds(channel.read(twice, { served }))).toEqual(["told-twice"]);
  expect(kinds(channel.read(twice, { served }))).toEqual(["told-twice"]);
  expect(kinds(channel.read([back], { served }))).toEqual([]);
  // If we have two stays on the same nights, those nights may come back twice.
  const both = reader({ mode: "everything", platform: "booking.com" });
  expect(
    kinds(both.read(twice, { served: [{ at: new Date(START - 60 * MINUTE), closed: [exported, exported] }] })),
  ).toEqual([]);
});

describe("S-31: a stay that is missing from the calendar", () => {
  const three = [
    event("a", "2027-01-01", "2027-01-04"),
    event("b", "2027-02-01", "2027-02-04"),
    event("c", "2027-03-01", "2027-03-04"),
  ];
  test("keeps its nights after one absence, or two within half an hour, and is released after a later one", () => {
    const channel = reader();
    channel.read(three);
    expect(changesIn(channel.read(three.slice(1)))).toEqual(["missing"]);
    channel.wait(10);
    expect(changesIn(channel.read(three.slice(1)))).toEqual([]);
    expect(channel.closed()).toHaveLength(3);
    channel.wait(25);
    expect(changesIn(channel.read(three.slice(1)))).toEqual(["released"]);
    expect(channel.closed()).toHaveLength(2);
    expect(channel.stays).toHaveLength(3);
  });

  test("keeps its nights after a single absence, even if the last read was long ago", () => {
    const channel = reader();
    channel.read(three);
    channel.wait(600);
    channel.read(three.slice(1));
    expect(channel.closed()).toHaveLength(3);
  });

  test("S-26: a stay is active again as soon as it reappears, even if its nights were already released", () => {
    const channel = reader();
    channel.read(three);
    for (let n = 0; n < 3; n++) {
      channel.wait(31);
      channel.read(three.slice(1));
    }
    expect(channel.closed()).toHaveLength(2);
    expect(changesIn(channel.read(three))).toEqual(["back"]);
    expect(channel.closed()).toHaveLength(3);
  });
});

test("S-32: a past stay that disappears is finished, not cancelled, and the empty calendar causes no hold and no question", () => {
  const channel = reader();
  channel.read([event("a", "2026-11-20", "2026-11-24")]);
  channel.day("2026-11-24");
  const merged = channel.read([]);
  expect([changesIn(merged), merged.hold, merged.reviews]).toEqual([["finished"], null, []]);
});

describe("S-30: events that cannot be read", () => {
  const three = [1, 2, 3].map((n) => event(`u${n}`, `2027-0${n}-01`, `2027-0${n}-04`));
  const readings = (unreadable: string[], events = three.slice(1)) => {
    const channel = reader();
    channel.read(three);
    for (let n = 0; n < 14; n++) {
      channel.wait(32);
      channel.read(events, { unreadable });
    }
    return channel;
  };

  test("a stay that is still listed but unreadable is not missing, and finishes as usual", () => {
    const channel = readings(["u1"]);
    expect(channel.stays[0]).toMatchObject({ state: "active", timesMissed: 0 });
    channel.day("2027-01-04");
    channel.read(three.slice(1), { unreadable: ["u1"] });
    expect(channel.stays[0]).toMatchObject({ state: "finished" });
  });

  test("while an unreadable event cannot be attributed, missing stays keep their nights", () => {
    const channel = readings([""]);
    expect(channel.stays[0]).toMatchObject({ state: "missing" });
    expect(channel.closed()).toHaveLength(3);
    channel.read(three.slice(1));
    expect(channel.closed()).toHaveLength(2);
    expect(readings(["", "", ""], []).closed()).toHaveLength(3);
  });
});

describe("S-33: a sudden drop in the number of stays starts a hold", () => {
  const four = [1, 2, 3, 4].map((n) => event(`u${n}`, `2027-0${n}-01`, `2027-0${n}-04`));
  test("blocks whose nights are closed are protected too", () => {
    const channel = reader({ mode: "everything" });
    const [one, two] = four.map((stay): FeedEvent => ({ ...stay, kind: "block" }));
    channel.read([one, two].flatMap((block) => block ?? []));
    for (let n = 0; n < 3; n++) {
      channel.read([]);
      channel.wait(32);
    }
    expect(channel.hold).toMatchObject({ lacking: 2 });
    expect(channel.closed()).toHaveLength(2);
  });

  test("a closure in progress is protected from an empty calendar, but blocks that begin anew each day start no hold", () => {
    const channel = reader({ mode: "everything" });
    channel.read([block("now", "2026-11-20", "2026-12-20")]);
    channel.read([]);
    channel.wait(32);
    channel.read([]);
    expect(channel.hold).toMatchObject({ lacking: 1, known: ["stay-0"] });
    expect(channel.closed()).toHaveLength(1);
    const rolling = reader({ mode: "everything" });
    for (const [day, last] of [
      ["20", "25"],
      ["21", "26"],
      ["22", "27"],
    ]) {
      rolling.day(`2026-11-${day}`);
      const blocks = [
        block(`notice-${day}`, `2026-11-${day}`, `2026-11-${last}`),
        block(`end-${day}`, `2027-05-${day}`, `2027-05-${last}`),
      ];
      for (let n = 0; n < 2; n++) {
        rolling.read(blocks);
        expect(rolling.hold).toBeNull();
        rolling.wait(31);
      }
    }
  });

  test("if two of four stays disappear and one is new, nothing is released and no dates count as changed", () => {
    const channel = reader();
    channel.read(four);
    const merged = channel.read([...four.slice(2), event("new", "2027-01-02", "2027-01-05")]);
    expect(merged.hold).toMatchObject({ known: ["stay-0", "stay-1", "stay-2", "stay-3"], lacking: 2 });
    expect(merged.reviews.map(({ kind }) => kind)).toEqual(["sudden-drop"]);
    expect(channel.closed()).toHaveLength(5);
  });

  test("if two of four stays disappear and one is new, the two are released after twelve identical reads and six hours", () => {
    const channel = reader();
    channel.read(four);
    const after = [...four.slice(2), event("new", "2027-09-02", "2027-09-05")];
    for (let n = 1; n <= 12; n++) {
      channel.wait(32);
      expect(
        channel.closed().filter((span) => span < "2027-02-28"),
        `before reading ${n}`,
      ).toHaveLength(2);
      const merged = channel.read(after);
      // The twelfth read is made 11 x 32 minutes after the first, which is less than six hours.
      expect(merged.hold, `reading ${n}`).toMatchObject({ lacking: 2 });
      expect(merged.reviews.map(({ kind }) => kind)).toEqual(["sudden-drop"]);
    }
    channel.wait(32);
    expect(changesIn(channel.read(after))).toEqual(["released", "released"]);
    expect(channel.closed()).toEqual(["2027-03-01/2027-03-04", "2027-04-01/2027-04-04", "2027-09-02/2027-09-05"]);
    expect(channel.hold).toBeNull();
    channel.wait(32);
    expect(channel.read(after)).toMatchObject({ changes: [], reviews: [], hold: null });
  });

  test("later bookings do not end a hold, however many there are", () => {
    const channel = reader();
    channel.read(four);
    const later = [5, 6, 7, 8, 9].map((n) => event(`later${n}`, `2027-0${n}-11`, `2027-0${n}-14`));
    const lost = ["2027-01-01/2027-01-04", "2027-02-01/2027-02-04"];
    for (let n = 0; n <= later.length; n++) {
      for (let reading = 0; reading < 5; reading++) {
        channel.wait(40);
        channel.read([...four.slice(2), ...later.slice(0, n)]);
        expect(channel.closed()).toEqual(expect.arrayContaining(lost));
      }
    }
    expect(channel.hold).toMatchObject({ lacking: 2 });
    for (let reading = 0; reading < 12; reading++) {
      channel.wait(40);
      channel.read([...four.slice(2), ...later]);
    }
    expect(channel.closed()).not.toEqual(expect.arrayContaining([lost[0]]));
    expect(channel.closed()).toHaveLength(7);
  });

  test("midnight at the property does not end a hold when tomorrow's guest becomes today's", () => {
    const channel = reader();
    const tomorrow = event("tomorrow", "2026-11-22", "2026-11-24");
    const rest = [event("b", "2027-02-01", "2027-02-04"), event("c", "2027-03-01", "2027-03-04")];
    channel.read([tomorrow, ...rest]);
    channel.wait(15);
    channel.read(rest.slice(1));
    channel.day("2026-11-22");
    for (let n = 0; n < 6; n++) {
      channel.wait(31);
      channel.read(rest.slice(1));
      expect(channel.closed(), `reading ${n}`).toHaveLength(3);
    }
    expect(channel.hold).toMatchObject({ lacking: 2 });
    for (let n = 0; n < 8; n++) {
      channel.wait(31);
      channel.read(rest.slice(1));
    }
    // A calendar never releases a stay that has begun (S-34).
    expect(channel.closed()).toEqual(["2026-11-22/2026-11-24", "2027-03-01/2027-03-04"]);
  });

  test("the stays are released only after both twelve identical reads and six hours", () => {
    const seldom = reader();
    seldom.read(four);
    for (let n = 1; n <= 11; n++) {
      seldom.wait(60);
      seldom.read([]);
    }
    expect(seldom.closed()).toHaveLength(4);
    const channel = reader();
    channel.read(four);
    for (let n = 1; n <= 12; n++) {
      channel.wait(n === 1 ? 15 : 29);
      channel.read([]);
      expect(channel.closed(), `reading ${n}`).toHaveLength(4);
    }
    channel.wait(60);
    channel.read([]);
    expect(channel.closed()).toEqual([]);
    expect(channel.hold).toBeNull();
  });

  test("a different calendar in between restarts the count, and the hold ends when all stays reappear", () => {
    const channel = reader();
    channel.read(four);
    for (let n = 0; n < 11; n++) {
      channel.wait(40);
      channel.read([]);
    }
    channel.read(four.slice(0, 1));
    for (let n = 0; n < 8; n++) {
      channel.wait(40);
      channel.read([]);
    }
    expect(channel.closed()).toHaveLength(4);
    channel.read(four);
    expect(channel.hold).toBeNull();
    expect(channel.stays.every(({ state }) => state === "active")).toBe(true);
  });

  test("the only future stay is also held for six hours, even if another stay appears", () => {
    for (const after of [[], [event("new", "2027-09-01", "2027-09-04")]]) {
      const channel = reader();
      channel.read(four.slice(0, 1));
      channel.wait(15);
      channel.read([]);
      for (let n = 1; n <= 12; n++) {
        channel.wait(32);
        expect(channel.closed(), `before reading ${n}`).toContain("2027-01-01/2027-01-04");
        channel.read(after);
      }
      channel.wait(32);
      channel.read(after);
      expect(channel.closed()).toHaveLength(after.length);
    }
  });

  test("a block that first disappears in the read that ends a hold is not released in that read", () => {
    const channel = reader({ mode: "everything" });
    const late = event("late", "2027-05-01", "2027-05-04", { kind: "block" });
    const one = four.slice(0, 1);
    channel.read([...four, late]);
    for (let n = 1; n <= 12; n++) {
      channel.wait(32);
      channel.read([...one, late]);
    }
    channel.wait(32);
    expect(changesIn(channel.read(one))).toEqual(["released", "released", "released", "missing"]);
    channel.wait(31);
    expect(changesIn(channel.read(one))).toEqual(["released"]);
  });
});

test("S-34: a calendar never releases a stay that has begun", () => {
  const channel = reader();
  const rest = event("b", "2027-02-01", "2027-02-04");
  channel.read([event("a", "2026-11-20", "2026-11-26"), rest]);
  const merged = channel.read([rest]);
  expect(merged.reviews.map(({ kind }) => kind)).toEqual(["left-in-stay"]);
  for (let n = 0; n < 20; n++) {
    channel.wait(31);
    channel.read([rest]);
  }
  expect(channel.closed()).toHaveLength(2);
});

describe("S-22, S-23: which events close nights", () => {
  test("blocks do not close nights if the host imports only reservations; unknown events close them in both modes", () => {
    const channel = reader();
    channel.read([block("b", "2027-01-01", "2027-01-03"), unknown("u", "2027-02-01", "2027-02-03")]);
    expect(channel.closed()).toEqual(["2027-02-01/2027-02-03"]);
    channel.read([block("b", "2027-01-01", "2027-01-03"), unknown("u", "2027-02-01", "2027-02-03")], {
      mode: "everything",
    });
    expect(channel.closed()).toHaveLength(2);
  });

  test.each([
    ["30 nights are closed", unknown("u", "2027-01-01", "2027-01-31"), 1, 0],
    ["31 nights are closed, and the host is asked about them", unknown("u", "2027-01-01", "2027-02-01"), 1, 1],
    ["90 nights are closed, and the host is asked about them", unknown("u", "2027-01-01", "2027-04-01"), 1, 1],
    ["91 nights are not closed, but the host is asked about them", unknown("u", "2027-01-01", "2027-04-02"), 0, 1],
    ["a short stay closes its nights, however far ahead", unknown("u", "2027-11-17", "2027-11-19"), 1, 0],
    ["30 nights are closed, however far ahead", unknown("u", "2027-11-01", "2027-12-01"), 1, 0],
    [
      "31 nights that begin 331 days ahead are not closed, but the host is asked about them",
      unknown("u", "2027-10-18", "2027-11-18"),
      0,
      1,
    ],
    [
      "31 nights that begin 330 days ahead are closed, and the host is asked about them",
      unknown("u", "2027-10-17", "2027-11-17"),
      1,
      1,
    ],
    ["a reservation closes its nights, however far ahead", event("u", "2027-10-20", "2027-10-22"), 1, 0],
    [
      "a reservation of 670 nights closes none of them, but the host is asked about it",
      event("u", "2027-01-01", "2028-11-01"),
      0,
      1,
    ],
  ])("%s", (_, one, closed, expected) => {
    const channel = reader({ mode: "everything", platform: "booking.com" });
    const { reviews } = channel.read([one]);
    expect([channel.closed().length, reviews.length]).toEqual([closed, expected]);
  });

  test("the question says that the nights are on sale if, and only if, they are", () => {
    const channel = reader({ mode: "everything", platform: "booking.com" });
    const { reviews } = channel.read([
      unknown("a", "2027-01-01", "2027-04-02"),
      unknown("b", "2027-05-01", "2027-06-15"),
    ]);
    expect(reviews.map(({ question }) => question)).toEqual([
      "Booking.com shows 91 nights closed, from January 1, 2027 to April 2, 2027. Is this a booking or a block? These nights are on sale until you answer.",
      "Booking.com shows 45 nights closed, from May 1, 2027 to June 15, 2027. Is this a booking or a block?",
    ]);
  });

  test("the host's answer about a span of nights is applied without asking again", () => {
    const channel = reader({ mode: "everything", platform: "booking.com" });
    const answers = new Map([["2027-01-01/2027-04-02", "closure" as const]]);
    expect(channel.read([unknown("u", "2027-01-01", "2027-04-02")], { answers }).reviews).toEqual([]);
    expect(channel.closed()).toHaveLength(1);
  });
});

describe("S-41, S-44: conflicts", () => {
  const holder = (id: string, checkIn: LocalDate, checkOut: LocalDate, more: Partial<Holder> = {}): Holder => ({
    kind: "channel-stay",
    id,
    origin: id,
    checkIn,
    checkOut,
    knownSince: new Date(START),
    closure: false,
    mayBeSale: true,
    sure: true,
    onSale: false,
    sameAs: null,
    kept: false,
    movedFrom: null,
    ...more,
  });
  const pairs = (...holders: Holder[]) => collisions(holders).map(({ pair }) => pair);
  const booking = holder("b", "2027-01-01", "2027-01-05", { kind: "booking", origin: "" });

  test("one shared night is a conflict; back-to-back stays are not", () => {
    expect(pairs(booking, holder("x", "2027-01-04", "2027-01-08"))).toEqual(["booking b | channel-stay x"]);
    expect(pairs(booking, holder("x", "2027-01-05", "2027-01-08"))).toEqual([]);
  });
  test("there is no conflict between records from the same origin, between two closures, or between records of the same stay", () => {
    expect(
      pairs(
        holder("x", "2027-01-01", "2027-01-05", { origin: "a" }),
        holder("y", "2027-01-01", "2027-01-05", { origin: "a" }),
      ),
    ).toEqual([]);
    expect(
      pairs(
        holder("x", "2027-01-01", "2027-01-05", { closure: true }),
        holder("y", "2027-01-02", "2027-01-05", { closure: true }),
      ),
    ).toEqual([]);
    expect(pairs(booking, holder("x", "2027-01-01", "2027-01-05", { sameAs: "b" }))).toEqual([]);
  });
  test("the same nights on two platforms are taken for a copy, not a conflict, if one of the records is uncertain", () => {
    const unsure = { sure: false };
    expect(pairs(holder("x", "2027-01-01", "2027-01-05"), holder("y", "2027-01-01", "2027-01-05", unsure))).toEqual([]);
    expect(
      pairs(holder("x", "2027-01-01", "2027-01-05"), holder("y", "2027-01-01", "2027-01-06", unsure)),
    ).toHaveLength(1);
    expect(pairs(booking, holder("y", "2027-01-01", "2027-01-05", unsure))).toHaveLength(1);
    expect(pairs(holder("x", "2027-01-01", "2027-01-05"), holder("y", "2027-01-01", "2027-01-05"))).toHaveLength(1);
  });
  test("S-44: if two platforms show the same nights, the host is asked about the less certain or later record", () => {
    const duplicatesOf = (...holders: Holder[]) =>
      duplicateStays(holders).map(({ first, copy }) => `${copy.id} of ${first.id}`);
    const sure = holder("sure", "2027-01-01", "2027-01-05", { knownSince: new Date(START + 1) });
    const unsure = holder("unsure", "2027-01-01", "2027-01-05", { sure: false });
    const later = holder("later", "2027-01-01", "2027-01-05", { sure: false, knownSince: new Date(START + 2) });
    expect(duplicatesOf(sure, unsure)).toEqual(["unsure of sure"]);
    expect(duplicatesOf(later, unsure)).toEqual(["later of unsure"]);
    expect(duplicatesOf(later, unsure, sure)).toEqual(["unsure of sure", "later of sure"]);
    expect(duplicatesOf(sure, { ...sure, id: "other", origin: "other" })).toEqual([]);
    expect(duplicatesOf(unsure, { ...later, closure: true })).toEqual([]);
    expect(duplicatesOf(unsure, { ...later, origin: unsure.origin })).toEqual([]);
    expect(duplicatesOf(unsure, { ...later, checkOut: toLocalDate("2027-01-06") })).toEqual([]);
  });
  test("S-23: if a long span stays on sale, a later sale within it conflicts with it; an earlier sale does not", () => {
    const span = holder("span", "2027-01-01", "2027-05-05", { sure: false, onSale: true });
    const at = (ms: number) => ({ ...booking, knownSince: new Date(START + ms) });
    expect(pairs(span, at(1))).toEqual(["booking b | channel-stay span"]);
    expect(pairs(span, at(-1))).toEqual([]);
    expect(pairs(span, { ...at(1), kind: "block", closure: true })).toEqual([]);
  });
  test("our clock decides which record was first", () => {
    const later = holder("a", "2027-01-01", "2027-01-03", { knownSince: new Date(START + 1) });
    const [found] = collisions([later, holder("z", "2027-01-02", "2027-01-03")]);
    expect([found?.first.id, found?.second.id]).toEqual(["z", "a"]);
  });
});

test("S-17, S-29: the maximum number of events, each lasting until 2199, can be compared with as many others", () => {
  const channel = reader({ mode: "everything" });
  const closed = { checkIn: toLocalDate("2026-12-01"), checkOut: toLocalDate("2028-11-01") };
  const served = [{ at: new Date(START - 48 * 60 * MINUTE), closed: [closed] }];
  const events = (name: string) =>
    Array.from({ length: MAX_EVENTS_AHEAD }, (_, n) =>
      event(`${name}${n}`, addDays(toLocalDate("2026-11-22"), n % 700), "2199-12-31"),
    );
  channel.read(events("first"), { served });
  channel.wait(60);
  // With different UIDs, the second calendar is compared with every record from the first.
  channel.read(events("second"), { served });
  expect(channel.stays.length).toBeGreaterThanOrEqual(MAX_EVENTS_AHEAD);
  expect(channel.closed()).toEqual([]);
});
