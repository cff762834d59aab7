import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { GUEST, stayBody } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const HOST = "stay@kitulhill.example";
const MINUTE_MS = 60_000;

describe.each(engines)("nobody can flood a mailbox through the site, on %s", (engine) => {
  let box: Mailbox;
  let server: TestApp;
  let admin: string;
  beforeAll(async () => {
    box = await openMailbox();
  });
  afterAll(() => box.close());
  beforeEach(async () => {
    box.emails.length = 0;
    server = await startTestApp(engine, {
      outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
      config: {
        guardBookings: true,
        trustProxy: true,
        publicUrl: "https://cottage.example",
        mail: { smtpUrl: box.url, from: { address: "mail@cottage.example" } },
      },
    });
    admin = await server.signIn();
    await server.app.start();
    return () => server.close();
  });

  async function book(guest: typeof GUEST, checkInDate: string, checkOutDate: string, network = "10.1.1.1") {
    const from = { "x-forwarded-for": network };
    const registered = await server.send("POST", "/api/guests", guest, from);
    const cookie = cookieOf(registered);
    const body = { ...stayBody({ checkInDate, checkOutDate }), guestId: registered.json.id };
    const booked = await server.send("POST", "/api/bookings", body, { cookie, ...from });
    const id = String(booked.json?.id);
    return { id, cookie, status: booked.status, text: booked.text };
  }
  type Booked = Awaited<ReturnType<typeof book>>;
  const own = ({ id, cookie }: Booked, method: string, act: string, body: unknown) =>
    server.send(method, `/api/bookings/${id}/${act}`, body, { cookie });
  const setGuests = (booked: Booked, guestCount: number) =>
    own(booked, "PUT", "stay", {
      checkInDate: "2026-12-10",
      checkOutDate: "2026-12-12",
      guestCount,
      expectedTotal: "300.00",
    });
  type Message = {
    messageType: string;
    status: string;
    to: string;
    note: string | null;
    pastDue: boolean;
    nextTryAt: string | null;
  };
  async function messages(): Promise<Message[]> {
    const { status, json } = await server.send("GET", "/api/admin/scheduled-messages", undefined, { cookie: admin });
    if (status === 200) return json;
    admin = await server.signIn();
    return messages();
  }
  /** Waits until no due message is left, so later messages are new. */
  async function allSent() {
    const isDue = (one: Message) => one.status === "pending" && one.pastDue && one.nextTryAt === null;
    await expect.poll(async () => (await messages()).filter(isDue)).toEqual([]);
    return (to: string) => box.emails.filter((email) => email.to[0] === to).map(({ mail }) => mail);
  }

  test("thirty changes to a booking become one email to the guest and one to the host, showing what changed", async () => {
    const booked = await book(GUEST, "2026-12-10", "2026-12-12");
    await allSent();
    for (let i = 0; i < 31; i++) expect((await setGuests(booked, i % 2 === 0 ? 3 : 2)).status).toBe(200);
    const early = await allSent();
    expect(early(GUEST.email)).toHaveLength(1);
    expect(early(HOST)).toHaveLength(1);

    server.clock.advance(11 * MINUTE_MS);
    const sent = await allSent();
    const [, change, ...more] = sent(GUEST.email);
    expect(more).toEqual([]);
    expect(change?.text).toContain("3 guests (was 2 guests)");
    expect(change?.text).not.toContain("Check-in: Thursday, December 10, 2026 (was");
    const [, notification, ...others] = sent(HOST);
    expect(others).toEqual([]);
    expect(notification?.text).toContain("3 guests");

    await setGuests(booked, 4);
    await setGuests(booked, 3);
    server.clock.advance(11 * MINUTE_MS);
    expect((await allSent())(GUEST.email)).toHaveLength(2);
  });

  test("thirty requests for other dates become one email to the host, comparing the last request with what the host knew", async () => {
    const booked = await book(GUEST, "2026-12-10", "2026-12-12");
    const { version } = (await server.send("GET", "/api/admin/settings", undefined, { cookie: admin })).json;
    await server.send("PUT", "/api/admin/settings", { bookingMode: "request", version }, { cookie: admin });
    const request = (checkOutDate: string, expectedTotal: string) =>
      own(booked, "PUT", "stay", { checkInDate: "2026-12-10", checkOutDate, guestCount: 2, expectedTotal });
    const detail = async () =>
      (await server.send("GET", `/api/admin/bookings/${booked.id}`, undefined, { cookie: admin })).json;
    const decide = async (accept: boolean) =>
      server.send(
        "POST",
        `/api/admin/bookings/${booked.id}/change-request`,
        { version: (await detail()).version, accept },
        { cookie: admin },
      );
    const requests = async () =>
      (await allSent())(HOST).flatMap(({ subject, text }) =>
        subject?.startsWith("A guest asks to change") ? [{ subject, text: text ?? "" }] : [],
      );

    for (let i = 0; i < 31; i++) {
      const response = await (i % 2 === 0 ? request("2026-12-14", "600.00") : request("2026-12-13", "450.00"));
      expect(response.json).toMatchObject({ requested: true });
    }
    expect(await requests()).toEqual([]);
    server.clock.advance(11 * MINUTE_MS);
    const [first, ...more] = await requests();
    expect(more).toEqual([]);
    expect(first?.subject).toContain("Dec 10, 2026 – Dec 14, 2026");
    expect(first?.text).toContain("Now booked: Dec 10, 2026 – Dec 12, 2026, 2 guests, $300.00.");
    expect(first?.text).not.toContain("This replaces their earlier request");

    await request("2026-12-13", "450.00");
    await request("2026-12-15", "750.00");
    server.clock.advance(11 * MINUTE_MS);
    const [, second, ...others] = await requests();
    expect(others).toEqual([]);
    expect(second?.text).toContain("asks for Dec 10, 2026 – Dec 15, 2026, 2 guests, $750.00.");
    expect(second?.text).toContain(
      "This replaces their earlier request: Dec 10, 2026 – Dec 14, 2026, 2 guests, $600.00.",
    );

    await request("2026-12-13", "450.00");
    await request("2026-12-15", "750.00");
    server.clock.advance(11 * MINUTE_MS);
    expect(await requests()).toHaveLength(2);

    await request("2026-12-13", "450.00");
    expect((await decide(true)).json).toMatchObject({ nights: 3, totalAmount: "450.00" });
    server.clock.advance(11 * MINUTE_MS);
    expect(await requests()).toHaveLength(2);
  });

  test("continuous changes delay the email by at most an hour", async () => {
    const booked = await book(GUEST, "2026-12-10", "2026-12-12");
    await allSent();
    for (const guestCount of [3, 4, 5, 6, 1, 3, 4]) {
      expect((await setGuests(booked, guestCount)).status).toBe(200);
      server.clock.advance(9 * MINUTE_MS);
      await allSent();
    }
    expect((await allSent())(GUEST.email)).toHaveLength(2);
  });

  test("an unverified address gets five messages a day, until a link in one of them is opened", async () => {
    const stay = async (day: number) => book(GUEST, `2026-12-${day}`, `2026-12-${day + 1}`, `10.2.${day}.1`);
    const cancel = (booked: Booked) => own(booked, "POST", "cancel", { expectedFee: "0.00" });
    for (const day of [10, 12, 14, 16, 18]) {
      const booked = await stay(day);
      expect(booked.status).toBe(201);
      // A confirmation that has not been sent when the stay is cancelled is left out, and would not count.
      await allSent();
      await cancel(booked);
    }
    const sent = await allSent();
    expect(sent(GUEST.email)).toHaveLength(5);
    const refused = (await messages()).filter(({ status, to }) => status === "skipped" && to === GUEST.name);
    expect(refused.some(({ note }) => note?.includes("has received 5 messages today"))).toBe(true);

    const proven = await stay(20);
    await server.send("GET", await ownLinkOf(server, proven.id));
    server.clock.advance(MINUTE_MS);
    await cancel(proven);
    await expect.poll(() => sent(GUEST.email).some(({ subject }) => subject?.includes("is cancelled"))).toBe(true);
  });

  /** Makes three bookings within an hour. The next booking from this network then needs a verified email address. */
  async function useUpNetwork(month: string) {
    for (const day of [10, 12, 14]) {
      const guest = { ...GUEST, email: `${month}-${day}@example.com`, phone: `+94 77 200 ${month}${day}` };
      expect((await book(guest, `2027-${month}-${day}`, `2027-${month}-${day + 1}`)).status).toBe(201);
    }
  }

  test("at most 30 verification emails are sent per hour, and the host is notified once", async () => {
    await useUpNetwork("03");
    await allSent();
    const statuses = new Set<number>();
    let last = "";
    for (let i = 0; i < 40; i++) {
      const guest = { ...GUEST, email: `guest-${i}@example.com`, phone: `+94 77 100 00${10 + i}` };
      const { status, text } = await book(guest, "2027-02-01", "2027-02-20");
      statuses.add(status);
      last = text;
      await allSent();
    }
    expect(statuses.has(201)).toBe(false);
    expect(last).toContain("please call us");
    const proofs = box.emails.filter(({ mail }) => mail.subject === "One more step to book your stay");
    expect(proofs).toHaveLength(30);
    const alerts = (await allSent())(HOST).filter(({ subject }) => subject === "An unusual number of booking attempts");
    expect(alerts).toHaveLength(1);

    server.clock.advance(61 * MINUTE_MS);
    await useUpNetwork("04");
    const later = await book({ ...GUEST, email: "later@example.com" }, "2027-02-01", "2027-02-20");
    expect(later.text).toContain("email");
    expect((await allSent())("later@example.com")).toHaveLength(1);
  });
});
