import { expect, test } from "vitest";
import { type Health, healthOf } from "./health.ts";
import { cleanLink, platformOfHost } from "./link.ts";
import { nextReading, nextTry } from "./timing.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const MINUTE = 60_000;
const minutesTo = (moment: Date) => (moment.getTime() - NOW.getTime()) / MINUTE;

test("S-60: the next read is due in 15 minutes, plus or minus 20 percent", () => {
  const waits = Array.from({ length: 1000 }, (_, n) => minutesTo(nextReading(NOW, 15, n / 1000)));
  expect([Math.min(...waits), Math.max(...waits) < 18, waits[500]]).toEqual([12, true, 15]);
  expect(Math.max(...waits)).toBeGreaterThan(17.9);
});

test("S-61: failed reads are retried after 15, 30, then 60 minutes; Retry-After is respected up to a day", () => {
  expect([1, 2, 3, 4, 99].map((failures) => minutesTo(nextTry(NOW, failures, "")))).toEqual([15, 30, 60, 60, 60]);
  expect(minutesTo(nextTry(NOW, 1, "7200"))).toBe(120);
  expect(minutesTo(nextTry(NOW, 1, "60"))).toBe(15);
  expect(minutesTo(nextTry(NOW, 1, "Sat, 21 Nov 2026 15:00:00 GMT"))).toBe(180);
  expect(minutesTo(nextTry(NOW, 1, "999999999"))).toBe(24 * 60);
  expect(minutesTo(nextTry(NOW, 1, "soon"))).toBe(15);
});

test.each<[string, Partial<Parameters<typeof healthOf>[0]>, Health]>([
  ["connected a moment ago", { lastOkAt: null, connectedAt: NOW }, "never"],
  ["read 45 minutes ago", { lastOkAt: before(45) }, "ok"],
  ["read 46 minutes ago", { lastOkAt: before(46) }, "late"],
  ["read two hours ago", { lastOkAt: before(120) }, "late"],
  ["read 121 minutes ago", { lastOkAt: before(121) }, "failing"],
  ["failed twice", { failures: 2 }, "ok"],
  ["failed three times", { failures: 3 }, "failing"],
  ["the link is dead", { gone: true }, "failing"],
  ["never read in two hours", { lastOkAt: null, connectedAt: before(121) }, "failing"],
  ["held back", { held: "drop" }, "held"],
  ["held back and failing", { held: "drop", failures: 3 }, "failing"],
  ["a different calendar for hours", { held: "identity", failures: 30, lastOkAt: null }, "held"],
  ["paused", { state: "paused", failures: 9 }, "paused"],
])("S-62: health of a channel: %s", (_, facts, health) => {
  const well = {
    state: "connected",
    connectedAt: before(9999),
    lastOkAt: NOW,
    failures: 0,
    held: null,
    gone: false,
  } as const;
  expect(healthOf({ ...well, ...facts }, NOW)).toBe(health);
});

function before(minutes: number): Date {
  return new Date(NOW.getTime() - minutes * MINUTE);
}

test.each([
  [" webcal://www.airbnb.com/calendar/ical/1.ics?s=aB%2f ", "https://www.airbnb.com/calendar/ical/1.ics?s=aB%2f"],
  ["http://www.vrbo.com/icalendar/0123.ics?nonTentative", "https://www.vrbo.com/icalendar/0123.ics?nonTentative"],
  ["HTTPS://ycs.agoda.com/a?key=x%2b%2F%2f", "https://ycs.agoda.com/a?key=x%2b%2F%2f"],
])("S-02: %s is stored as %s", (typed, url) => {
  const link = cleanLink(typed);
  expect(link.ok && link.url).toBe(url);
});

test.each([
  "",
  "no link",
  "https://a.example.com/x\nhttps://b.example.com/y",
  "https://a.example.comhttps://b.example.com",
])("S-02: %j is refused", (typed) => expect(cleanLink(typed).ok).toBe(false));

test.each([
  ["https://calendar.example.com:8443/a.ics", "This link uses port 8443."],
  ["http://calendar.example.com:8080/a.ics", "This link uses port 8080."],
  ["https://me:secret@example.com/a.ics", "This link contains a user name or a password"],
  ["https://192.0.2.1/a.ics", "This link has an IP address instead of a host name"],
  ["https://[2001:db8::1]/a.ics", "This link has an IP address instead of a host name"],
  ["https://example.com/é.ics", "This link contains characters that are not allowed in links."],
  ["ftp://example.com/a.ics", "Paste the whole link; it begins with https://"],
])("S-02: the message says what is wrong with %s", (typed, message) => {
  expect(cleanLink(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test.each(["https://example.com:443/a.ics", "webcal://example.com:80/a.ics", "https://example.com:/a.ics"])(
  "S-02: the default port in %s is dropped",
  (typed) => expect(cleanLink(typed)).toMatchObject({ ok: true, url: "https://example.com/a.ics" }),
);

test("S-02: the platform is recognised by the host name", () => {
  expect(platformOfHost("www.airbnb.co.uk")).toBe("airbnb");
  expect(platformOfHost("ical.booking.com")).toBe("booking.com");
  expect(platformOfHost("ycs.agoda.com")).toBe("agoda");
  expect(platformOfHost("www.abritel.fr")).toBe("vrbo");
  expect(platformOfHost("calendar.google.com")).toBeNull();
  expect(platformOfHost("www.airbnb.com.evil.example")).toBeNull();
  expect(platformOfHost("evilairbnb.com")).toBeNull();
  expect(platformOfHost("www.vrbo.com.evil.example")).toBeNull();
});
