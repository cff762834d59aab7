import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOST_EVENTS, type HostEvent } from "#domain/messaging/host-event.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, onlyEvents } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const PASSWORD = "the second host has a sentence too";
const CONTACT = "stay@kitulhill.example";

const sessionOf = (response: TestResponse) =>
  cookieOf(response)
    .split("; ")
    .find((one) => one.includes("-session=")) ?? "";

describe.each(engines)("who is notified of what, on %s", (engine) => {
  let box: Mailbox;
  let server: TestApp;
  let cookie: string;
  let theirs: string;
  let secondId: string;
  beforeAll(async () => {
    box = await openMailbox();
    server = await startTestApp(engine, sendingTo(box));
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });
  beforeEach(async () => {
    server.clock.set("2026-11-21T06:00:00Z");
    for (const table of ["scheduled_message", "notification_choice", "message_channel"] as const) {
      await server.db.deleteFrom(table).execute();
    }
    box.emails.length = 0;
    box.answer = () => null;
    cookie = sessionOf(await server.send("POST", "/api/admin/auth/login", ADMIN));
    const known = await server.db.selectFrom("admin").select("id").where("username", "!=", ADMIN.username).execute();
    if (known.length > 0) await server.db.deleteFrom("admin").where("username", "!=", ADMIN.username).execute();
    ({ session: theirs, id: secondId } = await invited());
  });

  let names = 0;
  /** Another host, who has accepted an invitation. */
  async function invited() {
    const made = await host("POST", "/people/invitations", { email: "" });
    const token = made.json.link.split("#")[1];
    const username = `another-${++names}`;
    const session = sessionOf(
      await server.send("POST", "/api/admin/auth/invitation", { token, username, password: PASSWORD }),
    );
    const row = await server.db.selectFrom("admin").select("id").where("username", "=", username).executeTakeFirst();
    return { session, id: row?.id ?? "" };
  }
  let day = 0;
  const host = (method: string, path: string, body?: unknown, as = cookie) =>
    server.send(method, `/api/admin${path}`, body, { cookie: as });
  type Chosen = { emails?: string[]; events?: HostEvent[]; summaryHour?: number | null };
  const choose = async (as: string, { events = [...HOST_EVENTS], ...choice }: Chosen) => {
    const body = { emails: [], summaryHour: null, ...choice, events: onlyEvents(events) };
    const saved = await host("PUT", "/notifications", body, as);
    expect(saved.status).toBe(204);
  };
  async function book() {
    const month = String((day++ % 11) + 1).padStart(2, "0");
    const start = 2 + 5 * Math.floor(day / 11);
    const on = (n: number) => `2027-${month}-${String(n).padStart(2, "0")}`;
    const { json } = await bookStay(server, { checkInDate: on(start), checkOutDate: on(start + 2) });
    return json.id as string;
  }
  const toHosts = () => box.emails.filter(({ to }) => !to.includes(GUEST.email));
  const addressees = () =>
    toHosts()
      .flatMap(({ to }) => to)
      .toSorted();
  const settled = () =>
    expect
      .poll(async () => {
        const now = server.clock().toISOString();
        const rows = await server.db
          .selectFrom("scheduled_message")
          .select("id")
          .where("status", "=", "pending")
          .where("scheduled_for", "<=", now)
          .execute();
        return rows.length;
      })
      .toBe(0);

  test("by default one email goes to the contact address, however many hosts there are", async () => {
    await book();
    await settled();
    expect(addressees()).toEqual([CONTACT]);
    // The host's reply goes to the guest and not to us.
    expect(toHosts()[0]?.mail.replyTo?.[0]?.address).toBe(GUEST.email);
  });

  test("a mailbox that two hosts share gets each email once, even if only one of them has entered its address", async () => {
    await choose(theirs, { emails: [CONTACT.toUpperCase(), "bob@x.example"] });
    const mailboxes = () =>
      addressees()
        .map((address) => address.toLowerCase())
        .toSorted();
    await book();
    await settled();
    expect(mailboxes()).toEqual(["bob@x.example", CONTACT]);
    // If they have chosen different events, each email still reaches the host who has chosen it.
    await choose(cookie, { events: ["cancellation"] });
    await book();
    await settled();
    expect(mailboxes()).toEqual(["bob@x.example", "bob@x.example", CONTACT, CONTACT]);
  });

  test("each host chooses the events and addresses for their own notifications", async () => {
    await choose(cookie, { emails: ["ann@x.example", "office@x.example"], events: ["booking"] });
    await choose(theirs, { emails: ["bob@x.example"], events: ["cancellation"] });
    const id = await book();
    await settled();
    expect(addressees()).toEqual(["ann@x.example", "office@x.example"]);
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["to_address", "status"])
      .where("type", "=", "host_notice")
      .execute();
    expect(rows.map((row) => `${row.to_address} ${row.status}`).toSorted()).toEqual([
      "ann@x.example sent",
      "office@x.example sent",
    ]);
    expect(id).toBeTruthy();
    expect((await host("GET", "/notifications", undefined, theirs)).json).toMatchObject({
      emails: ["bob@x.example"],
      events: ["cancellation"],
      contactEmail: CONTACT,
    });
  });

  test("a test email goes to the host who sends it, and the portal says to which address", async () => {
    await choose(theirs, { emails: ["bob@x.example", "office@x.example"] });
    const body = { words: { subject: "Sunday market", body: "It opens at seven." }, language: "en", bookingId: null };
    for (const [as, address] of [
      [theirs, "bob@x.example"],
      [cookie, CONTACT],
    ] as const) {
      expect((await host("GET", "/messaging", undefined, as)).json.testEmailTo).toBe(address);
      expect((await host("POST", "/messaging/test", undefined, as)).json).toMatchObject({ to: address });
      expect((await host("POST", "/custom-messages/test", body, as)).json).toEqual({ to: address });
    }
    await settled();
    expect(addressees()).toEqual(["bob@x.example", "bob@x.example", CONTACT, CONTACT]);
  });

  test("a removed host gets nothing, not even messages that were already waiting", async () => {
    await choose(cookie, { emails: ["ann@x.example"] });
    await choose(theirs, { emails: ["bob@x.example"] });
    box.answer = (to) => (to === "bob@x.example" ? { code: 451, text: "later" } : null);
    await book();
    const ofBob = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["status", "retry_count", "note"])
        .where("to_address", "=", "bob@x.example")
        .executeTakeFirst();
    await expect.poll(async () => (await ofBob())?.retry_count).toBe(1);
    expect((await host("DELETE", `/people/${secondId}`)).status).toBe(200);
    box.answer = () => null;
    server.clock.advance(3_600_000);
    await expect.poll(async () => (await ofBob())?.status).toBe("skipped");
    await expect.poll(addressees).toEqual(["ann@x.example"]);
    cookie = sessionOf(await server.send("POST", "/api/admin/auth/login", ADMIN));
    await book();
    await settled();
    expect(addressees()).toEqual(["ann@x.example", "ann@x.example"]);
  });

  test("hosts who share a mailbox with a removed host still get the emails that were waiting for it", async () => {
    server.clock.advance(1000);
    const third = await invited();
    await choose(cookie, { events: [] });
    await choose(theirs, { emails: ["Office@x.example"] });
    await choose(third.session, { emails: ["office@x.example"] });
    box.answer = (to) => (to === "Office@x.example" ? { code: 451, text: "later" } : null);
    await book();
    const attempts = () =>
      server.db
        .selectFrom("scheduled_message")
        .select("retry_count")
        .where("to_address", "=", "Office@x.example")
        .execute();
    await expect.poll(attempts).toEqual([{ retry_count: 1 }]);
    expect((await host("DELETE", `/people/${secondId}`)).status).toBe(200);
    box.answer = () => null;
    server.clock.advance(3_600_000);
    await expect.poll(addressees).toEqual(["Office@x.example"]);
  });

  test("switching off host notifications stops neither guests' emails nor the sign-in link", async () => {
    const saved = await host("PUT", "/settings", { emailNotifications: false });
    expect(saved.status).toBe(200);
    await book();
    await server.send("POST", "/api/admin/auth/link");
    await expect.poll(() => box.emails.map(({ to }) => to.join()).toSorted()).toEqual([GUEST.email, CONTACT]);
    expect(toHosts()[0]?.mail.subject).toBe("Your sign-in link");
    await settled();
    await host("PUT", "/settings", { emailNotifications: true });
  });

  test("a host gets their summary once a day at the hour that they chose, in the property's time zone", async () => {
    await choose(theirs, { emails: ["bob@x.example"], summaryHour: 7 });
    // 06:30 in Colombo (+05:30).
    server.clock.set("2026-12-01T01:00:00Z");
    await server.app.runJobs(/daily summaries/);
    await settled();
    expect(addressees()).toEqual([]);
    server.clock.set("2026-12-01T01:31:00Z");
    await server.app.runJobs(/daily summaries/);
    await server.app.runJobs(/daily summaries/);
    // If the clock jumped while an email was being sent, the email would lose its lease and be sent again.
    await settled();
    server.clock.set("2026-12-01T02:40:00Z");
    await server.app.runJobs(/daily summaries/);
    await settled();
    expect(addressees()).toEqual(["bob@x.example"]);
    const [email] = toHosts();
    expect(email?.mail.subject).toBe("Today at the cottage, Dec 1: 0 arrivals, 0 departures");
    expect(email?.mail.text).toContain("Arriving today: nobody.");
    server.clock.set("2026-12-02T01:31:00Z");
    await server.app.runJobs(/daily summaries/);
    await settled();
    expect(addressees()).toHaveLength(2);
  });

  test("a summary for 23:00 is sent once when the server is back after midnight, and again the next evening", async () => {
    await choose(theirs, { emails: ["bob@x.example"], summaryHour: 23 });
    const subjects = async (time: string) => {
      server.clock.set(time);
      await server.app.runJobs(/daily summaries/);
      await server.app.runJobs(/daily summaries/);
      await settled();
      return toHosts().map(({ mail }) => mail.subject?.slice(0, 29));
    };
    // 00:40, 01:10 and 23:10 in Colombo (+05:30).
    expect(await subjects("2026-12-14T19:10:00Z")).toEqual(["Today at the cottage, Dec 15:"]);
    expect(await subjects("2026-12-14T19:40:00Z")).toHaveLength(1);
    expect(await subjects("2026-12-15T17:40:00Z")).toHaveLength(2);
    expect(await subjects("2026-12-15T18:40:00Z")).toHaveLength(2);
  });

  test("hosts who share a mailbox get one summary per day, and another one only if they chose another hour", async () => {
    const run = async (time: string) => {
      server.clock.set(time);
      await server.app.runJobs(/daily summaries/);
      await settled();
      return addressees()
        .map((address) => address.toLowerCase())
        .toSorted();
    };
    await choose(cookie, { summaryHour: 7 });
    await choose(theirs, { emails: [CONTACT.toUpperCase(), "bob@x.example"], summaryHour: 7 });
    const signedIn = server.clock().toISOString();
    expect(await run("2026-12-03T01:31:00Z")).toEqual(["bob@x.example", CONTACT]);
    // Another host is now the first one who uses the shared mailbox.
    server.clock.set(signedIn);
    await choose(cookie, { emails: ["ann@x.example"], summaryHour: 7 });
    expect(await run("2026-12-03T01:41:00Z")).toEqual(["ann@x.example", "bob@x.example", CONTACT]);
    server.clock.set(signedIn);
    await choose(cookie, { emails: [], summaryHour: 7 });
    await choose(theirs, { emails: [CONTACT.toUpperCase()], summaryHour: 20 });
    expect(await run("2026-12-04T01:31:00Z")).toEqual(["ann@x.example", "bob@x.example", CONTACT, CONTACT]);
    expect(await run("2026-12-04T14:31:00Z")).toEqual(["ann@x.example", "bob@x.example", CONTACT, CONTACT, CONTACT]);
  });

  test("after a mail outage, a host does not get the summaries for past days", async () => {
    const untried = () =>
      server.db
        .selectFrom("scheduled_message")
        .select("id")
        .where("status", "=", "pending")
        .where("scheduled_for", "<=", server.clock().toISOString())
        .where((eb) => eb.or([eb("retry_count", "=", 0), eb("claimed_by", "is not", null)]))
        .execute();
    await choose(theirs, { emails: ["bob@x.example"], summaryHour: 7 });
    box.answer = () => ({ code: 451, text: "4.7.1 Try again later" });
    for (const day of ["05", "06"]) {
      server.clock.set(`2026-12-${day}T01:31:00Z`);
      await server.app.runJobs(/daily summaries/);
      // If the clock moved past the lease of an email that is being sent, the email would be sent again.
      await expect.poll(untried).toEqual([]);
    }
    box.answer = () => null;
    server.clock.set("2026-12-06T18:00:00Z");
    await expect.poll(() => toHosts().map(({ mail }) => mail.subject)).toHaveLength(1);
    await settled();
    expect(toHosts().map(({ mail }) => mail.subject)).toEqual([
      "Today at the cottage, Dec 6: 0 arrivals, 0 departures",
    ]);
  });

  test("invalid addresses, or too many of them, are refused; duplicates are stored once", async () => {
    const put = (emails: string[]) =>
      host("PUT", "/notifications", { emails, events: onlyEvents([]), summaryHour: null });
    expect((await put(["nobody"])).status).toBe(400);
    expect((await put(Array.from({ length: 6 }, (_, n) => `a${n}@x.example`))).status).toBe(400);
    expect((await put(["a@x.example", "A@x.example"])).status).toBe(204);
    expect((await host("GET", "/notifications")).json.emails).toEqual(["A@x.example"]);
  });

  test("a host changes different events on several devices at once, and all changes are kept", async () => {
    await choose(cookie, { events: ["booking"] });
    const changes = [{ payment: true }, { booking: false }, { message: true }];
    const saved = await Promise.all(changes.map((events) => host("PUT", "/notifications", { events })));
    expect(saved.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect((await host("GET", "/notifications")).json.events).toEqual(["payment", "message"]);
    await choose(cookie, {});
  });

  test("settings missing from a request stay as they were", async () => {
    await choose(cookie, { emails: ["ann@x.example"], events: ["booking"], summaryHour: 7 });
    expect((await host("PUT", "/notifications", { summaryHour: 8 })).status).toBe(204);
    expect((await host("PUT", "/notifications", { emails: ["bob@x.example"] })).status).toBe(204);
    expect((await host("GET", "/notifications")).json).toMatchObject({
      emails: ["bob@x.example"],
      events: ["booking"],
      summaryHour: 8,
    });
    await choose(cookie, {});
  });
});
