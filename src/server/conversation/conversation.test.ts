import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { DEFAULT_NOTIFICATIONS, type EventChanges } from "#domain/messaging/host-event.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, onlyEvents } from "../testing/given.ts";
import { openMailbox, type Mailbox } from "../testing/mailbox.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

const MINUTE = 60_000;

describe.each(engines)("a conversation on %s", (engine) => {
  let server: TestApp;
  let mailbox: Mailbox;
  let host: string;
  beforeAll(async () => {
    mailbox = await openMailbox();
    server = await startTestApp(engine, {
      config: {
        publicUrl: "http://cottage.example",
        mail: { smtpUrl: mailbox.url, from: { address: "stay@cottage.example" } },
      },
    });
  });
  beforeEach(async () => {
    host = await server.signIn();
    await server.db.deleteFrom("scheduled_message").execute();
    await server.db.deleteFrom("conversation_message").execute();
    mailbox.emails.length = 0;
  });
  afterAll(async () => {
    await server.close();
    await mailbox.close();
  });

  let day = 0;
  async function booked(guest = GUEST): Promise<{ id: string; cookie: string; reference: string }> {
    day += 3;
    const at = (n: number) => new Date(Date.UTC(2027, 0, day + n)).toISOString().slice(0, 10);
    const made = await bookStay(server, { checkInDate: at(0), checkOutDate: at(2) }, guest);
    await server.db.deleteFrom("scheduled_message").execute();
    return { id: made.json.id, cookie: cookieOf(made), reference: made.json.reference };
  }
  type Stay = Awaited<ReturnType<typeof booked>>;
  const write = (stay: Stay, text: unknown, headers: Record<string, string> = {}) =>
    server.send("POST", `/api/bookings/${stay.id}/messages`, { text }, { cookie: stay.cookie, ...headers });
  const own = (stay: Stay, cookie = stay.cookie) =>
    server.send("GET", `/api/bookings/${stay.id}/conversation`, undefined, { cookie });
  const admin = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => server.send(method, `/api/admin${path}`, body, { cookie: host, ...headers });
  const answer = (stay: Stay, text: string) => admin("POST", `/bookings/${stay.id}/messages`, { text });
  const thread = async (stay: Stay) => (await admin("GET", `/bookings/${stay.id}/conversation`)).json;
  const texts = (view: { entries: { kind: string; text: string }[] }) =>
    view.entries.map(({ kind, text }) => `${kind}: ${text}`);
  const emails = () => server.app.runJobs(/^email messages$/);
  async function written() {
    const rows = await server.db
      .selectFrom("scheduled_message")
      .select(["type", "subject", "body", "to_address", "language", "link"])
      .where("channel", "=", "email")
      .orderBy("created_at")
      .execute();
    return rows;
  }

  test("the guest writes, the host answers, and both see the same conversation", async () => {
    const stay = await booked();
    expect((await write(stay, "  Is there a kettle?\r\nAnd a cot? ")).status).toBe(201);
    const seen = await thread(stay);
    expect(texts(seen)).toEqual(["guest: Is there a kettle?\nAnd a cot?"]);
    expect([seen.unread, seen.last, seen.whatsappNumber]).toEqual([1, 1, "94771234567"]);
    expect((await admin("GET", "/conversations/unread")).json.unread).toBe(1);
    expect((await answer(stay, "Yes, both.")).status).toBe(201);
    // The host's reply marks the guest's messages as read.
    expect((await admin("GET", "/conversations/unread")).json.unread).toBe(0);
    const mine = (await own(stay)).json;
    expect(texts(mine)).toEqual(["guest: Is there a kettle?\nAnd a cot?", "host: Yes, both."]);
    // Guests do not see which host wrote a message.
    expect(mine.entries.map(({ by }: { by: string }) => by)).toEqual(["", ""]);
    expect((await thread(stay)).entries[1].by).toBe("host");
  });

  test("nobody else can read or write, or learn which bookings exist", async () => {
    const [stay, other] = [await booked(), await booked()];
    await write(stay, "Only for the host");
    const strangers = [
      await own(stay, other.cookie),
      await own(stay, ""),
      await own({ ...stay, id: "A".repeat(22) }),
      await own({ ...stay, id: "nothing" }),
      await server.send("POST", `/api/bookings/${stay.id}/messages`, { text: "Hello" }, { cookie: other.cookie }),
      await server.send("POST", `/api/bookings/${"A".repeat(22)}/messages`, { text: "Hello" }, { cookie: stay.cookie }),
      await server.send("PUT", `/api/bookings/${stay.id}/reading`, { share: true }, { cookie: other.cookie }),
    ];
    expect(new Set(strangers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(strangers[0]?.status).toBe(403);
    expect(texts(await thread(stay))).toEqual(["guest: Only for the host"]);
    for (const path of [
      `/bookings/${stay.id}/conversation`,
      "/conversations",
      "/conversations/unread",
      "/quick-replies",
    ])
      expect([path, (await server.send("GET", `/api/admin${path}`)).status]).toEqual([path, 401]);
  });

  test("a message sent twice is stored once, and a different text with the same key is refused", async () => {
    const stay = await booked();
    const key = { "idempotency-key": `key-of-${stay.id}` };
    const sent = await Promise.all(Array.from({ length: 5 }, () => write(stay, "Once", key)));
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect((await write(stay, "Another", key)).status).toBe(409);
    expect(texts(await thread(stay))).toEqual(["guest: Once"]);
    const key2 = { "idempotency-key": `answer-of-${stay.id}` };
    for (const _ of [1, 2]) await admin("POST", `/bookings/${stay.id}/messages`, { text: "Twice" }, key2);
    expect(texts(await thread(stay))).toHaveLength(2);
  });

  test("simultaneous messages are all stored, each with its own number", async () => {
    const stay = await booked();
    const expected = Array.from({ length: 12 }, (_, n) => `Message ${n}`);
    const sent = await Promise.all(expected.map((text, n) => (n % 2 === 0 ? write(stay, text) : answer(stay, text))));
    expect(sent.map(({ status }) => status)).toEqual(expected.map(() => 201));
    const seen = await thread(stay);
    expect(seen.entries.map(({ text }: { text: string }) => text).toSorted()).toEqual(expected.toSorted());
    expect(seen.last).toBe(12);
  });

  test("messages that are too long, empty or unprintable are refused in the guest's language", async () => {
    const stay = await booked();
    // Composing such text takes seconds if there is more of it (`typed-text.ts`).
    const marks = `a${"\u0301".repeat(9000)}${"\u0323".repeat(9000)}`;
    for (const text of ["", "   ", "\u200b \u2060\ufeff\u200d", "x".repeat(4001), "bell \u0007", marks, 7, null]) {
      expect([String(text).slice(0, 9), (await write(stay, text)).status]).toEqual([String(text).slice(0, 9), 400]);
    }
    expect((await write(stay, "x".repeat(4000))).status).toBe(201);
    const german = await write(stay, "x".repeat(4001), { "x-latchkey-language": "de" });
    expect(german.json.fields.text).toBe("Höchstens 4000 Zeichen sind möglich");
    for (const text of ["", "\u200b"]) expect([text, (await answer(stay, text)).status]).toEqual([text, 400]);
  });

  test("a line break counts as one character, although a form sends two", async () => {
    const stay = await booked();
    const lines = "One line".concat("\r\n.".repeat(1990));
    expect((await write(stay, lines)).status).toBe(201);
    expect((await own(stay)).json.entries).toMatchObject([{ text: lines.replaceAll("\r", "") }]);
  });

  test("a guest can write at most sixty messages about a stay per day, and the host can still answer", async () => {
    const stay = await booked();
    const row = { booking_id: stay.id, written_by: "", search_text: "", read_at: null, emailed_at: null };
    const at = server.clock().toISOString();
    await server.db
      .insertInto("conversation_message")
      .values(
        Array.from({ length: 60 }, (_, n) => ({
          ...row,
          id: `${stay.id}${n}`,
          place: n + 1,
          author: "guest" as const,
          written_in: "page" as const,
          body: "x",
          at,
        })),
      )
      .execute();
    const refused = await write(stay, "One more");
    expect([refused.status, refused.json.message]).toEqual([
      429,
      "You've sent us a lot of messages today. Please call us, or write again tomorrow.",
    ]);
    expect((await answer(stay, "Please call")).status).toBe(201);
    server.clock.advance(25 * 60 * MINUTE);
    host = await server.signIn();
    expect((await write(stay, "Next day")).status).toBe(201);
  });

  test("the host gets one email about several messages, and none about messages already read", async () => {
    const stay = await booked();
    await write(stay, "First");
    server.clock.advance(MINUTE);
    await write(stay, "Second, https://example.com/<b>");
    await emails();
    expect(await written()).toEqual([]);
    server.clock.advance(2 * MINUTE);
    await Promise.all([emails(), emails()]);
    await emails();
    const [email, ...more] = await written();
    expect(more).toEqual([]);
    expect(email).toMatchObject({ type: "host_notice", subject: `2 messages from Ann Perera, ${stay.reference}` });
    expect(email?.body).toContain("First\n\nSecond, https://example.com/<b>\n\nPlease reply in the portal");
    expect(email?.link).toBe(`/admin/bookings/${stay.id}#conversation`);

    await write(stay, "Third");
    // PostgreSQL could not store a number of this size.
    expect((await admin("POST", `/bookings/${stay.id}/conversation/read`, { last: 2 ** 31 })).status).toBe(400);
    await admin("POST", `/bookings/${stay.id}/conversation/read`, { last: 3 });
    server.clock.advance(2 * MINUTE);
    await emails();
    expect(await written()).toHaveLength(1);
  });

  test("the host is not told that a guest without an email address gets the reply by email", async () => {
    const stay = await booked({ ...GUEST, email: "no.address@example.com" });
    await server.db.updateTable("guest").set({ email: "" }).where("email", "=", "no.address@example.com").execute();
    await write(stay, "Is there a kettle?");
    server.clock.advance(3 * MINUTE);
    await emails();
    const [email] = await written();
    expect(email?.body).toBe(
      "Is there a kettle?\n\nPlease reply in the portal. Your guest sees your reply on their booking page.",
    );
  });

  test("guests' messages are emailed to the addresses that the host chose, or not at all", async () => {
    const emailedTo = async (choice: { emails?: string[]; events?: EventChanges }) => {
      expect((await admin("PUT", "/notifications", choice)).status).toBe(204);
      await server.db.deleteFrom("scheduled_message").execute();
      await write(await booked(), "Is there a cot?");
      server.clock.advance(2 * MINUTE);
      await emails();
      return (await written()).map((email) => email.to_address);
    };
    expect(await emailedTo({ emails: ["ann@cottage.example"] })).toEqual(["ann@cottage.example"]);
    expect(await emailedTo({ events: onlyEvents(["booking"]) })).toEqual([]);
    const events = onlyEvents(DEFAULT_NOTIFICATIONS.events);
    expect(await emailedTo({ emails: [], events })).toEqual([null]);
  });

  test("even if a guest keeps writing, the host gets an email after ten minutes", async () => {
    const stay = await booked();
    for (let minute = 0; minute < 10; minute++) {
      await write(stay, `Minute ${minute}`);
      await emails();
      expect(await written()).toEqual([]);
      server.clock.advance(MINUTE);
    }
    await emails();
    expect((await written())[0]?.subject).toBe(`10 messages from Ann Perera, ${stay.reference}`);
  });

  test("the guest gets the answers in one email, in their language, with the link to their page", async () => {
    const stay = await booked();
    await server.db.updateTable("booking").set({ language: "de" }).where("id", "=", stay.id).execute();
    await answer(stay, "Ja.");
    await answer(stay, "Und ein Bett.");
    server.clock.advance(2 * MINUTE);
    await emails();
    const [email, ...more] = await written();
    expect(more).toEqual([]);
    expect(email).toMatchObject({ type: "guest_note", to_address: GUEST.email, language: "de" });
    expect(email?.subject).toMatch(/^Nachricht von .*, LK-/);
    expect(email?.body).toBe(
      "Ja.\n\nUnd ein Bett.\n\nUm zu antworten, öffnen Sie bitte Ihre Buchung über den Link unten und schreiben Sie uns dort.",
    );
    expect(email?.link).toContain(`http://cottage.example/booking/link/${stay.id}/`);
  });

  test("after a restore, messages that may have been emailed since the backup are not emailed again", async () => {
    const stay = await booked();
    await answer(stay, "There is a cot.");
    await write(stay, "Great!");
    const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
    const madeAt = server.clock().toISOString();
    server.clock.advance(15 * MINUTE);
    await holdAfterRestore(server.db, { madeAt, now: server.clock() });
    // Otherwise, bookings in the other tests, which use the same server, would be requests.
    await server.db.deleteFrom("feed_hold").execute();
    await emails();
    expect(await written()).toEqual([]);
    expect((await admin("GET", "/conversations/unread")).json.unread).toBe(1);
    await write(stay, "Thank you!");
    server.clock.advance(2 * MINUTE);
    await emails();
    expect((await written()).map(({ body }) => body)).toEqual([expect.stringMatching(/^Thank you!\n\n/)]);
  });

  test("new messages are still emailed after the old ones have been deleted, 90 days after check-out", async () => {
    const now = server.clock();
    onTestFinished(() => server.clock.set(now.toISOString()));
    const stay = await booked();
    const talk = async (text: string) => {
      expect((await write(stay, `${text}?`)).status).toBe(201);
      server.clock.advance(2 * MINUTE);
      await emails();
      expect((await answer(stay, `${text}!`)).status).toBe(201);
      server.clock.advance(2 * MINUTE);
      await emails();
    };
    await talk("A kettle");
    server.clock.advance(200 * 24 * 60 * MINUTE);
    host = await server.signIn();
    await server.app.runJobs(/^erase guests after the retention time$/);
    expect((await thread(stay)).entries).toEqual([]);
    await talk("A scarf");
    const subjects = (await written()).map(({ type, body }) => [type, body?.split("\n")[0] ?? null]);
    expect(subjects).toEqual([
      ["host_notice", "A kettle?"],
      ["guest_note", "A kettle!"],
      ["host_notice", "A scarf?"],
      ["guest_note", "A scarf!"],
    ]);
  });

  test("read receipts are shown only with the guest's consent, and disappear when it is withdrawn", async () => {
    const stay = await booked();
    await answer(stay, "Hello");
    await own(stay);
    expect((await thread(stay)).entries[0].seenAt).toBeNull();
    const share = (on: boolean) =>
      server.send("PUT", `/api/bookings/${stay.id}/reading`, { share: on }, { cookie: stay.cookie });
    expect((await share(true)).json).toEqual({ share: true });
    expect((await own(stay)).json.sharesReading).toBe(true);
    const seen = await thread(stay);
    expect([seen.sharesReading, seen.entries[0].seenAt]).toEqual([true, server.clock().toISOString()]);
    // No email is sent for messages that have been read on the page.
    server.clock.advance(2 * MINUTE);
    await emails();
    expect(await written()).toEqual([]);
    await share(false);
    const after = await thread(stay);
    expect([after.sharesReading, after.entries[0].seenAt]).toEqual([false, null]);
  });

  test("sent messages appear in the conversation once, without the secrets in their links", async () => {
    const stay = await bookedWithWelcome();
    const mine = (await own(stay)).json.entries;
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({ kind: "sent", channel: "email" });
    expect(mine[0].subject).not.toBe("");
    expect(mine[0].text).toContain(stay.reference);
    expect(mine[0].text).toContain(`http://cottage.example/booking/confirmation/${stay.id}`);
    const hosts = (await thread(stay)).entries;
    expect(hosts[0].text).toContain("http://cottage.example/booking/link/…");
    // The copy of the host's message in the outbox does not appear as a separate message.
    await answer(stay, "Welcome indeed");
    server.clock.advance(2 * MINUTE);
    await emails();
    await server.app.runJobs(/send/);
    expect((await own(stay)).json.entries).toHaveLength(2);
  });

  async function bookedWithWelcome(): Promise<Stay> {
    day += 3;
    const at = (n: number) => new Date(Date.UTC(2027, 0, day + n)).toISOString().slice(0, 10);
    const made = await bookStay(server, { checkInDate: at(0), checkOutDate: at(2) });
    await server.app.runJobs(/send/);
    return { id: made.json.id, cookie: cookieOf(made), reference: made.json.reference };
  }

  test("conversations are found by words, names and references, with or without accents", async () => {
    const stay = await booked({ ...GUEST, name: "Zoë Müller", email: "zoe@example.com" });
    await write(stay, "Où est la clé? 100% sûr_non. Don’t wait");
    await answer(stay, "Unter dem Blumentopf");
    const found = async (search: string) =>
      (await admin("GET", `/conversations?search=${encodeURIComponent(search)}`)).json.conversations.map(
        ({ bookingId }: { bookingId: string }) => bookingId,
      );
    for (const search of [
      "ou est",
      "CLÉ",
      "zoe muller",
      "blumentopf zoë",
      "don't",
      "don’t wait",
      "100%",
      "sur_non",
      stay.reference.toLowerCase(),
    ])
      expect([search, await found(search)]).toEqual([search, [stay.id]]);
    for (const search of ["blumentopfz", "10%r", "sur-non", "'"])
      expect([search, await found(search)]).toEqual([search, []]);
    // A corrected name counts at once, not only from the next message.
    const rename = async (name: string) => {
      const { version } = (await admin("GET", `/bookings/${stay.id}`)).json;
      const corrected = { ...GUEST, name, email: "zoe@example.com", version };
      expect((await admin("PUT", `/bookings/${stay.id}/guest`, corrected)).status).toBe(200);
    };
    await rename("Chloë Meier");
    expect([await found("chloe"), await found("zoe")]).toEqual([[stay.id], []]);
    await rename("Zoë Müller");
    const [first] = (await admin("GET", "/conversations")).json.conversations;
    expect(first).toMatchObject({
      bookingId: stay.id,
      guestName: "Zoë Müller",
      author: "host",
      text: "Unter dem Blumentopf",
      unread: 0,
    });
  });

  test("saved replies are stored, and two editors cannot overwrite each other's changes", async () => {
    const { version } = (await admin("GET", "/quick-replies")).json;
    const replies = [{ title: "Check-in", text: "From 2 PM." }];
    const saved = await admin("PUT", "/quick-replies", { version, replies });
    expect(saved.json).toEqual({ version: version + 1, replies });
    expect((await admin("PUT", "/quick-replies", { version, replies: [] })).status).toBe(409);
    expect((await admin("GET", "/quick-replies")).json.replies).toEqual(replies);
    const empty = await admin("PUT", "/quick-replies", { version: version + 1, replies: [{ title: " ", text: "x" }] });
    expect([empty.status, Object.keys(empty.json.fields)]).toEqual([400, ["replies.0.title"]]);
  });

  test("the guest's data export contains the conversation, and erasure removes it, including from emails", async () => {
    const stay = await booked({ ...GUEST, email: "gone@example.com" });
    await write(stay, "Peacock allergy");
    await answer(stay, "Noted");
    const path = `/bookings/${stay.id}/personal-data`;
    const data = (await admin("GET", path)).json;
    const downloaded = { act: "Downloaded a guest's data", subject: `Booking ${stay.reference}` };
    expect((await admin("GET", "/audit")).json.entries).toContainEqual(expect.objectContaining(downloaded));
    expect(data.conversation_message).toMatchObject([
      { author: "guest", body: "Peacock allergy" },
      { author: "host", body: "Noted" },
    ]);
    server.clock.advance(2 * MINUTE);
    await emails();
    const before = JSON.stringify(await written());
    expect([before.includes("Peacock"), before.includes("Noted")]).toEqual([false, true]);
    await write(stay, "Peacock again");
    server.clock.advance(2 * MINUTE);
    await emails();
    await admin("POST", `/bookings/${stay.id}/cancel`, { version: 1, waiveFee: true, expectedFee: "0.00" });
    const { reference } = stay;
    expect((await admin("POST", `/bookings/${stay.id}/erase-guest`, { reference })).json).toEqual({ stays: 1 });
    expect(JSON.stringify(await written())).not.toMatch(/Peacock|Noted|gone@/);
    expect((await thread(stay)).entries.filter(({ kind }: { kind: string }) => kind !== "sent")).toEqual([]);
  });
});
