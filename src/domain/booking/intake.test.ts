import { describe, expect, test } from "vitest";
import { intake, type IntakeFacts, mailboxOf, phoneDigits } from "./intake.ts";

const NOTHING = { byNetwork: 0, byEmail: 0, byPhone: 0, all: 0 };
const facts: IntakeFacts = {
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
  waiting: { for: who, until: new Date(until), askedStatus: "upcoming" },
});
const booked = { status: "upcoming", waiting: null };
const request = waits("host", "2026-11-22T06:00:00Z");
const hold = waits("guest", "2026-11-21T07:00:00Z");

describe("what becomes of a wish for a stay", () => {
  test.each<[string, Partial<IntakeFacts>, unknown]>([
    ["a usual guest", {}, booked],
    ["seven nights at once", { nights: 7 }, booked],
    ["eight nights at once", { nights: 8 }, "prove-first"],
    ["an eighth night of one network", { held: { ...NOTHING, byNetwork: 5 } }, "prove-first"],
    ["an eighth night of one e-mail", { held: { ...NOTHING, byEmail: 5 } }, "prove-first"],
    ["an eighth night of one phone", { held: { ...NOTHING, byPhone: 5 } }, "prove-first"],
    ["the fourteenth night of all", { held: { ...NOTHING, all: 11 } }, booked],
    ["the fifteenth night of all", { held: { ...NOTHING, all: 12 } }, "prove-first"],
    ["the same with a proven e-mail", { held: { ...NOTHING, all: 12 }, proven: true }, booked],
    ["the same where no mail is sent", { held: { ...NOTHING, all: 12 }, canMail: false }, request],
    ["twelve nights where no mail is sent", { nights: 12, canMail: false }, request],
    ["more of one network there", { held: { ...NOTHING, byNetwork: 5 }, canMail: false }, "call-us"],
    ["a form filled in by a program", { suspicious: true }, hold],
    ["the same where no mail is sent", { suspicious: true, canMail: false }, request],
    ["a house that wants each e-mail proven", { mode: "verified" }, hold],
    ["the same with a proven one", { mode: "verified", proven: true }, booked],
    ["the same where no mail is sent", { mode: "verified", canMail: false }, request],
    ["a house that answers requests", { mode: "request" }, request],
    ["the same above the limits", { mode: "request", nights: 8 }, "prove-first"],
  ])("%s", (_who, given, expected) => {
    expect(intake({ ...facts, ...given })).toEqual(expected);
  });
});

test("one mailbox and one phone are the same however they are written", () => {
  expect(mailboxOf("Ann.Perera+cottage@Example.com")).toBe("ann.perera@example.com");
  expect(phoneDigits("+94 (77) 123-4567")).toBe(phoneDigits("077 123 4567"));
});

test("one mailbox is one mailbox, however it is written", () => {
  const gmail = ["ann.perera@gmail.com", "AnnPerera+x@googlemail.com", "a.n.n.perera@gmail.com"].map(mailboxOf);
  expect(new Set(gmail).size).toBe(1);
  // Elsewhere a dot makes another mailbox.
  expect(mailboxOf("ann.perera@example.com")).not.toBe(mailboxOf("annperera@example.com"));
});
