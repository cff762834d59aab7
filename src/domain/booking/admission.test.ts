import { describe, expect, test } from "vitest";
import { type HeldNights, admitBooking, type AdmissionFacts, mailboxOf, phoneDigits } from "./admission.ts";

const NOTHING: HeldNights = {
  byEmail: 0,
  byPhone: 0,
  networkHour: 0,
  networkDay: 0,
  all: 0,
  allTaken: 0,
  guest: { nights: 0, stays: 0 },
  today: 0,
};
const holding = (held: Partial<HeldNights>) => ({ held: { ...NOTHING, ...held } });
const noMail = { canMail: false };
const proven = { proven: true };
const facts: AdmissionFacts = {
  asked: "upcoming",
  nights: 3,
  held: NOTHING,
  mode: "instant",
  requestHours: 24,
  canMail: true,
  proven: false,
  suspicious: false,
  now: new Date("2026-11-21T06:00:00Z"),
};
const waits = (who: string, until: string) => ({
  status: "pending",
  waiting: { for: who, until: new Date(until), requestedStatus: "upcoming" },
});
const booked = { status: "upcoming", waiting: null };
const request = waits("host", "2026-11-22T06:00:00Z");
const above = { ...request, aboveAllowance: true };
const hold = waits("guest", "2026-11-21T07:00:00Z");
const holdThenHost = { ...hold, waiting: { ...hold.waiting, requestedStatus: "pending" } };

describe("the admission of a booking request", () => {
  test.each<[string, Partial<AdmissionFacts>, unknown]>([
    ["a usual guest", {}, booked],
    ["seven nights at once", { nights: 7 }, booked],
    ["eight nights at once are held for an hour", { nights: 8 }, hold],
    ["an eighth night of one email", holding({ byEmail: 5 }), hold],
    ["an eighth night of one phone", holding({ byPhone: 5 }), hold],
    ["the third booking of one network in an hour", holding({ networkHour: 2, networkDay: 9 }), booked],
    ["the fourth booking of one network in an hour", holding({ networkHour: 3 }), "prove-first"],
    ["the fourteenth night of all", holding({ all: 11 }), booked],
    ["the fifteenth night of all", holding({ all: 12 }), hold],
    ["the 44th unproven night of a day", { nights: 9, ...holding({ allTaken: 35 }) }, hold],
    ["the 45th unproven night of a day", { nights: 10, ...holding({ allTaken: 35 }) }, "prove-first"],
    ["the fifteenth night of all, with a proven email", { ...holding({ all: 12 }), ...proven }, booked],
    ["the same where no email can be sent", { ...holding({ all: 12 }), ...noMail }, request],
    ["twelve nights where no email can be sent", { nights: 12, ...noMail }, request],
    ["more of one network there", { nights: 8, ...holding({ networkDay: 1 }), ...noMail }, "phone-required"],
    ["a form filled in by a program", { suspicious: true }, hold],
    ["the same where no email can be sent", { suspicious: true, ...noMail }, request],
    ["a house that wants each email proven", { mode: "verified" }, hold],
    ["the same with a proven one", { mode: "verified", ...proven }, booked],
    ["the same where no email can be sent", { mode: "verified", ...noMail }, request],
    ["a house that answers requests", { mode: "request" }, request],
    ["the same above the limits", { mode: "request", nights: 8 }, holdThenHost],
    ["30 nights with a proven email", { nights: 30, ...proven }, booked],
    ["the 31st night of one guest", { ...holding({ guest: { nights: 28, stays: 1 } }), ...proven }, above],
    ["the third stay of one guest", { ...holding({ guest: { nights: 4, stays: 2 } }), ...proven }, booked],
    ["the fourth stay of one guest", { ...holding({ guest: { nights: 4, stays: 3 } }), ...proven }, above],
    ["the fourth stay of one guest, unproven", holding({ guest: { nights: 4, stays: 3 } }), above],
    ["the fifth stay of one guest", { ...holding({ guest: { nights: 4, stays: 4 } }), ...proven }, "phone-required"],
    ["the 61st night of one guest", { ...holding({ guest: { nights: 58, stays: 2 } }), ...proven }, "phone-required"],
    ["the 61st night of all in a day", { ...holding({ today: 58 }), ...proven }, above],
    ["the 91st night of all in a day", { ...holding({ today: 88 }), ...proven }, "phone-required"],
  ])("%s", (_who, given, expected) => {
    expect(admitBooking({ ...facts, ...given })).toEqual(expected);
  });
});

test("one mailbox or phone number counts as the same however it is written", () => {
  expect(mailboxOf("Ann.Perera+cottage@Example.com")).toBe("ann.perera@example.com");
  expect(phoneDigits("+94 (77) 123-4567")).toBe(phoneDigits("077 123 4567"));
});

test("spellings of one mailbox count as the same mailbox", () => {
  const gmail = ["ann.perera@gmail.com", "AnnPerera+x@googlemail.com", "a.n.n.perera@gmail.com"].map(mailboxOf);
  expect(new Set(gmail).size).toBe(1);
  // At other email providers, a dot makes the address a different mailbox.
  expect(mailboxOf("ann.perera@example.com")).not.toBe(mailboxOf("annperera@example.com"));
});
