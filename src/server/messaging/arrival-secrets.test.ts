import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, goThroughSamples, GUEST, stayBody } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const SECRETS = ["monsoon-2027", "key-box code 4711"];

describe.each(engines)("key codes and the WiFi password on %s", (engine) => {
  let box: Mailbox;
  let server: TestApp;
  let admin: string;
  beforeAll(async () => {
    box = await openMailbox();
    server = await startTestApp(engine, sendingTo(box));
    server.clock.set("2026-11-22T12:00:00Z");
    admin = await server.signIn();
    const content = { wifiPassword: "monsoon-2027", checkInInstructions: "The key-box code 4711 opens the door." };
    expect((await server.send("PUT", "/api/admin/content/property", content, { cookie: admin })).status).toBe(200);
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
  });

  /** Books one night in the next few days, using a browser that keeps its cookies. */
  async function book(email: string, day: number) {
    const checkInDate = `2026-11-${day}`;
    const registered = await server.send("POST", "/api/guests", { ...GUEST, email });
    const cookie = cookieOf(registered);
    const body = { ...stayBody({ checkInDate, checkOutDate: `2026-11-${day + 1}` }), guestId: registered.json.id };
    const booked = await server.send("POST", "/api/bookings", body, { cookie });
    expect(booked.status).toBe(201);
    const id = String(booked.json.id);
    const page = async () => (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie })).json;
    return { id, page, cookie };
  }
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie: admin });
  const secretsIn = (text: string) => SECRETS.filter((secret) => text.includes(secret));
  /** The email that the guest gets if this message is sent now; by default, the check-in reminder. */
  async function reminderTo(id: string, email: string, type = "check_in_reminder", subject = "Your arrival on") {
    const [message] = (await host("GET", "/api/admin/scheduled-messages")).json.filter(
      (one: { bookingId: string; messageType: string; channel: string }) =>
        one.bookingId === id && one.messageType === type,
    );
    const sent = await host("POST", `/api/admin/scheduled-messages/${message.id}/send-now`, {
      version: message.version,
    });
    expect(sent.status).toBe(200);
    const of = () => box.emails.find(({ to, mail }) => to[0] === email && mail.subject?.startsWith(subject));
    await expect.poll(of).toBeTruthy();
    return `${of()?.mail.text}${of()?.mail.html}`;
  }

  test("are not shown or sent to a stranger who booked with a made-up email address", async () => {
    const email = "nobody@made-up.example";
    const own = {
      title: "The door",
      timing: { event: "check-in", side: "before", unit: "days", amount: 1, time: "10:00" },
      on: true,
      texts: { en: { subject: "The door", body: "{arrivalNotes} The password is {wifiPassword}." } },
    };
    expect((await host("POST", "/api/admin/custom-messages", own)).status).toBe(201);
    const { id, page, cookie } = await book(email, 24);
    const shown = await page();
    expect(shown.guestMasked).toBe(false);
    expect(shown.arrival).toEqual({ notesFrom: null, unverified: true, notes: null });
    const file = await server.send("GET", `/api/bookings/${id}/stay.ics`, undefined, { cookie });
    const reminder = await reminderTo(id, email);
    expect(secretsIn(JSON.stringify(shown) + file.text + reminder)).toEqual([]);
    expect(reminder).toContain("open your booking with the link in our email");
    // Custom messages, and the copy of them on the guest's page, reveal no more than the built-in messages.
    expect(secretsIn(await reminderTo(id, email, "custom", "The door"))).toEqual([]);
    const conversation = await server.send("GET", `/api/bookings/${id}/conversation`, undefined, { cookie });
    expect([conversation.status, secretsIn(conversation.text)]).toEqual([200, []]);
    const all = box.emails.filter(({ to }) => to[0] === email).map(({ raw }) => raw);
    expect(secretsIn(all.join())).toEqual([]);
  });

  test("appear on the page and in the reminder once the link in the email has been opened", async () => {
    const { id, page } = await book("real@example.com", 25);
    await followLink(server, await ownLinkOf(server, id));
    expect(secretsIn(JSON.stringify(await page()))).toEqual(SECRETS);
    expect(secretsIn(await reminderTo(id, "real@example.com"))).toEqual(SECRETS);
  });

  test("are shown once the host has confirmed the stay or recorded a payment for it; a private note does not count", async () => {
    const { id, page } = await book("noted@example.com", 22);
    expect((await host("PUT", `/api/admin/bookings/${id}/notes`, { version: 1, notes: "Who is this?" })).status).toBe(
      200,
    );
    expect((await page()).arrival.unverified).toBe(true);
    const paid = { version: 2, kind: "payment", amount: "10", method: "cash", paidOn: "2026-11-22" };
    expect((await host("POST", `/api/admin/bookings/${id}/payments`, paid)).status).toBe(201);
    expect(secretsIn(JSON.stringify(await page()))).toEqual(SECRETS);

    const other = await book("confirmed@example.com", 23);
    const step = { version: 1, status: "confirmed" };
    expect((await host("POST", `/api/admin/bookings/${other.id}/status`, step)).status).toBe(200);
    expect(secretsIn(JSON.stringify(await other.page()))).toEqual(SECRETS);
  });

  test("a guest is neither asked to open a link nor told to wait for notes and a password that the host has not entered", async () => {
    const content = "/api/admin/content/property";
    const { wifiPassword, checkInInstructions, gettingHere } = (await host("GET", content)).json;
    const none = { wifiPassword: "", checkInInstructions: "", gettingHere: { ...gettingHere, directions: "" } };
    expect((await host("PUT", content, none)).status).toBe(200);
    for (const [email, day] of [
      ["soon@example.com", 26],
      ["later@example.com", 28],
    ] as const) {
      const { id, page } = await book(email, day);
      if (day === 28) await followLink(server, await ownLinkOf(server, id));
      expect((await page()).arrival).toEqual({ notesFrom: null, unverified: false, notes: null });
      const reminder = await reminderTo(id, email);
      expect(reminder).toMatch(/Arrival: please call us at \+/);
      expect(reminder).toContain("WiFi password: please ask us when you arrive");
    }
    await host("PUT", content, { wifiPassword, checkInInstructions, gettingHere });
  });

  test("sample directions, check-in instructions and contact details are not sent to guests until the host keeps them", async () => {
    const fresh = await startTestApp(engine, {
      sampleContact: true,
      ...sendingTo(box),
    });
    try {
      fresh.clock.set("2026-11-22T12:00:00Z");
      const cookie = await fresh.signIn();
      await fresh.app.start();
      const booked = async (email: string, day: number) => {
        const stay = { checkInDate: `2026-11-${day}`, checkOutDate: `2026-11-${day + 1}` };
        const response = await bookStay(fresh, stay, { ...GUEST, email });
        const own = { cookie: cookieOf(response) };
        await followLink(fresh, await ownLinkOf(fresh, response.json.id));
        const page = await fresh.send("GET", `/api/bookings/${response.json.id}/confirmation`, undefined, own);
        const of = () => box.emails.find(({ to, mail }) => to[0] === email && mail.subject?.includes("is booked"));
        await expect.poll(of).toBeTruthy();
        const { text, html, replyTo, attachments } = of()?.mail ?? {};
        const files = (attachments ?? []).map(({ content }) =>
          typeof content === "string" ? content : new TextDecoder().decode(content),
        );
        return { page: page.text, mail: `${text}`, sent: JSON.stringify([text, html, replyTo, files]) };
      };
      const SAMPLES = /Digana road|caretaker meets you/;
      const before = await booked("first@example.com", 23);
      expect([SAMPLES.test(before.page), SAMPLES.test(before.mail)]).toEqual([false, false]);
      // The message does not contain a sample address or number either.
      const CONTACT = /14 Kitul Hill|81 000 0142|stay@kitulhill/;
      expect(before.sent).not.toMatch(CONTACT);
      expect(before.sent).toContain("BEGIN:VCALENDAR");
      expect((await fresh.send("GET", "/api/site")).json.sampleContact).toEqual(["streetAddress", "phone", "email"]);
      // No label appears without its value.
      expect(before.mail).not.toMatch(/^\s*\w+:\s*$/m);

      await goThroughSamples(fresh, cookie);
      const offer = { payNote: "Nothing to pay now. Pay when you arrive.", advantages: [] };
      expect((await fresh.send("PUT", "/api/admin/content/property", { offer }, { cookie })).status).toBe(200);
      const after = await booked("second@example.com", 25);
      for (const detail of ["14 Kitul Hill", "81 000 0142", "stay@kitulhill"]) expect(after.sent).toContain(detail);
      expect((await fresh.send("GET", "/api/site")).json.sampleContact).toEqual([]);
      expect(after.page).toContain("caretaker meets you");
      expect(after.mail).toContain("From Kandy take the Digana road");
      expect(after.mail).toContain("Nothing to pay now. Pay when you arrive.");
      expect(before.mail).not.toContain("Nothing to pay now");
      // If the host hides the directions, the check-in instructions are still shown.
      const hide = { piece: "directions", decision: "hide" };
      expect((await fresh.send("PUT", "/api/admin/content/samples", hide, { cookie })).status).toBe(200);
      const hidden = await booked("third@example.com", 24);
      expect(`${hidden.mail} ${hidden.page}`).not.toContain("Digana road");
      expect(hidden.page).toContain("caretaker meets you");
    } finally {
      await fresh.close();
    }
  });
});
