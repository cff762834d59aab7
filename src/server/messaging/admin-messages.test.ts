import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

type Shown = { id: string; messageType: string; bookingId: string; status: string; version: number; note: string };

const LIST = "/api/admin/scheduled-messages";
const OUTBOX = { everyMs: 15, leaseMs: 2000, slots: 4 };
const FROM = { address: "letters@cottage.example" };

describe.each(engines)("the host's messages on %s", (engine) => {
  let box: Mailbox;
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    box = await openMailbox();
    const mail = { smtpUrl: box.url, from: FROM };
    server = await startTestApp(engine, { outbox: OUTBOX, config: { publicUrl: "https://cottage.example", mail } });
    cookie = await server.signIn();
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });
  beforeEach(() => {
    box.answer = () => null;
  });
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const list = async (): Promise<Shown[]> => (await host("GET", LIST)).json;
  const cameWith = (subject: string) =>
    expect.poll(() => box.emails.map(({ mail }) => mail.subject)).toContain(subject);

  let month = 0;
  /** Each stay is in a month of its own. */
  async function booked(guest = GUEST): Promise<{ id: string; reference: string }> {
    month += 1;
    const checkInDate = new Date(Date.UTC(2027, month, 10)).toISOString().slice(0, 10);
    const { json } = await bookStay(server, { checkInDate, checkOutDate: checkInDate.replace(/10$/, "12") }, guest);
    return json;
  }
  async function message(bookingId: string, messageType: string): Promise<Shown> {
    const found = (await list()).find((one) => one.messageType === messageType && one.bookingId === bookingId);
    if (!found) throw new Error(`There is no ${messageType}`);
    return found;
  }

  test.runIf(engine === "postgres")("a message that is being sent cannot be skipped", async () => {
    const { id } = await booked();
    await expect.poll(() => message(id, "welcome")).toMatchObject({ status: "sent" });
    const reminder = await message(id, "check_in_reminder");
    const claiming = await server.db.startTransaction().execute();
    const lease = { claimed_by: "somebody", lease_until: new Date(server.clock().getTime() + 60_000).toISOString() };
    await claiming.updateTable("scheduled_message").set(lease).where("id", "=", reminder.id).execute();
    const skipping = host("POST", `${LIST}/${reminder.id}/skip`, { version: reminder.version });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await claiming.commit().execute();
    expect((await skipping).status).toBe(409);
    expect((await message(id, "check_in_reminder")).status).toBe("pending");
  });

  test("a failed message can be found and skipped, even if 301 later messages were sent", async () => {
    const { id } = await booked();
    await expect.poll(() => message(id, "welcome")).toMatchObject({ status: "sent" });
    const row = await server.db
      .selectFrom("scheduled_message")
      .selectAll()
      .where("booking_id", "=", id)
      .where("type", "=", "welcome")
      .executeTakeFirstOrThrow();
    await server.db.updateTable("scheduled_message").set({ status: "failed" }).where("id", "=", row.id).execute();
    const later = new Date(server.clock().getTime() + 60_000).toISOString();
    const sent = Array.from({ length: 301 }, (_, n) => ({
      ...row,
      id: `later-${n}`,
      message_key: `later-${n}`,
      scheduled_for: later,
    }));
    for (let n = 0; n < sent.length; n += 50) {
      await server.db
        .insertInto("scheduled_message")
        .values(sent.slice(n, n + 50))
        .execute();
    }
    const failed = (await list()).filter(({ status }) => status === "failed");
    expect(failed).toMatchObject([{ id: row.id }]);
    const { counts } = (await host("GET", "/api/admin/messaging")).json;
    expect(counts.total).toBeGreaterThan((await list()).length);
    const settled = await host("POST", `${LIST}/${row.id}/skip`, { version: failed[0]?.version });
    expect(settled.json).toMatchObject({ id: row.id, status: "skipped" });
    expect((await list()).filter(({ status }) => status === "failed")).toEqual([]);
    await server.db.deleteFrom("scheduled_message").where("id", "like", "later-%").execute();
    await server.db.updateTable("scheduled_message").set({ status: "sent" }).where("id", "=", row.id).execute();
  });

  test("the list has the specified fields, and shows waiting messages first, in the order in which they are due", async () => {
    const { id } = await booked();
    await expect.poll(() => message(id, "welcome")).toMatchObject({ status: "sent", retryCount: 0 });
    const all = await list();
    const waiting = all.filter((one) => one.bookingId === id && one.status === "pending");
    expect(waiting.map((one) => one.messageType)).toEqual([
      "check_in_reminder",
      "check_out_reminder",
      "feedback_request",
    ]);
    expect(waiting[0]).toMatchObject({ retryCount: 0, to: GUEST.name, channel: "email" });
    const specified = ["id", "bookingId", "messageType", "status", "scheduledFor", "retryCount"];
    expect(Object.keys(waiting[0] ?? {})).toEqual(expect.arrayContaining(specified));
    const firstOver = all.findIndex((one) => one.status !== "pending");
    expect(all.slice(firstOver).every((one) => one.status !== "pending")).toBe(true);
    const setup = await host("GET", "/api/admin/messaging");
    expect(setup.json.counts.total).toBeGreaterThanOrEqual(all.length);
    expect(setup.json.email).toEqual({ configured: true, problem: null });
    expect(setup.json.whatsapp.problem).toContain("not connected");
    // No WiFi password has been set yet.
    expect(setup.json.samples.en.wifiPassword).toBe("please ask us when you arrive");
    expect((await server.send("GET", LIST)).status).toBe(401);
  });

  test("the host reads a message, edits it for one guest, and sends it now", async () => {
    const { id } = await booked();
    const reminder = await message(id, "check_out_reminder");
    const path = `${LIST}/${reminder.id}`;
    const read = await host("GET", path);
    expect(read.json.content.subject).toBe("Check-out today by 11:00 AM");
    expect(read.json.address).toBe(GUEST.email);
    const unknown = await host("PUT", path, { subject: "x", body: "{wifi}", version: reminder.version });
    expect(unknown.status).toBe(400);
    expect(unknown.json.fields.body).toBe("We don't know the field {wifi}. Use a field from the list.");
    const words = { subject: "Until {checkOutTime}, {guestFirstName}!", body: "Leave the key under the pot." };
    const edited = await host("PUT", path, { ...words, version: reminder.version });
    expect(edited.json).toMatchObject({ rewritten: true, status: "pending" });
    expect((await host("POST", `${path}/send-now`, { version: reminder.version })).status).toBe(409);
    expect((await host("POST", `${path}/send-now`, { version: edited.json.version })).status).toBe(200);
    await cameWith("Until 11:00 AM, Ann!");
    await expect.poll(() => message(id, "check_out_reminder")).toMatchObject({ status: "sent" });
    const { version } = await message(id, "check_out_reminder");
    expect((await host("POST", `${path}/send-now`, { version })).status).toBe(409);
  });

  test("a skipped message stays on the list, and no message shown to the host has a working link to the guest's page", async () => {
    const { id } = await booked();
    const feedback = await message(id, "feedback_request");
    const skipped = await host("POST", `${LIST}/${feedback.id}/skip`, { version: feedback.version });
    expect(skipped.json).toMatchObject({ status: "skipped", note: "Skipped by you." });
    expect((await message(id, "feedback_request")).status).toBe("skipped");
    const read = await host("GET", `${LIST}/${(await message(id, "welcome")).id}`);
    expect(JSON.stringify(read.json.content)).toContain("https://cottage.example/booking/link/…");
    for (const one of (await list()).filter(({ bookingId }) => bookingId === id)) {
      const { text } = await host("GET", `${LIST}/${one.id}`);
      // The secret of a link has 43 characters.
      expect(text, one.messageType).not.toMatch(/(?<![\w-])[\w-]{43}(?![\w-])/);
    }
    expect((await host("GET", `${LIST}/nothing`)).status).toBe(404);
    expect((await host("GET", "/api/admin/audit")).text).toContain("Skipped a message");
  });

  test("a failed message raises a dashboard alert, which stays until the host has dealt with the message", async () => {
    const guest = { ...GUEST, email: "gone@example.com" };
    box.answer = (to) => (to === guest.email ? { code: 550, text: "5.1.1 No such user" } : null);
    const { id, reference } = await booked(guest);
    const alerts = async () =>
      (await host("GET", "/api/admin/dashboard")).json.alerts.map((one: { id: string }) => one.id);
    await expect.poll(alerts).toContain("messages-failed");
    const failed = await message(id, "welcome");
    expect(failed.note).toContain("No such user");
    box.answer = () => null;
    await host("POST", `${LIST}/${failed.id}/send-now`, { version: failed.version });
    await cameWith(`Your stay at Kitul Hill Cottage is booked (${reference})`);
    await expect.poll(alerts).not.toContain("messages-failed");
  });

  test("the host changes a message text, the next email uses it, and the host restores the default", async () => {
    const { id, reference } = await booked();
    const path = "/api/admin/message-templates/booking_cancelled";
    const stored = async () => {
      const { templates } = (await host("GET", "/api/admin/messaging")).json;
      return templates.find((one: { type: string }) => one.type === "booking_cancelled");
    };
    const { version } = await stored();
    const words = { subject: "Gone: {reference}", body: "Bye {guestName}\n\nFee: {fee}" };
    expect((await host("PUT", path, { ...words, body: "{nonsense}", version })).status).toBe(400);
    expect((await host("PUT", path, { ...words, version })).status).toBe(200);
    expect((await host("PUT", path, { ...words, version })).status).toBe(409);
    const own = await stored();
    expect(own).toEqual({ type: "booking_cancelled", language: "en", version: expect.any(Number), ...words });
    const order = { version: 1, waiveFee: false, expectedFee: "0.00" };
    expect((await host("POST", `/api/admin/bookings/${id}/cancel`, order)).status).toBe(200);
    await cameWith(`Gone: ${reference}`);
    expect((await host("DELETE", `${path}?version=${own.version}`)).status).toBe(204);
    expect((await stored()).version).toBe(0);

    // Another host writes a new text; a host who still has the first one open does not overwrite it.
    expect((await host("PUT", path, { ...words, version: 0 })).status).toBe(200);
    expect((await host("PUT", path, { ...words, version: own.version })).status).toBe(409);
    expect((await host("DELETE", `${path}?version=${(await stored()).version}`)).status).toBe(204);
  });

  test("a test email is sent to the contact email", async () => {
    const sent = await host("POST", "/api/admin/messaging/test");
    expect([sent.status, sent.json.to]).toEqual([201, "stay@kitulhill.example"]);
    await cameWith("Test email from Kitul Hill Cottage");
  });
});

