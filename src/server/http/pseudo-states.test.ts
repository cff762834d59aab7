import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import type * as locales from "#domain/language/locales.ts";
import type { BookingMode } from "#domain/settings/settings.ts";
import type * as serverTexts from "#texts/server-texts.ts";
import type * as allTexts from "#web/app/all-texts.ts";
import { bookStay, GUEST, type StayOverrides } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { plainWordsFinder, startPseudoSite } from "../testing/pseudo-site.ts";
import { cookieOf, type TestApp } from "../testing/test-app.ts";

/**
 * What pages show in the pseudo-language once a host takes payments, answers booking requests, makes offers and writes
 * messages.
 */
vi.mock("#domain/language/locales.ts", async (actual) =>
  (await import("../testing/pseudo-german.ts")).pseudoLocales(await actual<typeof locales>()),
);
vi.mock("#texts/server-texts.ts", async (actual) =>
  (await import("../testing/pseudo-german.ts")).pseudoServerTexts(await actual<typeof serverTexts>()),
);
vi.mock("#web/app/all-texts.ts", async (actual) =>
  (await import("../testing/pseudo-german.ts")).pseudoPageTexts(await actual<typeof allTexts>()),
);

const MINUTE = 60_000;
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const GERMAN = { "x-latchkey-language": "de" };
/** The host's and the guest's own words in these tests. */
const OWN_WORDS = [
  "Airport pick-up",
  "Please leave your shoes outside",
  "Is there a cot?",
  "Mist and tea",
  "monsoon-2027",
  "Ann",
];
let server: TestApp;
let bank: PayBank;
let box: Mailbox;
let host: string;
let plainWords: (page: string) => string[];

beforeAll(async () => {
  box = await openMailbox();
  bank = await startPayBank(() => server.clock());
  server = await startPseudoSite({
    outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
    config: {
      publicUrl: "https://cottage.example",
      stripe: bank.account,
      mail: { smtpUrl: box.url, from: { address: "letters@cottage.example" } },
    },
  });
  host = await server.signIn();
  plainWords = await plainWordsFinder(server, host, OWN_WORDS);
});
afterAll(async () => {
  await server.close();
  await bank.close();
  await box.close();
});

const jobs = () => server.app.runJobs(/payment|unpaid|refund/);
const admin = async (method: string, path: string, body?: unknown) => {
  const ask = () => server.send(method, `/api/admin${path}`, body, { cookie: host });
  let response = await ask();
  // The test moves the clock past the end of a session.
  if (response.status === 401) {
    host = await server.signIn();
    response = await ask();
  }
  expect([path, response.status < 300, response.text]).toEqual([path, true, response.text]);
  return response.json;
};
const bookingMode = (mode: BookingMode) => admin("PUT", "/settings", { bookingMode: mode });
const prices = async (part: Partial<PriceDocument>) => {
  const { version } = await admin("GET", "/prices");
  await admin("PUT", "/prices", { prices: { ...DEFAULT_PRICES, ...part }, version, confirmed: true });
};

const found: [string, string[]][] = [];
function look(name: string, page: { status: number; text: string }, expectedStatus = 200): void {
  expect([name, page.status]).toEqual([name, expectedStatus]);
  const words = plainWords(page.text);
  if (words.length > 0) found.push([name, words]);
}
function expectNothingPlain(): void {
  expect(found.splice(0)).toEqual([]);
}

let day = 40;
/** Different nights for each stay, wherever the previous tests have left the clock. */
function nights(): StayOverrides {
  day += 4;
  const at = (n: number) =>
    new Date(server.clock().getTime() + (day + n) * 24 * 60 * MINUTE).toISOString().slice(0, 10);
  return { checkInDate: at(0), checkOutDate: at(3) };
}

/** A guest who reads German and has the cookie of their booking. */
async function guestOf(stay = nights()) {
  const email = `guest${day}@example.com`;
  const booked = await bookStay(server, stay, { ...GUEST, email }, GERMAN);
  expect(booked.status, booked.text).toBe(201);
  const id = String(booked.json.id);
  const cookie = cookieOf(booked);
  const own = `/booking/confirmation/${id}`;
  const get = (path: string) => server.send("GET", `/de${path}`, undefined, { cookie });
  const post = (path: string, fields: Record<string, string>) =>
    server.send("POST", `/de${path}`, new URLSearchParams(fields).toString(), { ...FORM, cookie });
  const pay = `/booking/pay/${id}`;
  const startPaying = async () => {
    const link = await server.send("POST", `/api/bookings/${id}/pay`, {}, { cookie });
    return bank.sessionOf(link.json.url);
  };
  /** Pays, and returns the page that the guest comes back to. A job may be recording the payment at that moment. */
  const payFor = async (session: Awaited<ReturnType<typeof startPaying>>) => {
    bank.pay(session);
    const status = async () => {
      await get(`${pay}?back=paid`);
      return (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie })).json.status;
    };
    await expect.poll(status).not.toBe("pending");
    return get(`${pay}?back=paid`);
  };
  return { id, email, stay, cookie, own, pay, get, post, startPaying, payFor };
}

