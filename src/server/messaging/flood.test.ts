import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { GUEST, stayBody } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
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
    server = await startTestApp(engine, sendingTo(box, { guardBookings: true, trustProxy: true }));
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
    return { id, cookie, status: booked.status, text: booked.text, reference: String(booked.json?.reference) };
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
  /**
   * Waits until no due message is left, except postponed ones. Returns a function that finds the emails that an address
   * has received since the test began.
   */
  async function allSent() {
    const isDue = (one: Message) => one.status === "pending" && one.pastDue && one.nextTryAt === null;
    await expect.poll(async () => (await messages()).filter(isDue)).toEqual([]);
    return (to: string) => box.emails.filter((email) => email.to[0] === to).map(({ mail }) => mail);
  }

  test("31 changes to a booking become one email to the guest and one to the host, showing what changed", async () => {
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

  test("if a guest changes a stay and then cancels it, the host is told of the cancellation but no longer of the change", async () => {
    const booked = await book(GUEST, "2026-12-10", "2026-12-12");
    await allSent();
    expect((await setGuests(booked, 3)).status).toBe(200);
    server.clock.advance(5 * MINUTE_MS);
    expect((await own(booked, "POST", "cancel", { expectedFee: "0.00" })).status).toBe(200);
    // A message that is being sent while the clock moves past its lease would be sent twice.
    await allSent();
    server.clock.advance(61 * MINUTE_MS);
    const subjects = (await allSent())(HOST).flatMap(({ subject = "" }) =>
      subject.endsWith(booked.reference) ? [subject.split(":")[0]] : [],
    );
    expect(subjects).toEqual(["New booking", "Cancelled by the guest"]);
  });

  test("31 requests for other dates become one email to the host, comparing the last request with what the host was last told", async () => {
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

  test("an unverified address gets five messages a day; a booking whose emailed link was opened does not have to wait", async () => {
    const stay = async (day: number) => book(GUEST, `2026-12-${day}`, `2026-12-${day + 1}`, `10.2.${day}.1`);
    const cancel = (booked: Booked) => own(booked, "POST", "cancel", { expectedFee: "0.00" });
    for (const day of [10, 12, 14, 16, 18]) {
      const booked = await stay(day);
      expect(booked.status).toBe(201);
      // A confirmation that is still waiting when its stay is cancelled is never sent, so it would not count.
      await allSent();
      await cancel(booked);
    }
    const sent = await allSent();
    expect(sent(GUEST.email)).toHaveLength(5);
    const waiting = async () =>
      (await messages()).filter(
        ({ status, to, note }) =>
          status === "pending" && to === GUEST.name && note?.includes("has received 5 messages today"),
      );
    const [{ messageType } = { messageType: "none" }] = await waiting();
    expect(messageType).toBe("booking_cancelled");

    const proven = await stay(20);
    await followLink(server, await ownLinkOf(server, proven.id));
    server.clock.advance(MINUTE_MS);
    await cancel(proven);
    const cancellations = () => sent(GUEST.email).filter(({ subject }) => subject?.includes("is cancelled")).length;
    const atOnce = 5 - (await waiting()).length + 1;
    await expect.poll(cancellations).toBe(atOnce);

    server.clock.advance(24 * 60 * MINUTE_MS);
    await expect.poll(cancellations).toBe(6);
  });

  /** The host writes to the guest, and the email about it is queued. */
  async function reply({ id }: Booked, text: string) {
    const body = { text };
    const sent = await server.send("POST", `/api/admin/bookings/${id}/messages`, body, { cookie: admin });
    expect(sent.status).toBe(201);
    server.clock.advance(3 * MINUTE_MS);
    await server.app.runJobs(/^email messages$/);
  }
  const texts = (sent: { text?: string | undefined }[], part: string) =>
    sent.filter(({ text }) => text?.includes(part)).length;

  test("verification emails to strangers hold up neither the host's replies nor links to a booking", async () => {
    const anna = { ...GUEST, email: "anna@example.com" };
    const booked = await book(anna, "2026-12-10", "2026-12-12");
    await allSent();
    const day = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10);
    for (let n = 0; n < 32; n++) {
      const stranger = { ...GUEST, email: `stranger-${n}@example.com`, phone: `+94 77 300 00${10 + n}` };
      await book(stranger, day(n * 8), day(n * 8 + 8), `10.3.${n}.1`);
    }
    await allSent();
    const subjects = box.emails.map(({ mail }) => mail.subject ?? "");
    expect(subjects.filter((one) => one.startsWith("Please confirm your stay"))).toHaveLength(5);
    expect(subjects.filter((one) => one === "One more step to book your stay")).toHaveLength(25);

    await reply(booked, "The key is under the mat.");
    const found = { reference: booked.reference, email: anna.email };
    expect((await server.send("POST", "/api/bookings/find", found)).status).toBe(200);
    const sent = (await allSent())(anna.email);
    expect(texts(sent, "The key is under the mat.")).toBe(1);
    expect(texts(sent, "Here is the link to your booking")).toBe(1);
  });

  test("the host can send themselves more than five test emails about an unverified guest's booking", async () => {
    const booked = await book(GUEST, "2026-12-10", "2026-12-12");
    await allSent();
    const test = { words: { subject: "Trial", body: "Dear {guestName}" }, language: "en", bookingId: booked.id };
    for (let n = 0; n < 6; n++) {
      expect((await server.send("POST", "/api/admin/custom-messages/test", test, { cookie: admin })).status).toBe(201);
    }
    const trials = async () => (await allSent())(HOST).filter(({ subject }) => subject === "Trial");
    expect(await trials()).toHaveLength(6);
  });

  test("a reply waits while an unverified address has reached its daily limit of messages", async () => {
    const booked = await book(GUEST, "2026-12-10", "2026-12-12");
    await allSent();
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await reply(booked, `Answer number ${n}.`);
      await allSent();
    }
    const answers = async () =>
      [1, 2, 3, 4, 5, 6].map((n) =>
        texts(
          box.emails.map(({ mail }) => mail),
          `Answer number ${n}.`,
        ),
      );
    expect(await answers()).toEqual([1, 1, 1, 1, 0, 0]);
    const waiting = (await messages()).filter(
      ({ messageType, status }) => messageType === "guest_note" && status === "pending",
    );
    expect(waiting.map(({ note }) => note)).toEqual([
      expect.stringContaining("Waiting: this address has received 5 messages today"),
      expect.stringContaining("Waiting: this address has received 5 messages today"),
    ]);

    server.clock.advance(24 * 60 * MINUTE_MS);
    await allSent();
    await expect.poll(answers).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("a booking request is emailed to the host at once, even after 30 notifications in a day", async () => {
    const booked = await book(GUEST, "2026-12-10", "2026-12-12");
    for (let n = 0; n < 31; n++) {
      expect((await own(booked, "POST", "messages", { text: `Question ${n}` })).status).toBe(201);
      server.clock.advance(3 * MINUTE_MS);
      await server.app.runJobs(/^email messages$/);
    }
    expect((await allSent())(HOST)).toHaveLength(30);
    admin = await server.signIn();
    const { version } = (await server.send("GET", "/api/admin/settings", undefined, { cookie: admin })).json;
    await server.send("PUT", "/api/admin/settings", { bookingMode: "request", version }, { cookie: admin });
    const guest = { ...GUEST, email: "request@example.com", phone: "+94 77 400 0001" };
    expect((await book(guest, "2027-01-10", "2027-01-12", "10.4.1.1")).status).toBe(201);
    const requests = (await allSent())(HOST).filter(({ subject }) => subject?.startsWith("New booking request"));
    expect(requests).toHaveLength(1);
  });

  test("a person with the cleaner's link cannot delay the host's other emails by marking a cleaning again and again", async () => {
    const { path } = (await server.send("POST", "/api/admin/cleaning/link", { seen: null }, { cookie: admin })).json;
    await book(GUEST, "2026-11-22", "2026-11-24");
    server.clock.set("2026-11-24T06:00:00Z");
    for (let n = 0; n < 14; n++) {
      server.clock.advance(1000);
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const marked = `day=2026-11-24&done=${n % 2 === 0 ? "yes" : "no"}`;
      expect((await server.send("POST", `${path}/done`, marked, form)).status).toBe(303);
      await allSent();
    }
    const aboutCleaning = async () =>
      (await allSent())(HOST).flatMap(({ subject = "" }) => (subject.startsWith("The cottage is") ? [subject] : []));
    expect(await aboutCleaning()).toHaveLength(10);
    const booker = { ...GUEST, email: "later@example.com", phone: "+94 77 400 0002" };
    expect((await book(booker, "2027-01-10", "2027-01-12", "10.5.1.1")).status).toBe(201);
    expect((await allSent())(HOST).at(-1)?.subject).toMatch(/^New booking/);

    // The next day, the host is told only what applies now.
    server.clock.advance(24 * 60 * MINUTE_MS);
    expect((await aboutCleaning()).slice(10)).toEqual(["The cottage is not clean after all: November 24, 2026"]);
  });

  test("links that a stranger keeps requesting for an address do not pile up", async () => {
    const booked = await book(GUEST, "2026-12-10", "2026-12-12");
    for (let n = 0; n < 8; n++) {
      await allSent();
      const found = { reference: booked.reference, email: GUEST.email };
      expect((await server.send("POST", "/api/bookings/find", found)).status).toBe(200);
      server.clock.advance(60 * MINUTE_MS);
    }
    const sent = await allSent();
    expect(sent(GUEST.email)).toHaveLength(5);
    server.clock.advance(24 * 60 * MINUTE_MS);
    expect((await allSent())(GUEST.email)).toHaveLength(5);
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
