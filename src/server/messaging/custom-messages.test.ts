import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CustomMessageInput } from "#contract/custom-messages.ts";
import type { Language } from "#domain/language/language.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { startSimulatedWhatsapp, type SimulatedWhatsapp } from "./simulated-whatsapp-server.ts";

const PATH = "/api/admin/custom-messages";
const MARKET: CustomMessageInput = {
  title: "Market",
  timing: { event: "check-in", side: "before", unit: "days", amount: 2, time: "09:00" },
  on: true,
  texts: {
    en: { subject: "The market, {guestFirstName}", body: "It opens at 7.\n\nDoor: {arrivalNotes}\n\n{bookingLink}" },
    de: { subject: "Der Markt, {guestFirstName}", body: "Er öffnet um 7. Anreise: {checkIn}" },
  },
};
const DECEMBER_STAY = { checkIn: "2026-12-05", out: "2026-12-08" };

describe.each(engines)("custom messages on %s", (engine) => {
  let box: Mailbox;
  let simulated: SimulatedWhatsapp;
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    box = await openMailbox();
    simulated = await startSimulatedWhatsapp({ ...WHATSAPP_ACCOUNT, webhook: () => null });
    server = await startTestApp(
      engine,
      sendingTo(box, { whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: simulated.apiUrl } }),
    );
    await server.app.start();
  });
  beforeEach(async () => {
    await turnClock("2026-11-21T06:00:00Z");
    await server.db.deleteFrom("custom_message").execute();
    await server.db.deleteFrom("scheduled_message").execute();
    await server.db.updateTable("booking").set({ status: "cancelled" }).execute();
    await server.db.deleteFrom("occupied_night").execute();
    box.emails.length = 0;
    simulated.messages.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await box.close();
    await simulated.close();
  });

  /** Signs in again, because the host's session may have expired by then. */
  async function turnClock(moment: string) {
    server.clock.set(moment);
    cookie = await server.signIn();
  }
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  async function add(changed: Partial<CustomMessageInput> = {}) {
    const made = await host("POST", PATH, { ...MARKET, ...changed });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    return made.json.message;
  }
  const save = (message: { id: string; version: number }, changed: Partial<CustomMessageInput> = {}) =>
    host("PUT", `${PATH}/${message.id}`, { message: { ...MARKET, ...changed }, version: message.version });
  async function booked(language: Language = "en", days = DECEMBER_STAY, guest: object = GUEST) {
    const stay = { checkInDate: days.checkIn, checkOutDate: days.out };
    const made = await bookStay(server, stay, { ...GUEST, ...guest }, { "x-latchkey-language": language });
    expect(made.status).toBe(201);
    return { id: String(made.json.id), reference: String(made.json.reference), cookie: cookieOf(made) };
  }
  type Shown = { status: string; scheduledFor: string; channel: string; note: string | null; title: string };
  const ofStay = async (bookingId: string, title = "Market"): Promise<Shown[]> =>
    (await host("GET", "/api/admin/scheduled-messages")).json
      .filter((one: { bookingId: string; title: string }) => one.bookingId === bookingId && one.title === title)
      .map(({ status, scheduledFor, channel, note }: Shown) => ({ status, scheduledFor, channel, note }));
  const states = async (bookingId: string) => (await ofStay(bookingId)).map(({ status }) => status);
  const mails = (subject: string) => box.emails.filter(({ mail }) => mail.subject === subject);
  const came = (subject: string, count = 1) => expect.poll(() => mails(subject).length).toBe(count);

  /**
   * Waits until the message is marked as sent. If the clock were moved before then, the message's lease would expire.
   */
  const settled = (bookingId: string) => expect.poll(() => states(bookingId)).toEqual(["sent"]);

  test("are planned for existing and later bookings, and sent once, in the guest's language or else in English", async () => {
    const notes = { checkInInstructions: "The code is 4711." };
    expect((await host("PUT", "/api/admin/content/property", notes)).status).toBe(200);
    const before = await booked();
    await add();
    const german = await booked("de", { checkIn: "2026-12-09", out: "2026-12-11" });
    const french = await booked("fr", { checkIn: "2026-12-12", out: "2026-12-14" });
    // 9:00 in Colombo.
    expect(await ofStay(before.id)).toEqual([
      { status: "pending", scheduledFor: "2026-12-03T03:30:00.000Z", channel: "email", note: null },
    ]);
    await turnClock("2026-12-03T04:00:00Z");
    await came("The market, Ann");
    await settled(before.id);
    const [first] = mails("The market, Ann");
    expect(first?.mail.text).toContain("It opens at 7.");
    // The email address is not verified, so the message contains no key code.
    expect(first?.mail.text).toContain("open your booking with the link in our email to see it");
    await turnClock("2026-12-07T04:00:00Z");
    await came("Der Markt, Ann");
    await settled(german.id);
    expect(mails("Der Markt, Ann")[0]?.mail.text).toContain("Anreise: Mittwoch, 9. Dezember 2026");
    await turnClock("2026-12-10T04:00:00Z");
    // A French guest gets the English wording, and the email marks it as English.
    await came("The market, Ann", 2);
    expect(mails("The market, Ann")[1]?.mail.html).toContain('<html lang="en">');
    await settled(french.id);
    for (const { id } of [before, german]) expect(await states(id)).toEqual(["sent"]);
    // The message also appears in the guest's conversation.
    const thread = await server.send("GET", `/api/bookings/${before.id}/conversation`, undefined, {
      cookie: before.cookie,
    });
    const sent = thread.json.entries.map(
      ({ kind, subject }: { kind: string; subject: string }) => `${kind}: ${subject}`,
    );
    expect(sent).toContain("sent: The market, Ann");
  });

  test("follow the stay: none is sent for a cancelled stay, and they are rescheduled for a changed stay", async () => {
    await add();
    const [cancelled, moved] = [await booked(), await booked("en", { checkIn: "2026-12-20", out: "2026-12-22" })];
    await host("POST", `/api/admin/bookings/${cancelled.id}/cancel`, {
      version: 1,
      waiveFee: true,
      expectedFee: "0.00",
    });
    expect(await states(cancelled.id)).toEqual(["skipped"]);
    const change = { checkInDate: "2026-12-24", checkOutDate: "2026-12-26", guestCount: 2, version: 1 };
    const price = { price: "keep", expectedTotal: "300.00" };
    const changed = await host("PUT", `/api/admin/bookings/${moved.id}/stay`, { ...change, ...price });
    expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
    expect((await ofStay(moved.id)).map(({ scheduledFor }) => scheduledFor)).toEqual(["2026-12-22T03:30:00.000Z"]);
    await turnClock("2026-12-22T05:00:00Z");
    await came("The market, Ann");
    expect(await states(cancelled.id)).toEqual(["skipped"]);
  });

  test("a message that is added again after a lost response exists once, and is planned once for each booking", async () => {
    const { id } = await booked();
    const key = { cookie, "idempotency-key": "the-key-of-one-dialog" };
    const send = (message: CustomMessageInput) => server.send("POST", PATH, message, key);
    const [first, again, other] = [await send(MARKET), await send(MARKET), await send({ ...MARKET, title: "Fair" })];
    expect([first.status, again.status, other.status]).toEqual([201, 201, 422]);
    expect(again.json).toEqual(first.json);
    expect((await host("GET", PATH)).json.messages).toMatchObject([{ id: first.json.message.id, title: "Market" }]);
    expect(await states(id)).toEqual(["pending"]);
  });

  test("can be switched off and on, rescheduled and deleted, together with the copies waiting to be sent", async () => {
    const { id } = await booked();
    const one = await add();
    const off = (await save(one, { on: false })).json.message;
    expect((await ofStay(id))[0]).toMatchObject({ status: "skipped", note: expect.stringContaining("switched off") });
    expect((await save(one)).status).toBe(409);
    const on = (await save(off)).json.message;
    expect([await states(id), on.waiting]).toEqual([["pending"], 1]);
    const later: CustomMessageInput["timing"] = { event: "check-out", side: "after", unit: "hours", amount: 3 };
    const timed = (await save(on, { timing: later })).json.message;
    expect((await ofStay(id))[0]?.scheduledFor).toBe("2026-12-08T08:30:00.000Z");
    // For this guest, the time a month before arrival has already passed.
    const skipped = (await save(timed, { timing: { ...MARKET.timing, amount: 30 } })).json.message;
    expect([await states(id), skipped.waiting]).toEqual([["skipped"], 0]);
    const back = (await save(skipped)).json.message;
    expect(await states(id)).toEqual(["pending"]);
    expect((await host("DELETE", `${PATH}/${one.id}?version=${back.version}`)).status).toBe(204);
    expect(await states(id)).toEqual(["skipped"]);
    expect((await host("GET", PATH)).json.messages).toEqual([]);
    expect((await host("DELETE", `${PATH}/${one.id}?version=${back.version + 1}`)).status).toBe(404);
    const audit = (await host("GET", "/api/admin/audit")).text;
    for (const act of ["Added a message", "Changed a message", "Deleted a message"]) expect(audit).toContain(act);
  });

  test("can be sent a number of minutes after the booking", async () => {
    await add({ timing: { event: "booking", side: "after", unit: "minutes", amount: 30 } });
    const { id } = await booked();
    expect((await ofStay(id))[0]?.scheduledFor).toBe("2026-11-21T06:30:00.000Z");
    await turnClock("2026-11-21T06:31:00Z");
    await came("The market, Ann");
  });

  test("the preview of a message after the booking counts from the confirmation, like the message itself", async () => {
    await add({ timing: { event: "booking", side: "after", amount: 24, unit: "hours" } });
    expect((await host("PUT", "/api/admin/settings", { bookingMode: "request" })).status).toBe(200);
    const { id } = await booked();
    await turnClock("2026-11-21T16:00:00Z");
    const { version } = (await host("GET", `/api/admin/bookings/${id}`)).json;
    expect((await host("POST", `/api/admin/bookings/${id}/status`, { version, status: "confirmed" })).status).toBe(200);
    const { bookings } = (await host("GET", PATH)).json;
    const { bookedAt } = bookings.find((one: { id: string }) => one.id === id);
    expect(bookedAt).toBe("2026-11-21T16:00:00.000Z");
    expect((await ofStay(id))[0]?.scheduledFor).toBe("2026-11-22T16:00:00.000Z");
    expect((await host("PUT", "/api/admin/settings", { bookingMode: "instant" })).status).toBe(200);
  });

  test("state the highest cancellation fee, as the preview does; the email about a cancellation states the actual fee", async () => {
    await add({
      timing: { event: "booking", side: "after", unit: "minutes", amount: 30 },
      texts: { en: { subject: "Our terms", body: "A late cancellation costs {fee}." } },
    });
    const { id, reference } = await booked();
    const { samples } = (await host("GET", "/api/admin/messaging")).json;
    const { values } = (await host("GET", `/api/admin/bookings/${id}/message-fields`)).json;
    expect([samples.en.fee, values.en.fee]).toEqual(["$150.00", "$150.00"]);
    await turnClock("2026-11-21T06:31:00Z");
    await came("Our terms");
    expect(mails("Our terms")[0]?.mail.text).toContain("A late cancellation costs $150.00.");
    const order = { version: 1, waiveFee: false, expectedFee: "0.00" };
    expect((await host("POST", `/api/admin/bookings/${id}/cancel`, order)).status).toBe(200);
    const subject = `Your booking ${reference} is cancelled`;
    await came(subject);
    expect(mails(subject)[0]?.mail.text).toContain("Cancellation fee: none");
  });

  test("on WhatsApp, the approved template links to the guest's page, which shows the text", async () => {
    await add();
    const stay = await booked("de", DECEMBER_STAY, { whatsapp: true });
    expect((await ofStay(stay.id)).map(({ channel }) => channel).toSorted()).toEqual(["email", "whatsapp"]);
    await turnClock("2026-12-03T04:00:00Z");
    const template = () => simulated.messages.find(({ text }) => text.startsWith("Template latchkey_custom"))?.text;
    await expect.poll(template).toContain("haben Ihnen zu Ihrem Aufenthalt in");
    expect(template()).toMatch(/https:\/\/cottage\.example\/(?:de\/)?booking\/link\//);
    await expect.poll(() => states(stay.id)).toEqual(["sent", "sent"]);
    type Entry = { channel: string; text: string };
    const shown = async (channel: string) => {
      const path = `/api/bookings/${stay.id}/conversation`;
      const { entries } = (await server.send("GET", path, undefined, { cookie: stay.cookie })).json;
      return entries.filter((one: Entry) => one.channel === channel).map(({ text }: Entry) => text);
    };
    await expect.poll(() => shown("email")).toHaveLength(2);
    const [byWhatsapp, byEmail] = [await shown("whatsapp"), await shown("email")];
    expect(byWhatsapp.join()).toContain("Er öffnet um 7.");

    // Both are still shown once the guest no longer has an email address or a WhatsApp number.
    const { version } = (await host("GET", `/api/admin/bookings/${stay.id}`)).json;
    const removed = { name: GUEST.name, email: "", phone: "077 123 4568", version };
    expect((await host("PUT", `/api/admin/bookings/${stay.id}/guest`, removed)).status).toBe(200);
    expect([await shown("whatsapp"), await shown("email")]).toEqual([byWhatsapp, byEmail]);
    const sent: { id: string; bookingId: string; status: string }[] = (
      await host("GET", "/api/admin/scheduled-messages")
    ).json;
    for (const { id } of sent.filter(({ bookingId, status }) => bookingId === stay.id && status === "sent"))
      expect((await host("GET", `/api/admin/scheduled-messages/${id}`)).json).toMatchObject({ problem: null });
  });

  test("can be previewed with a real booking and sent to the host as a test; the guest gets nothing", async () => {
    const { id, reference } = await booked();
    const list = (await host("GET", PATH)).json;
    expect(list.bookings).toMatchObject([{ id, reference, guestName: "Ann Perera" }]);
    expect(list.fields).not.toHaveProperty("changes");
    const { values } = (await host("GET", `/api/admin/bookings/${id}/message-fields`)).json;
    expect([values.de.checkIn, values.en.reference]).toEqual(["Samstag, 5. Dezember 2026", reference]);
    const words = { subject: "Trial for {reference}", body: "Dear {guestName}, {bookingLink}" };
    const sent = await host("POST", `${PATH}/test`, { words, language: "en", bookingId: id });
    expect(sent.json).toEqual({ to: "stay@kitulhill.example" });
    await came(`Trial for ${reference}`);
    const [email] = mails(`Trial for ${reference}`);
    expect(email?.to).toEqual(["stay@kitulhill.example"]);
    // The host's copy has no working link to the guest's page.
    expect(email?.mail.text).toContain("Dear Ann Perera, https://cottage.example/booking/link/…");
    const { entries } = (await host("GET", `/api/admin/bookings/${id}/conversation`)).json;
    expect(JSON.stringify(entries)).not.toContain("Trial for");
    const invented = await host("POST", `${PATH}/test`, { words, language: "de", bookingId: null });
    expect(invented.status).toBe(201);
    await came("Trial for LK-SAMPLE");
    // Erasing the guest also erases the host's copy.
    await host("POST", `/api/admin/bookings/${id}/cancel`, { version: 1, waiveFee: true, expectedFee: "0.00" });
    const erased = await host("POST", `/api/admin/bookings/${id}/erase-guest`, { reference });
    expect([erased.status, erased.text]).toEqual([200, expect.any(String)]);
    const kept = await server.db.selectFrom("scheduled_message").select("body").where("booking_id", "=", id).execute();
    expect(kept.filter(({ body }) => body !== null)).toEqual([]);
  });

  test("cannot be saved with a field that does not suit them, an impossible time or no English text, and there are at most 30", async () => {
    const refused = async (changed: object) => {
      const { status, json } = await host("POST", PATH, { ...MARKET, ...changed });
      return [status, Object.values(json.fields ?? {}).join()];
    };
    const en = (body: string) => ({ texts: { en: { subject: "x", body } } });
    expect(await refused(en("{wifi}"))).toEqual([400, "We don't know the field {wifi}. Use a field from the list."]);
    expect((await refused(en("{changes}")))[0]).toBe(400);
    expect((await refused(en("{ratingLink}")))[1]).toContain("after check-out");
    expect((await refused({ timing: { ...MARKET.timing, event: "booking" } }))[1]).toContain(
      "only be sent after the booking",
    );
    expect((await refused({ timing: { ...MARKET.timing, amount: 366 } }))[1]).toBe("Enter at most 365 days");
    expect((await refused({ timing: { ...MARKET.timing, time: "24:00" } }))[1]).toBe("Enter a time of day");
    expect((await refused({ title: " " }))[1]).toBe("Enter a name");
    expect((await refused({ texts: { de: MARKET.texts.de } }))[0]).toBe(400);
    expect((await refused({ texts: { ...MARKET.texts, tlh: MARKET.texts.en } }))[0]).toBe(201);
    expect((await host("GET", PATH)).json.messages[0].texts).not.toHaveProperty("tlh");
    const row = { title: "x", timing: JSON.stringify(MARKET.timing), texts: JSON.stringify(MARKET.texts) };
    const rest = Array.from({ length: 29 }, (_, n) => ({ ...row, id: `m${n}`, is_on: 0 as const, version: 1 }));
    const created_at = server.clock().toISOString();
    await server.db
      .insertInto("custom_message")
      .values(rest.map((one) => ({ ...one, created_at, deleted_at: null })))
      .execute();
    expect((await host("POST", PATH, MARKET)).status).toBe(409);
  });
});