test("paying in time, twice or too late shows no untranslated English", async () => {
  const guest = await guestOf();
  look("open", await guest.get(guest.pay));
  look("own page, to pay", await guest.get(guest.own));
  bank.away = true;
  look("out of reach", await guest.post(guest.pay, {}), 503);
  bank.away = false;
  const session = await guest.startPaying();
  look("not charged", await guest.get(`${guest.pay}?back=cancelled`));
  look("checking", await guest.get(`${guest.pay}?back=paid`));
  look("taking longer", await guest.get(`${guest.pay}?back=paid&looked=24`));
  look("paid", await guest.payFor(session));
  look("own page, paid", await guest.get(guest.own));
  look("nothing to pay", await guest.post(guest.pay, {}), 409);
  const dates = `in=${guest.stay.checkInDate}&out=${guest.stay.checkOutDate}`;
  look("change of a paid stay", await guest.get(`${guest.own}?${dates}&guests=3`));
  const [receipt = ""] =
    /\d{4}-\d{4}/.exec((await guest.get(guest.own)).text.split("/booking/receipt/")[1] ?? "") ?? [];
  look("receipt", await guest.get(`/booking/receipt/${guest.id}/${receipt}`));
  look("no such receipt", await guest.get(`/booking/receipt/${guest.id}/2020-9999`), 404);

  await admin("POST", `/bookings/${guest.id}/payment-links`, { amountCents: 4000, about: "Airport pick-up" });
  look("due", await guest.get(guest.pay));
  bank.failRefund(bank.refundByHand(session, 10_000));
  for (const minutes of [120, 25 * 60]) {
    server.clock.advance(minutes * MINUTE);
    await jobs();
  }
  look("refund failed", await guest.get(guest.pay));

  const ended = await guestOf();
  await ended.startPaying();
  server.clock.advance(35 * MINUTE);
  await jobs();
  look("ended", await ended.get(ended.pay));
  look("own page, ended", await ended.get(ended.own));

  const [taken, late] = [await guestOf(), await guestOf()];
  const sessions = [await taken.startPaying(), await late.startPaying()];
  bank.away = true;
  server.clock.advance(155 * MINUTE);
  await jobs();
  bank.away = false;
  const other = await guestOf(late.stay);
  for (const one of sessions) bank.pay(one, { late: true });
  server.clock.advance(MINUTE);
  await jobs();
  look("late, and booked", await taken.get(taken.pay));
  look("late, and gone", await late.get(late.pay));
  look("own page, late and gone", await late.get(late.own));
  await other.startPaying();
  await other.post(other.pay, { intent: "give-back", expectedFee: "0.00" });
  look("given back", await other.get(other.pay));
  look("not yours", await server.send("GET", `/de${guest.pay}`), 403);
  expectNothingPlain();
});

test("prices, payment terms and the cost of a change show no untranslated English", async () => {
  await admin("PUT", "/settings", {
    paymentMode: "required",
    firstPart: "percent",
    firstPercent: 30,
    balanceDays: 14,
    cancelUnpaid: true,
  });
  await prices({
    cleaningCents: 4000,
    taxes: [{ name: "XXL", included: true, per: "price", percent: 1000 }],
    guests: { sleeps: 6, included: 2, extraCents: 1000 },
    longerStays: [{ nights: 3, percent: 1000 }],
    cancellation: [
      { fromHoursBefore: 336, percent: 5000 },
      { fromHoursBefore: 48, nights: 2 },
      { fromHoursBefore: 0, percent: 10_000 },
    ],
  });
  for (const path of ["/", "/guest-info", "/terms", "/cancellation", "/direct-booking"])
    look(path, await server.send("GET", `/de${path}`));
  look("form", await server.send("GET", "/de/book?in=2027-09-02&out=2027-09-06&guests=4"));
  const guest = await guestOf();
  look("first part", await guest.get(guest.pay));
  look("first part paid", await guest.payFor(await guest.startPaying()));
  look("rest", await guest.get(guest.own));
  await prices({});
  await admin("PUT", "/settings", { paymentMode: "required", firstPart: "all" });
  expectNothingPlain();
});

