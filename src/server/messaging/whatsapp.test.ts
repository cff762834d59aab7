import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MAX_MESSAGES_PER_DAY } from "#domain/messaging/conversation.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";
import {
  report,
  type SimulatedWhatsappFault,
  startSimulatedWhatsapp,
  type SimulatedWhatsapp,
} from "./simulated-whatsapp-server.ts";

const WEBHOOK = "/api/webhooks/whatsapp";

describe.each(engines)("WhatsApp on %s", (engine) => {
  let simulated: SimulatedWhatsapp;
  let server: TestApp;
  let fault: SimulatedWhatsappFault | null = null;
  let tells = true;
  let tellsEarly = false;
  let losesResponse = false;
  let undeliverable: Parameters<typeof startSimulatedWhatsapp>[0]["undeliverable"];
  const endpoint = { appSecret: WHATSAPP_ACCOUNT.appSecret, webhook: () => server.url + WEBHOOK };
  beforeAll(async () => {
    simulated = await startSimulatedWhatsapp({
      ...WHATSAPP_ACCOUNT,
      webhook: () => (tells ? server.url + WEBHOOK : null),
      fault: () => fault,
      losesResponse: () => losesResponse,
      undeliverable: (message) => undeliverable?.(message) ?? null,
      // With `tellsEarly`, reports arrive before the response to our request, and in the wrong order.
      taken: async (message) => {
        if (!tellsEarly) return;
        for (const status of ["read", "sent"]) await report(endpoint, message, status);
      },
    });
    server = await startTestApp(engine, {
      outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
      config: { publicUrl: "https://cottage.example", whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: simulated.apiUrl } },
    });
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await simulated.close();
  });
  beforeEach(async () => {
    server.clock.set("2026-11-21T06:00:00Z");
    fault = null;
    tells = true;
    tellsEarly = false;
    losesResponse = false;
    undeliverable = undefined;
    simulated.messages.length = 0;
    await server.db.deleteFrom("scheduled_message").execute();
    await server.db.deleteFrom("message_channel").execute();
  });

  let stays = 0;
  async function booked(guest: object = { ...GUEST, whatsapp: true }): Promise<string> {
    stays += 1;
    const checkInDate = new Date(Date.UTC(2027, 1, 10 + 4 * stays)).toISOString().slice(0, 10);
    // The guest from given.ts, sometimes with an extra field.
    const { json } = await bookStay(
      server,
      { checkInDate, checkOutDate: addDays(toLocalDate(checkInDate), 2) },
      guest as typeof GUEST,
    );
    return json.id;
  }
  async function welcome(bookingId: string) {
    const row = await server.db
      .selectFrom("scheduled_message")
      .select(["status", "delivery", "retry_count", "note", "provider_id", "next_try_at"])
      .where("booking_id", "=", bookingId)
      .where("type", "=", "welcome")
      .where("channel", "=", "whatsapp")
      .executeTakeFirst();
    return row ?? null;
  }
  const became = (bookingId: string, facts: object) => expect.poll(() => welcome(bookingId)).toMatchObject(facts);
  function post(body: unknown, secret = WHATSAPP_ACCOUNT.appSecret) {
    const text = JSON.stringify(body);
    const signature = `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
    return server.send("POST", WEBHOOK, text, { "x-hub-signature-256": signature });
  }

  test("a guest who opts in to WhatsApp gets the approved template at their E.164 number; its delivery is recorded", async () => {
    const id = await booked();
    await became(id, { status: "sent", delivery: "delivered" });
    expect(simulated.messages).toMatchObject([{ to: "+94771234567", type: "template" }]);
    expect(simulated.messages[0]?.text).toMatch(
      /latchkey_welcome\nDear Ann, your stay at Kitul Hill Cottage from \w+, .* 20\d\d is booked/,
    );
    const [first] = simulated.messages;
    expect((await welcome(id))?.provider_id).toBe(first?.id);
  });

  test("before cancelling, the host reads that the guest will be notified by WhatsApp", async () => {
    const id = await booked();
    const headers = { cookie: await server.signIn() };
    const detail = await server.send("GET", `/api/admin/bookings/${id}`, undefined, headers);
    // This installation cannot send email.
    expect(detail.json.cancellationRecipients).toEqual([`${GUEST.name} by WhatsApp`]);
    // The next test would find a message that is still being sent.
    await became(id, { status: "sent" });
  });

  test("a delivery report that arrives before Meta's response to our request is not lost", async () => {
    tells = false;
    tellsEarly = true;
    const id = await booked();
    await became(id, { status: "sent", delivery: "read", provider_id: expect.stringContaining("wamid.") });
    expect(simulated.messages).toHaveLength(1);
  });

  test("if Meta's response is lost, its report on the message prevents a second copy", async () => {
    tells = false;
    losesResponse = true;
    const id = await booked();
    const note = "The connection to WhatsApp was lost; the message may have been sent.";
    await became(id, { status: "pending", retry_count: 1, note });
    const [message] = simulated.messages;
    if (!message) throw new Error("nothing was sent");
    for (const status of ["sent", "delivered"]) expect(await report(endpoint, message, status)).toBe(200);
    expect(await welcome(id)).toMatchObject({
      status: "sent",
      delivery: "delivered",
      provider_id: message.id,
      note: null,
    });
    server.clock.advance(61_000);
    const next = await booked();
    await became(next, { retry_count: 1 });
    expect(simulated.messages.filter(({ ours }) => ours === message.ours)).toEqual([message]);
  });

  test("a message that failed because all of Meta's responses were lost is marked as sent when Meta's report arrives", async () => {
    tells = false;
    losesResponse = true;
    const id = await booked();
    for (const [retries, minutes] of [
      [1, 1],
      [2, 10],
      [3, 60],
    ] as const) {
      await became(id, { status: "pending", retry_count: retries });
      server.clock.advance(minutes * 60_000 + 1000);
    }
    await became(id, { status: "failed" });
    const message = simulated.messages.at(-1);
    if (!message) throw new Error("nothing was sent");
    expect(await report(endpoint, message, "delivered")).toBe(200);
    expect(await welcome(id)).toMatchObject({ status: "sent", delivery: "delivered" });
  });

  test("a guest who does not opt in gets no WhatsApp messages, and a number without a country code is rejected", async () => {
    expect(await welcome(await booked(GUEST))).toBeNull();
    const refused = await server.send("POST", "/api/guests", { ...GUEST, phone: "077 123 4567", whatsapp: true });
    expect([refused.status, refused.json.fields.phone]).toEqual([400, expect.stringContaining("country code")]);
  });

  test.each([
    ["131056 (too many messages to one guest)", { status: 400, code: 131_056 }, { status: "pending", retry_count: 1 }],
    ["503 (a fault at Meta)", { status: 503, code: 0 }, { status: "pending", retry_count: 1 }],
    ["131026 (no such recipient)", { status: 400, code: 131_026 }, { status: "failed", retry_count: 0 }],
    ["132001 (no such template)", { status: 404, code: 132_001 }, { status: "failed", retry_count: 0 }],
  ])("after error %s, a message is retried only if the error is temporary", async (_name, metaError, becomes) => {
    fault = metaError;
    const id = await booked();
    await became(id, becomes);
    expect(simulated.messages).toEqual([]);
    if (becomes.status === "failed") return;
    fault = null;
    server.clock.advance(61_000);
    await became(id, { status: "sent", retry_count: 1 });
  });

  test.each([
    ["429", { status: 429, code: 0, headers: { "retry-after": "90" } }, 91],
    ["130429", { status: 400, code: 130_429 }, 61],
    ["190 (token refused)", { status: 401, code: 190 }, 901],
  ])("error %s pauses WhatsApp and uses up no retries", async (_name, metaError, seconds) => {
    fault = metaError;
    const id = await booked();
    await expect.poll(async () => (await welcome(id))?.note).toContain("WhatsApp");
    expect(await welcome(id)).toMatchObject({ status: "pending", retry_count: 0 });
    const alerted = () =>
      server.db
        .selectFrom("scheduled_message")
        .select("id")
        .where("type", "=", "host_notice")
        .where("subject", "=", "WhatsApp messages cannot be sent")
        .executeTakeFirst();
    // The message is postponed before the host is alerted.
    if (metaError.code === 190) await expect.poll(alerted).toBeDefined();
    else expect(await alerted()).toBeUndefined();
    fault = null;
    server.clock.advance(seconds * 1000);
    await became(id, { status: "sent", retry_count: 0 });
  });

  test("a message edited by the host is sent as text, or as the template once WhatsApp's 24-hour window has closed", async () => {
    const id = await booked();
    await became(id, { status: "sent" });
    await server.db
      .updateTable("scheduled_message")
      .set({ subject: "x", body: "Come early, {guestFirstName}.", next_try_at: "2026-01-01T00:00:00.000Z" })
      .where("booking_id", "=", id)
      .where("type", "=", "check_in_reminder")
      .execute();
    await expect.poll(() => simulated.messages.at(-1)?.text).toBe("Come early, Ann.\n");

    fault = { status: 400, code: 131_047, types: ["text"] };
    await server.db
      .updateTable("scheduled_message")
      .set({ subject: "x", body: "Leave late.", next_try_at: "2026-01-01T00:00:00.000Z" })
      .where("booking_id", "=", id)
      .where("type", "=", "check_out_reminder")
      .execute();
    await expect
      .poll(() => simulated.messages.at(-1)?.text)
      .toContain("latchkey_check_out_reminder\nGood morning Ann,");
    expect(simulated.messages.map(({ type }) => type)).toEqual(["template", "text", "template"]);
    const sent = server.db.selectFrom("scheduled_message").select(["status", "retry_count"]);
    const reminder = sent.where("booking_id", "=", id).where("type", "=", "check_out_reminder");
    await expect
      .poll(() => reminder.where("channel", "=", "whatsapp").executeTakeFirst())
      .toEqual({ status: "sent", retry_count: 0 });
  });

  test.each([
    ["sent", null, { status: "sent", delivery: "delivered", note: null }],
    [
      "not deliverable either",
      { code: 131_026, title: "Message undeliverable" },
      { status: "failed", note: "WhatsApp could not deliver it: Message undeliverable" },
    ],
  ])("if Meta reports later that the 24-hour window has closed, the template is %s", async (_name, error, becomes) => {
    const cookie = await server.signIn();
    const id = await booked();
    await became(id, { status: "sent" });
    const closed = { code: 131_047, title: "Re-engagement message" };
    undeliverable = ({ type }) => (type === "text" ? closed : error);
    const reminder = () =>
      server.db
        .selectFrom("scheduled_message")
        .select(["id", "version", "status", "delivery", "retry_count", "note", "sent_at"])
        .where("booking_id", "=", id)
        .where("type", "=", "check_out_reminder")
        .where("channel", "=", "whatsapp")
        .executeTakeFirstOrThrow();
    const host = async (method: string, act: string, words: object = {}) => {
      const { id: messageId, version } = await reminder();
      const path = `/api/admin/scheduled-messages/${messageId}${act}`;
      expect((await server.send(method, path, { version, ...words }, { cookie })).status).toBe(200);
    };
    await host("PUT", "", { subject: "x", body: "Leave late." });
    await host("POST", "/send-now");
    const note = expect.stringContaining("approved template is sent instead of your text");
    await expect.poll(reminder).toMatchObject({ status: "pending", retry_count: 1, note, sent_at: null });
    server.clock.advance(61_000);
    await expect.poll(reminder).toMatchObject(becomes);
    const text = simulated.messages.find(({ type }) => type === "text");
    if (!text) throw new Error("the text was not sent");
    // The same report may arrive again.
    expect(await report(endpoint, text, "failed", closed)).toBe(200);
    expect(await reminder()).toMatchObject(becomes);
    const types = () => simulated.messages.filter(({ ours }) => ours === text.ours).map(({ type }) => type);
    expect(types()).toEqual(["text", "template"]);
    if (!error) return;
    // The host can try the text again.
    await host("POST", "/send-now");
    await expect.poll(types).toEqual(["text", "template", "text"]);
  });

  test("duplicate, out-of-order or unsigned delivery reports change nothing", async () => {
    tells = false;
    const id = await booked();
    await became(id, { status: "sent", delivery: null });
    const [message] = simulated.messages;
    if (!message) throw new Error("nothing was sent");
    expect(await report(endpoint, message, "read")).toBe(200);
    expect(await report(endpoint, message, "delivered")).toBe(200);
    expect(await report(endpoint, message, "read")).toBe(200);
    expect(await report(endpoint, message, "failed")).toBe(200);
    expect(await welcome(id)).toMatchObject({ status: "sent", delivery: "read" });
    expect(await report({ ...endpoint, appSecret: "somebody else's" }, message, "failed")).toBe(401);
    expect((await server.send("POST", WEBHOOK, {})).status).toBe(401);
    expect((await post({ entry: "nonsense" })).status).toBe(200);
  });

  test("urgent host notifications are sent to the property's number, as one template without line breaks", async () => {
    const at = server.clock().toISOString();
    const contact = await server.db
      .selectFrom("site_content")
      .select("value")
      .where("name", "=", "contact")
      .executeTakeFirstOrThrow();
    const value = JSON.stringify({ ...JSON.parse(contact.value), phone: "+94 81 238 0142" });
    await server.db.updateTable("site_content").set({ value }).where("name", "=", "contact").execute();
    await server.db
      .insertInto("scheduled_message")
      .values({
        id: "notice-1",
        message_key: "notice/urgent/whatsapp",
        booking_id: null,
        type: "host_notice",
        channel: "whatsapp",
        status: "pending",
        anchor: "",
        scheduled_for: at,
        next_try_at: at,
        useful_until: null,
        retry_count: 0,
        interruptions: 0,
        subject: "Double booking: 1 night from 2027-05-15",
        body: "First: Booking LK-1.\n\nThen: Airbnb stay HM1.\n\n1. Look at both.",
        link: "/admin/channels#conflicts",
        to_name: null,
        to_address: null,
        version: 1,
        created_at: at,
      })
      .execute();
    await expect.poll(() => simulated.messages.length).toBe(1);
    expect(simulated.messages[0]).toMatchObject({ to: "+94812380142", type: "template" });
    expect(simulated.messages[0]?.text.split("\n")).toEqual([
      "Template latchkey_host_notice",
      "Notification for the host of Kitul Hill Cottage: Double booking: 1 night from 2027-05-15. Here are the details. " +
        "First: Booking LK-1. Then: Airbnb stay HM1. Open https://cottage.example/admin/channels#conflicts to see it in the portal.",
    ]);
  });

  test("what a guest writes back is added once to the conversation of their current or next stay", async () => {
    await server.db.updateTable("guest").set({ whatsapp: null }).execute();
    await server.db.deleteFrom("conversation_message").execute();
    const [unverified, soon, later] = [await booked(), await booked(), await booked()];
    const cookie = await server.signIn();
    const written = async (id: string) => {
      const { entries } = (await server.send("GET", `/api/admin/bookings/${id}/conversation`, undefined, { cookie }))
        .json;
      return entries.flatMap(({ kind, text }: { kind: string; text: string }) => (kind === "guest" ? [text] : []));
    };
    const reply = (id: string, content: object, from = "94771234567") =>
      post({ entry: [{ changes: [{ value: { messages: [{ id, from, ...content }] } }] }] });
    const words = (body: string) => ({ type: "text", text: { body } });
    const left = () =>
      server.db
        .selectFrom("scheduled_message")
        .select("subject")
        .where("subject", "like", "A WhatsApp message about % was not added to the conversation")
        .where("channel", "=", "email")
        .execute();
    await reply("wamid.0", words("May I see the other guest's replies?"));
    expect(await written(unverified)).toEqual([]);
    expect(await left()).toHaveLength(1);

    const verified = { verified_at: server.clock().toISOString() };
    await server.db.updateTable("booking").set(verified).where("id", "in", [soon, later]).execute();
    for (const _ of ["once", "again"]) {
      expect((await reply("wamid.a", words("We arrive at 23:30.\u0000"))).status).toBe(200);
    }
    await reply("wamid.b", words("Who are you?"), "4915112345678");
    expect(await written(soon)).toEqual(["We arrive at 23:30.\n\n(Sent by WhatsApp.)"]);
    expect(await written(later)).toEqual([]);

    for (const id of ["wamid.c", "wamid.d"]) await reply(id, { type: "image", image: { id: "1" } });
    expect(await left()).toHaveLength(2);
    expect(await written(soon)).toHaveLength(1);

    const { version } = (await server.send("GET", `/api/admin/bookings/${soon}`, undefined, { cookie })).json;
    const cancel = { version, waiveFee: true, expectedFee: "0.00" };
    expect((await server.send("POST", `/api/admin/bookings/${soon}/cancel`, cancel, { cookie })).status).toBe(200);
    await reply("wamid.e", words("And the other stay?"));
    expect(await written(later)).toEqual(["And the other stay?\n\n(Sent by WhatsApp.)"]);

    for (let n = 1; n <= MAX_MESSAGES_PER_DAY; n++) await reply(`wamid.${n}`, words("Hello?"));
    expect(await written(later)).toHaveLength(MAX_MESSAGES_PER_DAY);
    expect(await left()).toHaveLength(3);
    expect(await written(unverified)).toEqual([]);
  });

  test("a guest who replies STOP gets no more WhatsApp messages, and the webhook is verified only with the right token", async () => {
    const cookie = await server.signIn();
    const own = {
      title: "Market",
      timing: { event: "check-in", side: "before", unit: "hours", amount: 1 },
      on: true,
      texts: { en: { subject: "Market", body: "On Sunday" } },
    };
    expect((await server.send("POST", "/api/admin/custom-messages", own, { cookie })).status).toBe(201);
    const id = await booked();
    await became(id, { status: "sent" });
    const messages = [{ from: "94771234567", type: "text", text: { body: " Stop. " } }];
    expect((await post({ entry: [{ changes: [{ value: { messages } }] }] })).status).toBe(200);
    const open = await server.db.selectFrom("guest").select("id").where("whatsapp", "is not", null).execute();
    expect(open).toEqual([]);
    // Opting out is not a failure: waiting messages are skipped with the reason, without an alert.
    const rest = await server.db
      .selectFrom("scheduled_message")
      .select(["type", "status", "note"])
      .where("booking_id", "=", id)
      .where("channel", "=", "whatsapp")
      .where("type", "!=", "welcome")
      .execute();
    expect(rest.map(({ type }) => type)).toContain("custom");
    for (const one of rest) expect(one).toMatchObject({ status: "skipped", note: "Not sent: the guest replied STOP." });
    const dashboard = await server.send("GET", "/api/admin/dashboard", undefined, { cookie });
    expect(dashboard.text).not.toContain("could not be delivered");
    const ask = (word: string) =>
      server.send("GET", `${WEBHOOK}?hub.mode=subscribe&hub.verify_token=${word}&hub.challenge=1158201444`);
    expect((await ask(WHATSAPP_ACCOUNT.verifyToken)).text).toBe("1158201444");
    expect((await ask("another")).status).toBe(403);
  });
});
