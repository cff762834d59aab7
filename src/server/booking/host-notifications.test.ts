import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOST_EVENTS } from "#domain/messaging/host-event.ts";
import { deadlineIn } from "#texts/deadline.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, onlyEvents } from "../testing/given.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(engines)("what the host learns about pending bookings, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let cookie: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, {
      config: { stripe: bank.account, guardBookings: true, localMailbox: true },
      sampleContact: false,
    });
  });
  beforeEach(async () => {
    // Ends the bookings that other tests have left pending.
    await expire(2 * DAY);
    await settings({ paymentMode: "off", bookingMode: "instant", requestHours: 24 });
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
  });

  async function host(method: string, path: string, body?: unknown) {
    cookie = await server.signIn();
    return server.send(method, `/api/admin${path}`, body, { cookie });
  }
  async function settings(changed: object) {
    const { version } = (await host("GET", "/settings")).json;
    const saved = await host("PUT", "/settings", { ...changed, version });
    expect(saved.status, saved.text).toBe(200);
  }
  let people = 0;
  async function book(nights: number, daysAhead?: number) {
    const n = ++people;
    const at = (days: number) => new Date(server.clock().getTime() + days * DAY).toISOString().slice(0, 10);
    const first = daysAhead ?? 30 + n * 20;
    const stay = { checkInDate: at(first), checkOutDate: at(first + nights) };
    const guest = { name: "Ann Perera", email: `p${n}@example.com`, phone: `+9477${100_000 + n}` };
    const booked = await bookStay(server, stay, guest);
    expect(booked.status, booked.text).toBe(201);
    return { id: String(booked.json.id), guest: { cookie: cookieOf(booked) } };
  }
  const detail = async (id: string) => (await host("GET", `/bookings/${id}`)).json;
  const accept = async (id: string) => {
    const { version } = await detail(id);
    const accepted = await host("POST", `/bookings/${id}/status`, { version, status: "confirmed" });
    expect(accepted.status, accepted.text).toBe(200);
    return accepted.json;
  };
  const open = async (id: string) => followLink(server, await ownLinkOf(server, id));
  const expire = (ms: number) => {
    server.clock.advance(ms);
    return server.app.runJobs(/expire pending|unpaid/);
  };
  const notifications = async (id: string) =>
    server.db
      .selectFrom("scheduled_message")
      .select(["subject", "body"])
      .where("type", "=", "host_notice")
      .where("channel", "=", "email")
      .where("link", "like", `/admin/bookings/${id}%`)
      .orderBy("created_at")
      .execute();
  const subjects = async (id: string) => (await notifications(id)).map(({ subject }) => subject?.split(":")[0]);
  const alerts = async (): Promise<{ id: string; title: string; detail: string; href: string }[]> =>
    (await host("GET", "/dashboard")).json.alerts;

  test("a stay held until the guest opens the link is not a request; the host is notified once the link is opened", async () => {
    const { id } = await book(12);
    expect(await detail(id)).toMatchObject({
      status: "pending",
      waiting: { for: "guest", until: new Date(server.clock().getTime() + HOUR).toISOString() },
    });
    expect(await subjects(id)).toEqual([]);
    expect((await alerts()).map((one) => one.id)).not.toContain("pending");
    // The guest was told that nothing is booked yet, so there is no cancellation to report.
    expect(await detail(id)).toMatchObject({ cancellationRecipients: [] });
    await open(id);
    expect(await detail(id)).toMatchObject({
      status: "upcoming",
      waiting: null,
      cancellationRecipients: ["Ann Perera by email"],
    });
    expect(await subjects(id)).toEqual(["New booking"]);
    await open(id);
    expect(await subjects(id)).toEqual(["New booking"]);
  });

  test("a held stay that becomes a request once the link is opened is announced as a request; one whose link is not opened in time is not announced", async () => {
    await settings({ bookingMode: "request" });
    const { id } = await book(12);
    expect(await subjects(id)).toEqual([]);
    await open(id);
    expect(await detail(id)).toMatchObject({ status: "pending", waiting: { for: "host" } });
    expect(await subjects(id)).toEqual(["New booking request"]);
    const never = await book(12);
    await expire(61 * MINUTE);
    expect(await detail(never.id)).toMatchObject({ status: "cancelled" });
    expect(await subjects(never.id)).toEqual([]);
  });

  test("if the host confirms a held stay before the guest opens the link, the guest still has to pay", async () => {
    await settings({ paymentMode: "required" });
    const { id, guest } = await book(12);
    expect(await accept(id)).toMatchObject({ status: "pending", waiting: { for: "payment" } });
    const emails = await server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("booking_id", "=", id)
      .where("type", "=", "guest_note")
      .execute();
    expect(emails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining("please pay"));
    // The link in the first email still shows the booking, but no longer completes it.
    await open(id);
    expect(await detail(id)).toMatchObject({ status: "pending", waiting: { for: "payment" } });
    const link = await server.send("POST", `/api/bookings/${id}/pay`, {}, guest);
    bank.pay(bank.sessionOf(link.json.url));
    await server.send("GET", `/api/bookings/${id}/payment?back=paid`, undefined, guest);
    expect(await detail(id)).toMatchObject({ status: "confirmed", paidAmount: "1800.00" });
  });

  test("without payments, a host who knows the guest can confirm a held stay at once", async () => {
    const { id } = await book(12);
    expect(await accept(id)).toMatchObject({ status: "confirmed", waiting: null });
    await open(id);
    expect(await detail(id)).toMatchObject({ status: "confirmed" });
    expect(await subjects(id)).toEqual([]);
  });

  test("P-14: the host is notified of an accepted offer that waits for the host because the provider rejects our key", async () => {
    await settings({ paymentMode: "required", bookingMode: "request" });
    const { id } = await book(3);
    const { version } = await detail(id);
    expect((await host("POST", `/bookings/${id}/offer`, { version, hours: 48 })).status).toBe(200);
    const guest = { cookie: cookieOf(await open(id)) };
    await settings({ bookingMode: "instant" });
    bank.refuseKey(true);
    const other = await book(3);
    await server.send("POST", `/api/bookings/${other.id}/pay`, {}, other.guest);
    const accepted = await server.send("POST", `/api/bookings/${id}/accept`, { expectedTotal: "450.00" }, guest);
    bank.refuseKey(false);
    await server.app.runJobs(/payment account/);
    expect(accepted.status, accepted.text).toBe(200);
    expect(await detail(id)).toMatchObject({ status: "pending", waiting: { for: "host" } });
    expect(await subjects(id)).toEqual(["New booking request", "Offer accepted"]);
  });

  test("the email, the booking and the dashboard show the deadline for answering a request, and the host is notified if the request is not answered in time", async () => {
    await settings({ bookingMode: "request", requestHours: 24 });
    const { id } = await book(3);
    const until = new Date(server.clock().getTime() + DAY);
    const shown = deadlineIn("en", until, "Asia/Colombo");
    expect(await detail(id)).toMatchObject({ waiting: { for: "host", until: until.toISOString() } });
    const [request] = await notifications(id);
    expect(request?.body).toContain(`Please answer by ${shown}.`);
    const pending = (await alerts()).find((one) => one.id === "pending");
    expect(pending?.title).toBe("1 booking is waiting for your answer");
    expect(pending?.detail).toContain(`Accept or decline it by ${shown}.`);
    await expire(25 * HOUR);
    expect(await detail(id)).toMatchObject({ status: "cancelled" });
    expect(await subjects(id)).toEqual(["New booking request", "Booking request not answered in time"]);
    expect((await notifications(id))[1]?.body).toContain("We'll email the guest.");
    expect((await alerts()).map((one) => one.id)).not.toContain("pending");
  });

  test("the host is notified once about an offer that the guest did not accept in time", async () => {
    await settings({ bookingMode: "request" });
    const { id } = await book(3);
    const { version } = await detail(id);
    expect((await host("POST", `/bookings/${id}/offer`, { version, hours: 48 })).status).toBe(200);
    await expire(49 * HOUR);
    await expire(HOUR);
    expect(await subjects(id)).toEqual(["New booking request", "Offer not accepted in time"]);
  });

  test("the host is asked to tell a guest without an email address that a request was not answered in time", async () => {
    await settings({ bookingMode: "request" });
    const { id } = await book(3);
    const { version, guest } = await detail(id);
    expect((await host("PUT", `/bookings/${id}/guest`, { ...guest, email: "", version })).status).toBe(200);
    await expire(25 * HOUR);
    const ended = (await notifications(id)).at(-1)?.body;
    expect(ended).toContain("The guest has no email address, so please tell them.");
  });

  test("the host is notified once about a request to change a stay that was not answered in time", async () => {
    const { id, guest } = await book(3);
    await settings({ bookingMode: "request", requestHours: 24 });
    const { checkIn, checkOut } = await detail(id);
    const later = new Date(Date.parse(checkOut) + 2 * DAY).toISOString().slice(0, 10);
    const change = { checkInDate: checkIn, checkOutDate: later, guestCount: 2, expectedTotal: "750.00" };
    expect((await server.send("PUT", `/api/bookings/${id}/stay`, change, guest)).json.requested).toBe(true);
    await expire(25 * HOUR);
    await expire(HOUR);
    const [, , ended, ...more] = await notifications(id);
    expect(ended?.subject).toContain("Request to change a stay not answered in time");
    expect(ended?.body).toContain("The stay remains as booked");
    expect(ended?.body).toContain("We'll email the guest.");
    expect(more).toEqual([]);
  });

  test("a host who has accepted or offered a stay is notified if the guest cancels it or does not pay in time", async () => {
    await settings({ paymentMode: "required" });
    const cancelOwn = async (id: string, guest: { cookie: string }) => {
      // The notifications are read in chronological order, so no two may have the same time.
      server.clock.advance(1000);
      expect((await detail(id)).waiting.for).toBe("payment");
      const gone = await server.send("POST", `/api/bookings/${id}/cancel`, { expectedFee: "0.00" }, guest);
      expect(gone.status, gone.text).toBe(200);
    };
    const unknown = await book(3);
    await cancelOwn(unknown.id, unknown.guest);
    expect(await subjects(unknown.id)).toEqual([]);

    await settings({ bookingMode: "request" });
    const request = await book(3);
    await accept(request.id);
    await cancelOwn(request.id, request.guest);
    expect(await subjects(request.id)).toEqual(["New booking request", "Cancelled by the guest"]);
    const unpaid = await book(3);
    await accept(unpaid.id);
    await expire(3 * DAY);
    expect(await detail(unpaid.id)).toMatchObject({ status: "cancelled" });
    expect(await subjects(unpaid.id)).toEqual(["New booking request", "Not paid in time"]);

    const offered = await book(3);
    const { version } = await detail(offered.id);
    expect((await host("POST", `/bookings/${offered.id}/offer`, { version, hours: 48 })).status).toBe(200);
    const guest = { cookie: cookieOf(await open(offered.id)) };
    const accepted = await server.send(
      "POST",
      `/api/bookings/${offered.id}/accept`,
      { expectedTotal: "450.00" },
      guest,
    );
    expect(accepted.status, accepted.text).toBe(200);
    await cancelOwn(offered.id, guest);
    expect(await subjects(offered.id)).toEqual(["New booking request", "Cancelled by the guest"]);
  });

  test("if there are several requests, the dashboard shows the first deadline; a booking without a deadline keeps its nights", async () => {
    const entered = {
      ...GUEST,
      guestCount: 2,
      status: "pending",
      // Later than the stays of the other tests.
      checkInDate: "2028-10-01",
      checkOutDate: "2028-10-03",
    };
    const { json } = await host("POST", "/bookings", entered);
    const detailOf = async () => (await alerts()).find((one) => one.id === "pending")?.detail;
    expect(await detailOf()).toBe("Accept or decline. We're holding the nights until you do.");
    await settings({ bookingMode: "request", requestHours: 24 });
    await book(3);
    const until = deadlineIn("en", new Date(server.clock().getTime() + DAY), "Asia/Colombo");
    expect(await detailOf()).toContain(`Accept or decline the first by ${until}.`);
    const cancelled = await host("POST", `/bookings/${json.id}/cancel`, {
      version: 1,
      waiveFee: true,
      expectedFee: "0.00",
    });
    expect(cancelled.status, cancelled.text).toBe(200);
  });

  test("a guest's request to change a stay is listed with its deadline among the things that need the host's attention", async () => {
    const { id, guest } = await book(3);
    await settings({ bookingMode: "request", requestHours: 24 });
    const { checkIn, checkOut } = await detail(id);
    const later = new Date(Date.parse(checkOut) + 2 * DAY).toISOString().slice(0, 10);
    const change = { checkInDate: checkIn, checkOutDate: later, guestCount: 2, expectedTotal: "750.00" };
    const response = await server.send("PUT", `/api/bookings/${id}/stay`, change, guest);
    expect(response.json.requested, response.text).toBe(true);
    const until = deadlineIn("en", new Date(server.clock().getTime() + DAY), "Asia/Colombo");
    const open = (await alerts()).filter(({ title }) => title === "A guest asks to change a stay");
    expect(open).toEqual([
      expect.objectContaining({ href: `/admin/bookings/${id}`, detail: expect.stringContaining(`by ${until}.`) }),
    ]);
  });

  test("the dashboard and the daily summary mark stays that are not booked yet, and count only requests that the host has to answer", async () => {
    const held = await book(9, 3);
    await settings({ bookingMode: "request" });
    const request = await book(2, 1);
    const { nextSevenDays } = (await host("GET", "/dashboard")).json;
    const waits = nextSevenDays.map((stay: { id: string; waitsFor: string | null }) => [stay.id, stay.waitsFor]);
    expect(waits).toEqual([
      [request.id, "host"],
      [held.id, "guest"],
    ]);
    const pending = (await alerts()).find((one) => one.id === "pending");
    expect(pending?.title).toBe("1 booking is waiting for your answer");
    const filters = pending?.href.split("?")[1];
    const { bookings } = (await host("GET", `/bookings-page?${filters}`)).json;
    expect(bookings.map((booking: { id: string }) => booking.id)).toEqual([request.id]);
    const summaryHour = new Date(server.clock().getTime() + 5.5 * HOUR).getUTCHours();
    const chosen = await host("PUT", "/notifications", { emails: [], events: onlyEvents([]), summaryHour });
    expect(chosen.status, chosen.text).toBe(204);
    await server.app.runJobs(/summar/);
    const summary = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("subject", "like", "Today at the cottage%")
      .executeTakeFirstOrThrow();
    expect(summary.body).toMatch(/Arriving tomorrow: Ann Perera, 2 guests, 2 nights, until \w+ \d+ \(request\)\./);
    expect(summary.body).toContain("In the next seven days: 2 arrivals, including 1 request to answer.");
    await host("PUT", "/notifications", { emails: [], events: onlyEvents(HOST_EVENTS), summaryHour: null });
  });
});
