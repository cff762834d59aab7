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
  requestedStatus: "upcoming",
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
    ["a typical guest", {}, booked],
    ["seven nights in one booking", { nights: 7 }, booked],
    ["eight nights in one booking are held for an hour", { nights: 8 }, hold],
    ["an eighth night for one email address", holding({ byEmail: 5 }), hold],
    ["an eighth night for one phone number", holding({ byPhone: 5 }), hold],
    ["the third booking from one network in an hour", holding({ networkHour: 2, networkDay: 9 }), booked],
    ["the fourth booking from one network in an hour", holding({ networkHour: 3 }), "prove-first"],
    ["the fourteenth unverified night of all guests together", holding({ all: 11 }), booked],
    ["the fifteenth unverified night of all guests together", holding({ all: 12 }), hold],
    ["the 44th unverified night in one day", { nights: 9, ...holding({ allTaken: 35 }) }, hold],
    ["the 45th unverified night in one day", { nights: 10, ...holding({ allTaken: 35 }) }, "prove-first"],
    ["the 44th unverified night in one day, in a short stay", holding({ allTaken: 41 }), booked],
    ["the 45th unverified night in one day, in a short stay", holding({ allTaken: 42 }), "prove-first"],
    [
      "a guest with a verified email after other guests have taken twelve unverified nights",
      { ...holding({ all: 12 }), ...proven },
      booked,
    ],
    [
      "the fifteenth unverified night of all guests together, when no email can be sent",
      { ...holding({ all: 12 }), ...noMail },
      request,
    ],
    ["twelve nights, when no email can be sent", { nights: 12, ...noMail }, request],
    [
      "a second booking from one network, with eight nights, when no email can be sent",
      { nights: 8, ...holding({ networkDay: 1 }), ...noMail },
      "phone-required",
    ],
    ["a form filled in by a program", { suspicious: true }, hold],
    ["a form filled in by a program, when no email can be sent", { suspicious: true, ...noMail }, request],
    ["a property that requires a verified email", { mode: "verified" }, hold],
    ["a property that requires a verified email, and a guest who has one", { mode: "verified", ...proven }, booked],
    ["a property that requires a verified email, when no email can be sent", { mode: "verified", ...noMail }, request],
    ["a property whose host answers each request", { mode: "request" }, request],
    [
      "a property whose host answers each request, with eight nights in one booking",
      { mode: "request", nights: 8 },
      holdThenHost,
    ],
    ["30 nights with a verified email", { nights: 30, ...proven }, booked],
    ["the 31st night held by one guest", { ...holding({ guest: { nights: 28, stays: 1 } }), ...proven }, above],
    ["the third stay held by one guest", { ...holding({ guest: { nights: 4, stays: 2 } }), ...proven }, booked],
    ["the fourth stay held by one guest", { ...holding({ guest: { nights: 4, stays: 3 } }), ...proven }, above],
    ["the fourth stay held by one guest without a verified email", holding({ guest: { nights: 4, stays: 3 } }), above],
    [
      "the fifth stay held by one guest",
      { ...holding({ guest: { nights: 4, stays: 4 } }), ...proven },
      "phone-required",
    ],
    [
      "the 61st night held by one guest",
      { ...holding({ guest: { nights: 58, stays: 2 } }), ...proven },
      "phone-required",
    ],
    ["the 61st night of all guests together in one day", { ...holding({ today: 58 }), ...proven }, above],
    ["the 91st night of all guests together in one day", { ...holding({ today: 88 }), ...proven }, "phone-required"],
  ])("%s", (_who, given, expected) => {
    expect(admitBooking({ ...facts, ...given })).toEqual(expected);
  });
});

test("capitals and tags do not change a mailbox, nor do punctuation and the country code change a phone number", () => {
  expect(mailboxOf("Ann.Perera+cottage@Example.com")).toBe("ann.perera@example.com");
  expect(phoneDigits("+94 (77) 123-4567")).toBe(phoneDigits("077 123 4567"));
  expect(phoneDigits("+65 9123 4567")).toBe(phoneDigits("9123 4567"));
  expect(phoneDigits("+960 771-2345")).toBe(phoneDigits("7712345"));
});

test("dots do not change a Gmail mailbox", () => {
  const gmail = ["ann.perera@gmail.com", "AnnPerera+x@googlemail.com", "a.n.n.perera@gmail.com"].map(mailboxOf);
  expect(new Set(gmail).size).toBe(1);
  // At other email providers, an address with a dot belongs to a different mailbox.
  expect(mailboxOf("ann.perera@example.com")).not.toBe(mailboxOf("annperera@example.com"));
});
