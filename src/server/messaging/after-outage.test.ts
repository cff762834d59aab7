import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MessageType } from "#domain/messaging/message.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { AIRBNB, airbnbStay, calendarOf, type Platforms, startPlatforms } from "../testing/platforms.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const HOUR_MS = 3_600_000;
const HOST = "stay@kitulhill.example";
const PAUSED = { channel: "email", paused_until: "2050-01-01T00:00:00.000Z", reason: "for the test" } as const;

describe.each(engines)("after the mail server could not be reached for a while, on %s", (engine) => {
  let box: Mailbox;
  let platforms: Platforms;
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    box = await openMailbox();
    platforms = await startPlatforms();
  });
  afterAll(async () => {
    await box.close();
    await platforms.close();
  });
  beforeEach(async () => {
    box.emails.length = 0;
    server = await startTestApp(engine, { ...sendingTo(box), platforms: platforms.reach });
    cookie = await server.signIn();
    await server.app.start();
    return async () => {
      await server.close();
    };
  });

  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const subjectsTo = (address: string) =>
    box.emails.filter(({ to }) => to[0] === address).map(({ mail }) => mail.subject ?? "");
  const pause = () => server.db.insertInto("message_channel").values(PAUSED).execute();
  async function resume() {
    cookie = await server.signIn();
    await server.db.deleteFrom("message_channel").execute();
  }
  async function book(checkInDate: string, checkOutDate: string) {
    const made = await bookStay(server, { checkInDate, checkOutDate });
    expect(made.status).toBe(201);
    return { id: String(made.json.id), cookie: cookieOf(made) };
  }
  const find = (id: string, type: MessageType) =>
    server.db
      .selectFrom("scheduled_message")
      .select(["status", "useful_until", "note"])
      .where("booking_id", "=", id)
      .where("type", "=", type)
      .executeTakeFirst();
  const settled = (id: string, type: MessageType, status: string) =>
    expect.poll(async () => (await find(id, type))?.status).toBe(status);
  async function move(id: string, version: number, dates: { checkInDate: string; checkOutDate: string }) {
    const query = new URLSearchParams({ ...dates, bookingId: id });
    const { json } = await host("GET", `/api/admin/stay-quote?${query}`);
    const order = { ...dates, guestCount: 2, version, price: "new", expectedTotal: json.totalAmount };
    const moved = await host("PUT", `/api/admin/bookings/${id}/stay`, order);
    expect([moved.status, moved.json.message]).toEqual([200, undefined]);
  }

  test("the host is not asked to answer requests whose deadline has passed", async () => {
    const { version } = (await host("GET", "/api/admin/settings")).json;
    expect((await host("PUT", "/api/admin/settings", { bookingMode: "request", version })).status).toBe(200);
    await pause();
    const guest = await book("2027-03-10", "2027-03-13");
    const status = { version: 1, status: "confirmed" };
    expect((await host("POST", `/api/admin/bookings/${guest.id}/status`, status)).status).toBe(200);
    const change = { checkInDate: "2027-03-10", checkOutDate: "2027-03-14", guestCount: 2, expectedTotal: "600.00" };
    const asked = await server.send("PUT", `/api/bookings/${guest.id}/stay`, change, { cookie: guest.cookie });
    expect(asked.json).toMatchObject({ requested: true });
    server.clock.advance(28 * HOUR_MS);
    await resume();

    await settled(guest.id, "welcome", "sent");
    const notifications = async () => {
      const rows = await server.db
        .selectFrom("scheduled_message")
        .select(["subject", "status"])
        .where("type", "=", "host_notice")
        .where("subject", "like", "%request%")
        .execute();
      const others = await server.db
        .selectFrom("scheduled_message")
        .select(["subject", "status"])
        .where("subject", "like", "A guest asks to change%")
        .execute();
      return [...rows, ...others].map((row) => `${row.status} ${row.subject?.split(":")[0]}`);
    };
    await expect.poll(notifications).toEqual(["skipped New booking request", "skipped A guest asks to change a stay"]);
    expect(subjectsTo(HOST)).toEqual([]);
  });

  test("the host gets no sign-in link that has already expired", async () => {
    const { id } = await book("2027-07-10", "2027-07-13");
    await settled(id, "welcome", "sent");
    // The job that resets overlong pauses has already run, so it does not end this one.
    await pause();
    await server.send("POST", "/api/admin/auth/link");
    server.clock.advance(25 * HOUR_MS);
    await resume();
    await server.send("POST", "/api/admin/auth/link");
    const links = async () => {
      const rows = await server.db
        .selectFrom("scheduled_message")
        .select("status")
        .where("subject", "=", "Your sign-in link")
        .orderBy("created_at")
        .execute();
      return rows.map(({ status }) => status);
    };
    await expect.poll(links).toEqual(["skipped", "sent"]);
    expect(subjectsTo(HOST).filter((subject) => subject === "Your sign-in link")).toHaveLength(1);
  });

  test("the host is not told of a double booking that is already over", async () => {
    const [over, open] = [await book("2027-03-10", "2027-03-12"), await book("2027-08-10", "2027-08-12")];
    await settled(open.id, "welcome", "sent");
    box.emails.length = 0;
    await pause();
    const stays = [
      airbnbStay("HMOVER0001", "2027-03-11", "2027-03-13"),
      airbnbStay("HMOPEN0001", "2027-08-11", "2027-08-13"),
    ];
    platforms.replies.set("www.airbnb.com", { body: calendarOf(AIRBNB, stays) });
    const url = "https://www.airbnb.com/calendar/ical/4711.ics?s=0123456789abcdef0123456789abcdef";
    expect((await host("POST", "/api/admin/channels", { platform: "airbnb", url })).status).toBe(201);
    const cancel = { version: 1, waiveFee: true, expectedFee: "0.00" };
    expect((await host("POST", `/api/admin/bookings/${over.id}/cancel`, cancel)).status).toBe(200);
    await resume();

    await expect.poll(() => subjectsTo(HOST)).toContain("Double booking: 1 night from August 11, 2027");
    const notification = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["status", "note"])
        .where("subject", "=", "Double booking: 1 night from March 11, 2027")
        .execute();
    const note = "Not needed: the conflict was over before this message was sent.";
    await expect.poll(notification).toEqual([{ status: "skipped", note }]);
    expect(subjectsTo(HOST).filter((subject) => subject.includes("March 11"))).toEqual([]);
  });

  test("a reminder sent on the day of arrival gives the date, not the word tomorrow", async () => {
    const { id } = await book("2027-06-10", "2027-06-13");
    await settled(id, "welcome", "sent");
    await pause();
    server.clock.set("2027-06-10T06:00:00Z");
    await resume();
    await settled(id, "check_in_reminder", "sent");
    const [, reminder] = subjectsTo(GUEST.email);
    expect(reminder).toBe("Your arrival on Thursday, June 10, 2027: Kitul Hill Cottage");
    const sent = box.emails.find(({ mail }) => mail.subject === reminder);
    expect(`${sent?.mail.text}${sent?.mail.html}`).not.toMatch(/tomorrow/i);
  });

  test("guests are not told of changes or cancellations after their stay has ended", async () => {
    const first = await book("2027-04-10", "2027-04-13");
    const second = await book("2027-05-10", "2027-05-13");
    await settled(first.id, "welcome", "sent");
    await settled(second.id, "welcome", "sent");
    await pause();
    // Check-out is at 11:00 in Colombo, which is 5:30 in UTC.
    await move(first.id, 1, { checkInDate: "2027-04-10", checkOutDate: "2027-04-15" });
    expect((await find(first.id, "booking_changed"))?.useful_until).toBe("2027-04-15T05:30:00.000Z");
    await move(first.id, 2, { checkInDate: "2027-04-10", checkOutDate: "2027-04-18" });
    expect((await find(first.id, "booking_changed"))?.useful_until).toBe("2027-04-18T05:30:00.000Z");
    // The guest still expects to stay until the 13th.
    await move(second.id, 1, { checkInDate: "2027-05-10", checkOutDate: "2027-05-11" });
    expect((await find(second.id, "booking_changed"))?.useful_until).toBe("2027-05-13T05:30:00.000Z");
    const cancelled = { version: 2, waiveFee: false, expectedFee: "0.00" };
    expect((await host("POST", `/api/admin/bookings/${second.id}/cancel`, cancelled)).status).toBe(200);
    expect((await find(second.id, "booking_cancelled"))?.useful_until).toBe("2027-05-11T05:30:00.000Z");
    server.clock.set("2027-05-13T06:00:00Z");
    await resume();

    await settled(first.id, "booking_changed", "skipped");
    await settled(second.id, "booking_cancelled", "skipped");
    expect((await find(first.id, "booking_changed"))?.note).toContain("too late");
    expect(subjectsTo(GUEST.email).filter((subject) => /has changed|is cancelled/.test(subject))).toEqual([]);
  });
});