test("an unreachable mail server is reported; messages use up no retries and are sent once the server is back", async () => {
  const box = await openMailbox();
  const port = Number(new URL(box.url).port);
  await box.close();
  const server = await startTestApp("sqlite", {
    outbox: OUTBOX,
    config: { mail: { smtpUrl: box.url, from: FROM } },
  });
  const cookie = await server.signIn();
  const host = (method: string, path: string) => server.send(method, path, undefined, { cookie });
  await server.app.start();
  expect((await host("POST", "/api/admin/messaging/test")).status).toBe(201);
  const problem = async () => (await host("GET", "/api/admin/messaging")).json.email.problem;
  await expect.poll(problem).toContain("refuses connections");
  const [waiting] = (await host("GET", LIST)).json;
  expect(waiting).toMatchObject({
    status: "pending",
    retryCount: 0,
    note: "Waiting: The mail server refuses connections. Please check the host and port in SMTP_URL.",
  });
  expect((await host("POST", "/api/admin/messaging/test")).status).toBe(409);
  expect((await host("GET", "/api/admin/dashboard")).json.alerts).toMatchObject([{ id: "messages-email" }]);

  const back = await openMailbox(port);
  server.clock.advance(31_000);
  await back.wait(1);
  await server.close();
  await back.close();
});