test("requests, changes, emailed links and offers show no untranslated English", async () => {
  await bookingMode("request");
  const guest = await guestOf();
  look("request", await guest.get(guest.own));
  look("nothing to pay yet", await guest.get(guest.pay));
  look("terms of requests", await server.send("GET", "/de/terms"));
  look("form of requests", await server.send("GET", "/de/book?in=2027-08-02&out=2027-08-05"));
  await admin("POST", `/bookings/${guest.id}/status`, { version: 1, status: "confirmed" });
  look("accepted, to pay", await guest.get(guest.pay));
  look("confirmed", await guest.payFor(await guest.startPaying()));
  const later = { checkInDate: guest.stay.checkInDate ?? "", checkOutDate: nights().checkOutDate ?? "" };
  look("change to ask for", await guest.get(`${guest.own}?in=${later.checkInDate}&out=${later.checkOutDate}&guests=2`));

  await bookingMode("verified");
  const unproven = await guestOf();
  look("email to open", await unproven.get(unproven.own));
  look("terms of emails", await server.send("GET", "/de/terms"));
  const link = await ownLinkOf(server, unproven.id);
  const opened = await followLink(server, link);
  expect(opened.headers.get("location")).toBe(`/de${unproven.own}`);
  const proven = await server.send("GET", `/de${unproven.own}`, undefined, { cookie: cookieOf(opened) });
  look("email opened", proven);
  look("email sent again", await unproven.post(unproven.own, { intent: "link" }), 303);
  look("email to correct", await unproven.post(unproven.own, { intent: "email", email: "x" }), 400);
  await bookingMode("instant");

  const stay = { ...GUEST, ...nights(), guestCount: 2, status: "pending", language: "de" };
  const { id } = await admin("POST", "/bookings", stay);
  await admin("POST", `/bookings/${id}/offer`, { version: 1, hours: 48 });
  const offerLink = await followLink(server, await ownLinkOf(server, id));
  const cookie = cookieOf(offerLink);
  const offer = `/de/booking/confirmation/${id}`;
  look("offer", await server.send("GET", offer, undefined, { cookie }));
  look("offer, without its link", await server.send("GET", offer));
  const { checkInDate = "", checkOutDate = "" } = stay;
  const accept = (expectedTotal: string) => {
    const shown = { checkInDate, checkOutDate, guestCount: "2", expectedTotal };
    return server.send("POST", offer, new URLSearchParams({ intent: "accept", ...shown }).toString(), {
      ...FORM,
      cookie,
    });
  };
  look("offer that has changed", await accept("1.00"), 409);
  look("offer accepted", await accept("450.00"), 303);
  expectNothingPlain();
});

test("messages, the pages during a stay and its review show no untranslated English", async () => {
  await admin("PUT", "/content/property", { wifiPassword: "monsoon-2027" });
  const guest = await guestOf();
  await guest.payFor(await guest.startPaying());
  look("empty message", await guest.post(guest.own, { intent: "message", text: " " }), 400);
  const form = { intent: "message", text: "Is there a cot?", formKey: crypto.randomUUID() };
  look("message", await guest.post(guest.own, form), 303);
  await admin("POST", `/bookings/${guest.id}/messages`, { text: "Please leave your shoes outside" });
  look("conversation", await guest.get(`${guest.own}?done=message`));
  await guest.post(guest.own, { intent: "reading", share: "yes" });
  look("conversation, reading shown", await guest.get(guest.own));

  const opened = await followLink(server, await ownLinkOf(server, guest.id));
  const known = { cookie: cookieOf(opened) };
  const day = async (date: string | undefined, name: string) => {
    server.clock.set(`${date}T06:00:00Z`);
    look(name, await server.send("GET", `/de${guest.own}`, undefined, known));
  };
  await day(guest.stay.checkInDate, "on the day of arrival");
  await day(guest.stay.checkOutDate, "after the stay");
  // Messages are sent when they are due.
  const asking = () =>
    box.emails
      .filter(({ to }) => to.includes(guest.email))
      .map(({ mail }) => /\/de(\/rate\/\S+)/.exec(mail.text ?? "")?.[1])
      .find(Boolean);
  server.clock.advance(25 * 60 * MINUTE);
  await expect.poll(asking).toBeTruthy();
  const rate = asking() ?? "";
  look("rating", await guest.get(rate));
  look("rating without stars", await guest.post(rate, { words: "Mist and tea" }), 400);
  look("rated", await guest.post(rate, { stars: "4", words: "Mist and tea" }), 303);
  look("thanks for the rating", await guest.get(`${rate}?done=1`));
  await admin("POST", `/ratings/${guest.id}/publish`, { published: true, words: "Mist and tea" });
  look("landing page with a review", await server.send("GET", "/de/"));
  server.clock.advance(15 * 24 * 60 * MINUTE);
  look("rating that stands", await guest.get(rate));
  expectNothingPlain();
});
