import { sql } from "kysely";
import type { Attachment } from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plainText } from "#domain/messaging/template.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, goThroughSamples, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { startPushService } from "../testing/push-service.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const PACE = { everyMs: 15, leaseMs: 2000, slots: 4 };
const FROM = "letters@cottage.example";
const HOST = "stay@kitulhill.example";
const HOUR_MS = 3_600_000;
const CLOSED = { channel: "email", paused_until: "2026-11-22T00:00:00.000Z", reason: "for the test" } as const;

function contentOf(attachment: Attachment | undefined): string {
  const content = attachment?.content;
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

describe.each(engines)("the outbox on %s", (engine) => {
  let box: Mailbox;
  let service: Awaited<ReturnType<typeof startPushService>>;
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    box = await openMailbox();
    service = await startPushService();
    server = await startTestApp(engine, {
      outbox: PACE,
      pushServices: service.reach,
      config: { publicUrl: "https://cottage.example", mail: { smtpUrl: box.url, from: { address: FROM } } },
    });
    cookie = await server.signIn();
    await goThroughSamples(server, cookie);
    await server.send("PUT", "/api/admin/content/property", { wifiPassword: "monsoon-2027" }, { cookie });
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await service.close();
    await box.close();
  });
  beforeEach(async () => {
    server.clock.set("2026-11-21T06:00:00Z");
    cookie = await server.signIn();
    box.emails.length = 0;
    box.answer = () => null;
    box.rejectSender = null;
    box.hangUp(false);
    await server.db.deleteFrom("scheduled_message").execute();
    await server.db.deleteFrom("message_channel").execute();
  });

  let month = 0;
  /** Books three nights on the website; by default, from the 10th of a month that is not used yet. */
  async function book(guest = GUEST, checkIn = new Date(Date.UTC(2027, month++, 10)).toISOString().slice(0, 10)) {
    const checkOut = checkIn.replace(/\d\d$/, (d) => String(Number(d) + 3).padStart(2, "0"));
    const { json } = await bookStay(server, { checkInDate: checkIn, checkOutDate: checkOut }, guest);
    return { id: json.id as string, reference: json.reference as string, checkIn, checkOut };
  }
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  /** The host changes the dates or the number of guests. */
  async function changeStay(
    id: string,
    version: number,
    stay: { checkInDate: string; checkOutDate: string },
    guests = 2,
  ) {
    const query = new URLSearchParams({ ...stay, guestCount: String(guests), bookingId: id });
    const { json } = await host("GET", `/api/admin/stay-quote?${query}`);
    const order = { ...stay, guestCount: guests, version, price: "new", expectedTotal: json.totalAmount };
    expect((await host("PUT", `/api/admin/bookings/${id}/stay`, order)).status).toBe(200);
  }
  async function plan(bookingId: string) {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["id", "type", "status", "scheduled_for", "retry_count", "note"])
      .where("booking_id", "=", bookingId)
      .orderBy("scheduled_for")
      .execute();
    return rows;
  }
  const due = async (bookingId: string) =>
    Object.fromEntries(
      (await plan(bookingId)).filter((row) => row.status === "pending").map((row) => [row.type, row.scheduled_for]),
    );
  async function settled(bookingId: string, type: string, status: string) {
    await expect.poll(async () => (await plan(bookingId)).find((row) => row.type === type)?.status).toBe(status);
  }

  test("a booking sends the guest a welcome email and the host a notification at once, and plans three more messages", async () => {
    const guest = { name: "නිමල් Perera 🌴", email: "nimal@example.com", phone: "+94 77 123 4567" };
    const { id, reference, checkIn } = await book(guest);
    // An email from the previous test may still be on its way.
    const emails = () => box.emails.filter(({ mail }) => mail.subject?.includes(reference));
    await expect.poll(() => emails().length).toBe(2);
    const welcome = emails().find(({ to }) => to[0] === guest.email);
    const notification = emails().find(({ to }) => to[0] === HOST);
    expect(notification?.mail.subject).toContain("New booking");
    // The host's reply goes to the guest.
    expect(notification?.mail.replyTo).toEqual([{ name: guest.name, address: guest.email }]);
    expect(notification?.mail.text).toContain(guest.name);
    expect(notification?.mail.text).toContain(`https://cottage.example/admin/bookings/${id}`);

    expect(welcome?.from).toBe(FROM);
    expect(welcome?.mail.to).toEqual([{ name: guest.name, address: guest.email }]);
    expect(welcome?.mail.replyTo?.[0]?.address).toBe(HOST);
    expect(welcome?.mail.subject).toContain(reference);
    expect(welcome?.mail.text).toContain(`Dear ${guest.name}`);
    expect(welcome?.mail.html).toMatch(new RegExp(`href="https://cottage.example/booking/[^"]*${id}`));
    expect(welcome?.mail.html).toContain(`"reservationNumber":"${reference}"`);
    // The WiFi password is shown only from three days before arrival onwards.
    expect(welcome?.raw).not.toContain("monsoon-2027");
    const calendar = welcome?.mail.attachments.find(({ mimeType }) => mimeType === "text/calendar");
    expect(calendar?.method?.toUpperCase()).toBe("PUBLISH");
    // Folded lines begin with a space.
    const ics = contentOf(calendar).replace(/\r\n /g, "");
    expect(ics).toContain(`DTSTART;VALUE=DATE:${checkIn.replaceAll("-", "")}`);
    expect(ics).toContain("SEQUENCE:1");

    const [year, month] = checkIn.split("-");
    await settled(id, "welcome", "sent");
    expect(await due(id)).toEqual({
      // 14:00, 8:00 and 11:00 in Colombo are 8:30, 2:30 and 5:30 in UTC.
      check_in_reminder: `${year}-${month}-09T08:30:00.000Z`,
      check_out_reminder: `${year}-${month}-13T02:30:00.000Z`,
      feedback_request: `${year}-${month}-14T05:30:00.000Z`,
    });
  });

  test("messages are rescheduled with the stay, withdrawn when it is cancelled, and planned again when it is restored", async () => {
    const { id, checkIn, checkOut } = await book();
    await settled(id, "welcome", "sent");
    const before = await due(id);
    const moved = { checkInDate: checkIn.replace(/10$/, "20"), checkOutDate: checkOut.replace(/13$/, "23") };
    await changeStay(id, 1, moved);
    // Changes are collected for ten minutes.
    server.clock.advance(11 * 60_000);
    await settled(id, "booking_changed", "sent");
    const after = await due(id);
    for (const type of ["check_in_reminder", "check_out_reminder", "feedback_request"]) {
      expect(Date.parse(after[type] ?? "") - Date.parse(before[type] ?? ""), type).toBe(10 * 24 * HOUR_MS);
    }
    const emailAbout = (what: string) => box.emails.find(({ mail }) => mail.subject?.includes(what));
    await expect.poll(() => emailAbout("has changed")).toBeDefined();

    const cancelled = await host("POST", `/api/admin/bookings/${id}/cancel`, {
      version: 2,
      waiveFee: false,
      expectedFee: "0.00",
    });
    expect(cancelled.status).toBe(200);
    expect(Object.keys(await due(id)).filter((type) => type !== "booking_cancelled")).toEqual([]);
    await expect.poll(() => emailAbout("is cancelled")).toBeDefined();
    const { attachments } = emailAbout("is cancelled")?.mail ?? {};
    const calendar = attachments?.find(({ mimeType }) => mimeType === "text/calendar");
    expect(calendar?.method?.toUpperCase()).toBe("CANCEL");

    expect((await host("POST", `/api/admin/bookings/${id}/status`, { version: 3, status: "confirmed" })).status).toBe(
      200,
    );
    const { booking_changed: _news, ...restored } = await due(id);
    expect(restored).toEqual(after);
    const isRestored = "Your stay had been cancelled. It is now booked again.";
    await expect.poll(() => box.emails.filter(({ mail }) => mail.text?.includes(isRestored)).length).toBe(1);
  });

  test("waiting messages are rescheduled at once if the property's time zone or times change, unless the host sent them early", async () => {
    const { id, checkIn } = await book();
    await settled(id, "welcome", "sent");
    const [year, month] = checkIn.split("-");
    const settings = (await host("GET", "/api/admin/settings")).json;
    const { debugUntil: _until, missing: _missing, ...kept } = settings;
    const inZone = (timezone: string, version: string) =>
      host("PUT", "/api/admin/settings", { ...kept, timezone, version });
    const moved = await inZone("Europe/London", settings.version);
    expect(moved.status).toBe(200);
    // In winter, 14:00, 8:00 and 11:00 in London are the same times in UTC; in summer, the UTC times are an hour
    // earlier.
    const summer = Number(month) > 3 && Number(month) < 11;
    const hour = (h: number) => String(summer ? h - 1 : h).padStart(2, "0");
    expect(await due(id)).toEqual({
      check_in_reminder: `${year}-${month}-09T${hour(14)}:00:00.000Z`,
      check_out_reminder: `${year}-${month}-13T${hour(8)}:00:00.000Z`,
      feedback_request: `${year}-${month}-14T${hour(11)}:00:00.000Z`,
    });
    expect((await host("GET", "/api/admin/audit")).text).toContain(
      "Rescheduled messages for the new check-in and check-out times",
    );
    expect((await inZone("Asia/Colombo", moved.json.version)).status).toBe(200);

    const { houseTimes } = (await host("GET", "/api/admin/content/property")).json;
    const saved = await host("PUT", "/api/admin/content/property", {
      houseTimes: { ...houseTimes, checkInFrom: "16:00" },
    });
    expect(saved.status).toBe(200);
    expect((await due(id))["check_in_reminder"]).toBe(`${year}-${month}-09T10:30:00.000Z`);
    await server.db.insertInto("message_channel").values(CLOSED).execute();
    const [waiting] = (await host("GET", "/api/admin/scheduled-messages")).json.filter(
      (one: { bookingId: string; messageType: string }) =>
        one.bookingId === id && one.messageType === "check_out_reminder",
    );
    const path = `/api/admin/scheduled-messages/${waiting.id}/send-now`;
    expect((await host("POST", path, { version: waiting.version })).status).toBe(200);
    const undone = await host("POST", `/api/admin/content/changes/${saved.json.changeId}/undo`);
    expect(undone.status).toBe(200);
    expect(await due(id)).toMatchObject({
      check_in_reminder: `${year}-${month}-09T08:30:00.000Z`,
      check_out_reminder: "2026-11-21T06:00:00.000Z",
    });
  });

  test("the host's Markdown becomes HTML in the email, and stays readable in its plain-text version", async () => {
    const content = (await host("GET", "/api/admin/content/property")).json;
    const directions =
      "Take the **upper** road:\n\n- left at the shop\n- see [our map](/location)\n\n<b>Slowly</b> & {guestName}";
    const gettingHere = { ...content.gettingHere, directions };
    delete gettingHere.directionsHtml;
    expect((await host("PUT", "/api/admin/content/property", { gettingHere })).status).toBe(200);
    const { reference } = await book();
    const email = () => box.emails.find((one) => one.to[0] === GUEST.email && one.mail.subject?.includes(reference));
    await expect.poll(email).toBeTruthy();
    const mail = email()?.mail;
    expect(mail?.text).toContain(
      "Take the upper road:\n\n- left at the shop\n- see our map (https://cottage.example/location)\n\n<b>Slowly</b> & {guestName}",
    );
    expect(mail?.html).toContain("Take the <strong>upper</strong> road:</p>");
    expect(mail?.html).toMatch(/<ul style="[^"]+">\s*<li>left at the shop<\/li>/);
    expect(mail?.html).toContain('<a href="https://cottage.example/location"');
    expect(mail?.html).toContain("&lt;b&gt;Slowly&lt;/b&gt; &amp; {guestName}");
  });

  test("if email notifications are off, the host gets none, but guests still get their emails", async () => {
    const setNotifications = async (emailNotifications: boolean) => {
      const { debugUntil: _until, missing: _missing, ...saved } = (await host("GET", "/api/admin/settings")).json;
      expect((await host("PUT", "/api/admin/settings", { ...saved, emailNotifications })).status).toBe(200);
    };
    await setNotifications(false);
    const { id, reference } = await book();
    await settled(id, "welcome", "sent");
    const notification = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["status", "note"])
        .where("type", "=", "host_notice")
        .where("subject", "like", `%${reference}%`)
        .executeTakeFirst();
    await expect
      .poll(notification)
      .toEqual({ status: "skipped", note: "Not sent: your email notifications are switched off." });
    await setNotifications(true);
  });

  test("a guest whose booking is entered on the day of arrival gets the check-in instructions once, after the welcome message", async () => {
    // 11:30 at the cottage. The check-in reminder would have been due at 14:00 on the day before.
    const guest = { ...GUEST, email: "today@example.com" };
    const stay = { checkInDate: "2026-11-21", checkOutDate: "2026-11-23" };
    const order = { ...guest, ...stay, guestCount: 2, status: "confirmed" };
    const { id } = (await host("POST", "/api/admin/bookings", order)).json;
    await settled(id, "welcome", "sent");
    await changeStay(id, 1, stay, 3);
    server.clock.advance(11 * 60_000);
    await settled(id, "check_in_reminder", "sent");
    await settled(id, "booking_changed", "sent");
    await changeStay(id, 2, { ...stay, checkOutDate: "2026-11-24" }, 3);
    expect(Object.keys(await due(id))).toEqual(["booking_changed", "check_out_reminder", "feedback_request"]);
    const [welcome, ...later] = box.emails.filter(({ to }) => to[0] === guest.email);
    expect(welcome?.mail.subject).toContain("is booked");
    const instructions = later.filter(({ mail }) => mail.subject?.includes("Your arrival on"));
    expect(instructions.map(({ mail }) => mail.text)).toEqual([expect.stringContaining("monsoon-2027")]);
  });

  test("a guest whose stay is moved to today gets the check-in instructions", async () => {
    server.clock.set("2026-11-25T06:00:00Z");
    cookie = await server.signIn();
    const guest = { ...GUEST, email: "earlier@example.com" };
    const { id } = await book(guest, "2028-06-10");
    await settled(id, "welcome", "sent");
    await changeStay(id, 1, { checkInDate: "2026-11-25", checkOutDate: "2026-11-27" });
    server.clock.advance(11 * 60_000);
    await settled(id, "check_in_reminder", "sent");
  });

  let fail = () => {};
  /** The first attempt to send an email to this address fails in `untilRetry`. Waits until the attempt has begun. */
  async function failSlowly(address: string, begin: () => Promise<void>) {
    const after = new Promise<void>((resolve) => {
      fail = resolve;
    });
    let attempts = 0;
    box.answer = (to) =>
      to === address && attempts++ === 0 ? { code: 451, text: "4.7.1 Try again later", after } : null;
    await begin();
    await expect.poll(() => attempts).toBe(1);
  }
  /** Lets that attempt fail, and waits until its retry would be due. */
  async function untilRetry() {
    fail();
    // A failure to send a message that has been withdrawn leaves no trace. It is handled before a later email is sent.
    const { json: test } = await host("POST", "/api/admin/messaging/test");
    const sent = server.db
      .selectFrom("scheduled_message")
      .select("status")
      .where("message_key", "=", `test/${test.id}`);
    await expect.poll(() => sent.execute()).toEqual([{ status: "sent" }]);
    server.clock.advance(2 * 60_000);
  }
  const subjectsTo = (address: string) =>
    box.emails.filter(({ to }) => to[0] === address).map(({ mail }) => mail.subject ?? "");
  const cancel = (id: string, version: number) =>
    host("POST", `/api/admin/bookings/${id}/cancel`, { version, waiveFee: false, expectedFee: "0.00" });

  test("a message whose sending fails while its stay is cancelled is not sent afterwards", async () => {
    const guest = { ...GUEST, email: "in-flight@example.com" };
    let id = "";
    await failSlowly(guest.email, async () => {
      ({ id } = await book(guest, "2027-02-24"));
    });
    expect((await cancel(id, 1)).status).toBe(200);
    await settled(id, "booking_cancelled", "sent");
    await untilRetry();
    await book({ ...guest, email: "next@example.com" }, "2027-03-24");
    await expect.poll(() => subjectsTo("next@example.com").length).toBe(1);
    expect(subjectsTo(guest.email)).toEqual([expect.stringContaining("is cancelled")]);
    expect((await plan(id)).find(({ type }) => type === "welcome")).toMatchObject({
      status: "skipped",
      note: "No longer needed: the booking has changed.",
    });
  });

  test("a message that is rejected while its stay is cancelled is not reported as undelivered", async () => {
    const { endpoint, keys } = service.subscribe();
    const device = await host("POST", "/api/admin/push/devices", { endpoint, keys });
    const guest = { ...GUEST, email: "rejected@example.com" };
    const rejected = Promise.withResolvers<void>();
    let attempts = 0;
    box.answer = (to) =>
      to === guest.email && attempts++ === 0
        ? { code: 550, text: "5.1.1 No such user", after: rejected.promise }
        : null;
    const { id } = await book(guest, "2027-06-24");
    await expect.poll(() => attempts).toBe(1);
    expect((await cancel(id, 1)).status).toBe(200);
    rejected.resolve();
    const claims = () =>
      server.db.selectFrom("scheduled_message").select("id").where("claimed_by", "is not", null).execute();
    await settled(id, "booking_cancelled", "sent");
    await expect.poll(claims).toEqual([]);
    const reported = server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("subject", "like", "%could not be delivered");
    expect(await reported.execute()).toEqual([]);
    expect((await host("DELETE", `/api/admin/push/devices/${device.json.id}`)).status).toBe(204);
  });

  test("a message that arrives although its stay was cancelled meanwhile is shown as sent", async () => {
    const guest = { ...GUEST, email: "arrives@example.com" };
    let attempts = 0;
    box.answer = (to) => (to === guest.email && attempts++ === 0 ? { waitMs: 500 } : null);
    const { id } = await book(guest, "2027-04-24");
    await expect.poll(() => attempts).toBe(1);
    expect((await cancel(id, 1)).status).toBe(200);
    await settled(id, "welcome", "sent");
  });

  test("a cancellation message whose sending fails while the stay is restored is not sent afterwards", async () => {
    const guest = { ...GUEST, email: "restored@example.com" };
    const { id } = await book(guest, "2027-05-24");
    await settled(id, "welcome", "sent");
    await failSlowly(guest.email, async () => {
      expect((await cancel(id, 1)).status).toBe(200);
    });
    const restored = await host("POST", `/api/admin/bookings/${id}/status`, { version: 2, status: "confirmed" });
    expect(restored.status).toBe(200);
    await untilRetry();
    await settled(id, "booking_changed", "sent");
    expect(subjectsTo(guest.email).filter((subject) => subject.includes("is cancelled"))).toEqual([]);
  });

  test("a guest whose booking is restored before its welcome message was sent gets only the welcome message", async () => {
    const guest = { ...GUEST, email: "welcome@example.com" };
    await server.db.insertInto("message_channel").values(CLOSED).execute();
    const { id } = await book(guest, "2027-10-24");
    expect((await cancel(id, 1)).status).toBe(200);
    const restored = await host("POST", `/api/admin/bookings/${id}/status`, { version: 2, status: "confirmed" });
    expect(restored.status).toBe(200);
    await server.db.deleteFrom("message_channel").execute();
    await settled(id, "welcome", "sent");
    expect((await plan(id)).map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual([
      "booking_cancelled skipped",
      "check_in_reminder pending",
      "check_out_reminder pending",
      "feedback_request pending",
      "welcome sent",
    ]);
  });

  test("a guest whose stay is moved before its welcome message was sent gets the welcome message for the new dates", async () => {
    const guest = { ...GUEST, email: "waiting@example.com" };
    await server.db.insertInto("message_channel").values(CLOSED).execute();
    const { id } = await book(guest, "2026-12-01");
    await changeStay(id, 1, { checkInDate: "2028-07-10", checkOutDate: "2028-07-13" });
    // After the old departure, and after the pause. The clock must not jump while the message is being sent, because
    // the lease would end and the message would be sent twice.
    server.clock.set("2026-12-05T06:00:00Z");
    await settled(id, "welcome", "sent");
    expect((await plan(id)).map(({ type }) => type)).not.toContain("booking_changed");
    expect(subjectsTo(guest.email)).toEqual([expect.stringContaining("is booked")]);
    expect(box.emails.find(({ to }) => to[0] === guest.email)?.mail.text).toContain("July 10, 2028");
  });

  test("the conversation shows the email about a change that was undone after the email was sent", async () => {
    const { id } = await book({ ...GUEST, email: "undone@example.com" }, "2027-11-24");
    const stay = { checkInDate: "2027-11-24", checkOutDate: "2027-11-27" };
    await settled(id, "welcome", "sent");
    await changeStay(id, 1, stay, 3);
    server.clock.advance(11 * 60_000);
    await settled(id, "booking_changed", "sent");
    await changeStay(id, 2, stay, 2);
    const { entries } = (await host("GET", `/api/admin/bookings/${id}/conversation`)).json;
    const sent = entries.find(({ subject }: { subject?: string }) => subject?.includes("has changed"));
    expect(sent?.text).toContain("This is your booking now:");
  });

  test("a guest gets one email about a changed price, and none if the price ends up unchanged", async () => {
    const guest = { ...GUEST, email: "extras@example.com" };
    const { id } = await book(guest, "2027-12-24");
    const adjust = (version: number, kind: string, amount: string) =>
      host("POST", `/api/admin/bookings/${id}/adjustments`, { version, kind, amount, label: "Airport pick-up" });
    await settled(id, "welcome", "sent");
    expect((await adjust(1, "extra", "100")).status).toBe(201);
    server.clock.advance(9 * 60_000);
    expect((await adjust(2, "discount", "40")).status).toBe(201);
    server.clock.advance(11 * 60_000);
    await settled(id, "booking_changed", "sent");
    const sent = box.emails.filter(({ to, mail }) => to[0] === guest.email && mail.subject?.includes("has changed"));
    expect(sent.map(({ mail }) => mail.text)).toEqual([expect.stringContaining("Total: $510.00 (was $450.00)")]);
    expect((await adjust(3, "total", "600")).status).toBe(201);
    // The portal and the conversation still show the email as it was sent.
    const asSent = expect.stringMatching(/Total: \$510\.00 \(was \$450\.00\)[^]*\$510\.00 in total/);
    const shown = async () => {
      const { entries } = (await host("GET", `/api/admin/bookings/${id}/conversation`)).json;
      type Entry = { subject?: string; text: string };
      return entries.filter(({ subject }: Entry) => subject?.includes("changed")).map(({ text }: Entry) => text);
    };
    expect(await shown()).toEqual([asSent]);
    const messageId = (await plan(id)).find(({ type }) => type === "booking_changed")?.id;
    const { content } = (await host("GET", `/api/admin/scheduled-messages/${messageId}`)).json;
    expect(plainText(content)).toEqual(asSent);
    expect((await adjust(4, "total", "510")).status).toBe(201);
    server.clock.advance(11 * 60_000);
    const changes = (await plan(id)).filter(({ type }) => type === "booking_changed");
    expect(changes.map(({ status }) => status)).toEqual(["sent", "skipped"]);
    expect((await adjust(5, "total", "450")).status).toBe(201);
    server.clock.advance(11 * 60_000);
    await expect.poll(shown).toEqual([asSent, expect.stringContaining("Total: $450.00 (was $510.00)")]);
  });

  test("a reminder whose sending fails while its stay is moved is not sent for the old dates, and waits for the new ones", async () => {
    const guest = { ...GUEST, email: "moved@example.com" };
    const { id } = await book(guest, "2027-06-24");
    await settled(id, "welcome", "sent");
    const other = (days: number) => ({ checkInDate: `2027-06-${24 + days}`, checkOutDate: `2027-06-${27 + days}` });
    await failSlowly(guest.email, async () => {
      server.clock.set((await due(id))["check_in_reminder"] ?? "");
      cookie = await server.signIn();
    });
    await changeStay(id, 1, other(1));
    await untilRetry();
    await changeStay(id, 2, other(2));
    server.clock.advance(11 * 60_000);
    await settled(id, "booking_changed", "sent");
    expect(subjectsTo(guest.email).filter((subject) => subject.includes("Your arrival on"))).toEqual([]);
    expect((await due(id))["check_in_reminder"]).toContain("2027-06-25");
  });

  test.runIf(engine === "postgres")("a reminder that becomes due while its stay is being moved waits", async () => {
    const guest = { ...GUEST, email: "moving@example.com" };
    const { id } = await book(guest, "2028-08-20");
    await settled(id, "welcome", "sent");
    server.clock.set("2028-08-19T08:00:00Z");
    cookie = await server.signIn();
    box.answer = (to) => (to === guest.email ? { waitMs: 700 } : null);
    // The change reads the booking's messages, and then waits to read the custom messages.
    const held = await server.db.startTransaction().execute();
    await sql`lock table custom_message in access exclusive mode`.execute(held);
    const moving = changeStay(id, 1, { checkInDate: "2028-08-25", checkOutDate: "2028-08-28" });
    const waiting = sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(server.db)).rows[0]?.n).toBe(1);
    server.clock.set("2028-08-19T08:30:00Z");
    await new Promise((resolve) => {
      setTimeout(resolve, 300);
    });
    await held.commit().execute();
    await moving;
    await settled(id, "booking_changed", "sent");
    expect(subjectsTo(guest.email).filter((subject) => subject.includes("Your arrival on"))).toEqual([]);
    expect((await due(id))["check_in_reminder"]).toBe("2028-08-24T08:30:00.000Z");
  });

  test("a temporary failure is retried three times at growing intervals; then the message fails", async () => {
    const guest = { ...GUEST, email: "grey@example.com" };
    box.answer = (to) => (to === guest.email ? { code: 451, text: "4.7.1 Try again later" } : null);
    const { id } = await book(guest);
    for (const [retry, minutes] of [
      [1, 1],
      [2, 10],
      [3, 60],
    ] as const) {
      await expect.poll(async () => (await plan(id)).find(({ type }) => type === "welcome")?.retry_count).toBe(retry);
      server.clock.advance(minutes * 60_000 - 1000);
      await new Promise((resolve) => {
        setTimeout(resolve, 60);
      });
      expect((await plan(id)).find(({ type }) => type === "welcome")?.retry_count).toBe(retry);
      server.clock.advance(2000);
    }
    await settled(id, "welcome", "failed");
    const failed = (await plan(id)).find(({ type }) => type === "welcome");
    expect(failed?.retry_count).toBe(3);
    expect(failed?.note).toContain("451");
    expect(box.emails.filter(({ to }) => to[0] === guest.email)).toEqual([]);
  });

  test("a mail server that accepts an email and then drops the connection gets it four times at most", async () => {
    const guest = { ...GUEST, email: "dropped@example.com" };
    box.answer = (to) => (to === guest.email ? "drop" : null);
    const { id } = await book(guest);
    const welcome = async () => (await plan(id)).find(({ type }) => type === "welcome");
    const note = "The connection to the mail server was lost; the message may have been sent.";
    for (const [retry, minutes] of [
      [1, 1],
      [2, 10],
      [3, 60],
    ] as const) {
      await expect.poll(welcome).toMatchObject({ status: "pending", retry_count: retry, note });
      // Other emails are not delayed.
      expect((await host("GET", "/api/admin/messaging")).json.email.problem).toBeNull();
      server.clock.advance(minutes * 60_000 + 1000);
    }
    await settled(id, "welcome", "failed");
    const copies = box.emails.filter(({ to }) => to[0] === guest.email);
    expect(copies).toHaveLength(4);
    // Many mailboxes show only one of several emails with the same id.
    expect(new Set(copies.map(({ mail }) => mail.messageId)).size).toBe(1);
  });

  test("a mail server that closes every connection immediately pauses email and uses up no retries", async () => {
    box.hangUp(true);
    const { id } = await book({ ...GUEST, email: "closed@example.com" });
    const welcome = async () => (await plan(id)).find(({ type }) => type === "welcome");
    const note = "The mail server can't be reached.";
    await expect.poll(welcome).toMatchObject({ status: "pending", retry_count: 0, note });
    expect((await host("GET", "/api/admin/messaging")).json.email.problem).toContain(note);
    box.hangUp(false);
    server.clock.advance(31_000);
    await settled(id, "welcome", "sent");
  });

  test("a permanent rejection is not retried, and neither a rejection nor a slow server delays other messages", async () => {
    const [refused, slow, well] = ["no@example.com", "slow@example.com", "well@example.com"];
    const held = Promise.withResolvers<void>();
    box.answer = (to) => {
      if (to === refused) return { code: 550, text: "5.1.1 No such user" };
      return to === slow ? { code: 451, text: "4.7.1 Try again later", after: held.promise } : null;
    };
    const first = await book({ ...GUEST, email: slow ?? "" });
    const second = await book({ ...GUEST, email: refused ?? "" });
    const third = await book({ ...GUEST, email: well ?? "" });
    await settled(third.id, "welcome", "sent");
    await settled(second.id, "welcome", "failed");
    const failed = (await plan(second.id)).find(({ type }) => type === "welcome");
    expect([failed?.retry_count, failed?.note]).toEqual([0, expect.stringContaining("No such user")]);
    const slowOne = async () => (await plan(first.id)).find(({ type }) => type === "welcome");
    expect(await slowOne()).toMatchObject({ status: "pending", retry_count: 0 });
    box.answer = () => null;
    held.resolve();
    await expect.poll(slowOne).toMatchObject({ status: "pending", retry_count: 1 });
    server.clock.advance(61_000);
    await settled(first.id, "welcome", "sent");
  });

  test("if the server rejects the sender, delivery pauses, the host is alerted and no message fails; a message that is too large does fail", async () => {
    const { endpoint, keys } = service.subscribe();
    const device = await host("POST", "/api/admin/push/devices", { endpoint, keys });
    box.rejectSender = { code: 553, text: "5.7.1 Sender address rejected" };
    const { id } = await book({ ...GUEST, email: "sender@example.com" }, "2027-07-24");
    const problem = async () => (await host("GET", "/api/admin/messaging")).json.email.problem;
    await expect.poll(problem).toContain("Please check MAIL_FROM. It said: 553 5.7.1 Sender address rejected");
    const subjects = async () => {
      const rows = await server.db.selectFrom("scheduled_message").select(["subject", "status"]).execute();
      expect(rows.filter(({ status }) => status === "failed")).toEqual([]);
      return rows.map(({ subject }) => subject);
    };
    await expect.poll(subjects).toContain("Email cannot be sent");
    expect((await plan(id)).find(({ type }) => type === "welcome")).toMatchObject({
      status: "pending",
      retry_count: 0,
    });
    expect((await host("DELETE", `/api/admin/push/devices/${device.json.id}`)).status).toBe(204);
    box.rejectSender = null;
    const welcomeAfterPause = async () => {
      // More than once, because an email that was already on its way may have been refused after the first time.
      server.clock.advance(301_000);
      return (await plan(id)).find(({ type }) => type === "welcome")?.status;
    };
    await expect.poll(welcomeAfterPause, { interval: 1000 }).toBe("sent");
    // An email about the problem can only arrive once it is over.
    await expect.poll(() => subjectsTo(HOST)).toContain("Emails were delayed");
    expect(subjectsTo(HOST)).not.toContain("Email cannot be sent");

    box.rejectSender = { code: 552, text: "5.3.4 Message size exceeds fixed limit" };
    const large = await book({ ...GUEST, email: "large@example.com" }, "2027-08-24");
    await settled(large.id, "welcome", "failed");
    expect(await problem()).toBeNull();
  });

  test("if a notification email is rejected, the hosts' devices report it", async () => {
    const { endpoint, keys } = service.subscribe();
    const device = await host("POST", "/api/admin/push/devices", { endpoint, keys });
    box.answer = (to) => (to === HOST ? { code: 550, text: "5.1.1 No such user" } : null);
    await book(GUEST, "2027-09-24");
    const reported = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["status", "body"])
        .where("channel", "=", "push")
        .where("subject", "=", "A notification could not be delivered")
        .executeTakeFirst();
    await expect.poll(reported).toMatchObject({ status: "sent", body: expect.stringContaining("No such user") });
    expect((await host("DELETE", `/api/admin/push/devices/${device.json.id}`)).status).toBe(204);
  });

  test("a message that is too late to be useful is not sent", async () => {
    const { id } = await book();
    await settled(id, "welcome", "sent");
    server.clock.set("2030-01-01T00:00:00Z");
    await settled(id, "check_in_reminder", "skipped");
    await settled(id, "feedback_request", "skipped");
    expect((await plan(id)).find(({ type }) => type === "check_in_reminder")?.note).toContain("too late");
  });

  test("a message whose claim expired while the machine slept is not sent a third time when the first attempt fails late", async () => {
    const guest = { ...GUEST, email: "asleep@example.com" };
    let tries = 0;
    let failFirst = () => {};
    const after = new Promise<void>((resolve) => (failFirst = resolve));
    box.answer = (to) => {
      if (to !== guest.email) return null;
      tries++;
      return tries === 1 ? { code: 451, text: "The connection was lost", after } : { waitMs: 1000 };
    };
    const { id } = await book(guest);
    await expect.poll(() => tries).toBe(1);
    server.clock.advance(4 * PACE.leaseMs);
    await expect.poll(() => tries).toBe(2);
    failFirst();
    await settled(id, "welcome", "sent");
    expect([tries, box.emails.filter(({ to }) => to[0] === guest.email).length]).toEqual([2, 1]);
  });

  test("a site that restarts does not wait for a mail server that is slow to answer", async () => {
    const other = await startTestApp(engine, {
      outbox: { ...PACE, leaseMs: 300 },
      config: { publicUrl: "https://cottage.example", mail: { smtpUrl: box.url, from: { address: FROM } } },
    });
    await other.app.start();
    let attempts = 0;
    box.answer = (to) => (to === GUEST.email && attempts++ === 0 ? { waitMs: 15_000 } : null);
    await bookStay(other, { checkInDate: "2027-01-10", checkOutDate: "2027-01-12" });
    await expect.poll(() => attempts).toBe(1);
    const begun = performance.now();
    await other.close();
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