test.each([
  [
    "whose certificate cannot be verified",
    "smtps://127.0.0.1",
    { secure: true },
    /certificate (?:has expired|can't be verified)/,
  ],
  [
    "that rejects the password",
    "smtp://host:wrong@127.0.0.1",
    { disabledCommands: ["STARTTLS"], allowInsecureAuth: true },
    /user name or password is wrong/,
  ],
  ["that speaks no TLS on its port", "smtps://127.0.0.1", { disabledCommands: ["STARTTLS"] }, /speak TLS/],
])(
  "the problem with a mail server %s is reported so that the host knows what to do",
  async (_what, url, options, reason) => {
    const mailServer = new SMTPServer({
      logger: false,
      ...options,
      onAuth: (_auth, _session, done) => done(new Error("Wrong password")),
    });
    mailServer.on("error", () => {});
    await new Promise<void>((resolve) => {
      mailServer.listen(0, "127.0.0.1", () => resolve());
    });
    const address = mailServer.server.address();
    const port = typeof address === "object" ? address?.port : 0;
    const server = await startTestApp("sqlite", {
      outbox: OUTBOX,
      config: { mail: { smtpUrl: `${url}:${port}`, from: FROM } },
    });
    const cookie = await server.signIn();
    await server.app.start();
    await server.send("POST", "/api/admin/messaging/test", undefined, { cookie });
    const problem = async () =>
      String((await server.send("GET", "/api/admin/messaging", undefined, { cookie })).json.email.problem);
    await expect.poll(problem).toMatch(reason);
    await server.close();
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  },
);
