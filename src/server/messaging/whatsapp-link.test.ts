import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";
import { type SimulatedWhatsapp, startSimulatedWhatsapp } from "./simulated-whatsapp-server.ts";

const NOTES = ["monsoon-2027", "key-box code 4711"];
const BOOKED_AT = "2026-11-22T06:00:00Z";

describe.each(engines)("the link in a WhatsApp message on %s", (engine) => {
  let whatsapp: SimulatedWhatsapp;
  let box: Mailbox;
  let server: TestApp;
  let admin: string;
  beforeAll(async () => {
    box = await openMailbox();
    whatsapp = await startSimulatedWhatsapp({ ...WHATSAPP_ACCOUNT, webhook: () => null });
    server = await startTestApp(engine, sendingTo(box, { whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: whatsapp.apiUrl } }));
    server.clock.set(BOOKED_AT);
    admin = await server.signIn();
    const content = { wifiPassword: "monsoon-2027", checkInInstructions: "The key-box code 4711 opens the door." };
    expect((await host("PUT", "/content/property", content)).status).toBe(200);
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await whatsapp.close();
    await box.close();
  });

  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie: admin });

  let month = 0;
  /** Books one night for a guest who wants WhatsApp messages, and waits for the first one. */
  async function booked(contact: Partial<typeof GUEST> = {}) {
    server.clock.set(BOOKED_AT);
    // The previous session may have expired while the clock was ahead.
    admin = await server.signIn();
    await server.db.deleteFrom("scheduled_message").execute();
    whatsapp.messages.length = 0;
    box.emails.length = 0;
    month += 1;
    const date = (day: number) => new Date(Date.UTC(2026, 11 + month, day)).toISOString().slice(0, 10);
    const stay = { checkInDate: date(10), checkOutDate: date(11) };
    const response = await bookStay(server, stay, { ...GUEST, ...contact, whatsapp: true } as typeof GUEST);
    expect(response.status).toBe(201);
    const link = await nextLink();
    return { id: String(response.json.id), stay, cookie: cookieOf(response), link };
  }
  /** The link in the latest WhatsApp message, without the site's address; waits until there is a message. */
  async function nextLink(): Promise<string> {
    await expect.poll(() => whatsapp.messages.length).toBeGreaterThan(0);
    return /https:\/\/cottage\.example(\S+)/.exec(whatsapp.messages.at(-1)?.text ?? "")?.[1] ?? "";
  }
  const pageOf = async (id: string, cookie: string) =>
    (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie })).json;
  const verifiedAt = (id: string) =>
    server.db.selectFrom("booking").select("verified_at").where("id", "=", id).executeTakeFirstOrThrow();
  const notesIn = (text: string) => NOTES.filter((note) => text.includes(note));
  const emailTo = (address: string, subject: string) =>
    box.emails.find(({ to, mail }) => to[0] === address && mail.subject?.startsWith(subject));

  test("opens the booking, but does not verify a mistyped email address", async () => {
    const typo = "ann@exampel.example";
    const { id, stay, cookie, link } = await booked({ email: typo });
    expect(link).toMatch(new RegExp(`^/booking/link/${id}/[\\w-]{43}$`));
    const phone = cookieOf(await followLink(server, link));
    expect((await pageOf(id, phone)).guest.email).toBe(typo);
    expect(await verifiedAt(id)).toEqual({ verified_at: null });

    server.clock.set(noonBefore(stay));
    await expect.poll(() => emailTo(typo, "Your arrival on")).toBeTruthy();
    expect(notesIn(emailTo(typo, "Your arrival on")?.raw ?? "")).toEqual([]);
    expect(notesIn(JSON.stringify(await pageOf(id, phone)))).toEqual([]);

    const own = { cookie };
    const corrected = await server.send("PUT", `/api/bookings/${id}/email`, { email: "ann@real.example" }, own);
    expect(corrected.status).toBe(200);
    await expect.poll(() => emailTo("ann@real.example", "")).toBeTruthy();
    const text = emailTo("ann@real.example", "")?.mail.text ?? "";
    const emailed = /https:\/\/cottage\.example(\/booking\/link\/\S+)/.exec(text)?.[1] ?? "";
    await followLink(server, emailed, { cookie: phone });
    expect(notesIn(JSON.stringify(await pageOf(id, phone)))).toEqual(NOTES);
  });

  const noonBefore = ({ checkInDate }: { checkInDate: string }) =>
    `${new Date(Date.parse(checkInDate) - 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`;
  async function correctPhone(id: string, phone: string) {
    const { version, guest } = (await host("GET", `/bookings/${id}`)).json;
    const saved = await host("PUT", `/bookings/${id}/guest`, { ...guest, phone, version });
    expect(saved.status, saved.text).toBe(200);
  }
  /** Waits until the reminder is sent or skipped, and returns its recipients. */
  async function reminded(id: string, state: object) {
    const reminder = server.db
      .selectFrom("scheduled_message")
      .select(["status", "note"])
      .where("booking_id", "=", id)
      .where("type", "=", "check_in_reminder")
      .where("channel", "=", "whatsapp");
    await expect.poll(() => reminder.executeTakeFirst()).toMatchObject(state);
    return whatsapp.messages.filter(({ text }) => text.includes("check_in_reminder")).map(({ to }) => to);
  }

  test("stops working when the host corrects the phone number, and the next message goes to the new number", async () => {
    const { id, stay, cookie, link } = await booked({ phone: "+94 77 123 4568" });
    expect(whatsapp.messages.map(({ to }) => to)).toEqual(["+94771234568"]);
    const stranger = cookieOf(await followLink(server, link));
    const emailed = await ownLinkOf(server, id);
    const guest = cookieOf(await followLink(server, emailed));
    const masked = async (browser: string) => (await pageOf(id, browser)).guestMasked;
    expect([await masked(stranger), await masked(guest)]).toEqual([false, false]);

    await correctPhone(id, GUEST.phone);
    expect([await masked(stranger), await masked(guest), await masked(cookie)]).toEqual([true, false, false]);
    expect((await server.send("GET", link)).headers.get("set-cookie")).toBeNull();
    expect(await masked(cookieOf(await followLink(server, emailed)))).toBe(false);
    server.clock.set(noonBefore(stay));
    expect(await reminded(id, { status: "sent" })).toEqual(["+94771234567"]);
    expect(await masked(cookieOf(await server.send("GET", await nextLink())))).toBe(false);
  });

  test("leads to the rating page only if the message asks for a rating", async () => {
    const own = {
      title: "Umbrella",
      timing: { event: "check-out", side: "after", unit: "days", amount: 1, time: "18:00" },
      on: true,
      texts: { en: { subject: "Umbrella", body: "You forgot an umbrella." } },
    };
    const { stay } = await booked();
    expect((await host("POST", "/custom-messages", own)).status).toBe(201);
    server.clock.set(`${stay.checkOutDate.slice(0, 8)}12T14:00:00Z`);
    const linkIn = (template: string) =>
      /https:\/\/cottage\.example(\/\w+)/.exec(
        whatsapp.messages.find(({ text }) => text.includes(template))?.text ?? "",
      )?.[1];
    await expect.poll(() => linkIn("feedback_request")).toBe("/rate");
    await expect.poll(() => linkIn("custom")).toBe("/booking");
  });

  test("is not sent to a corrected number without a country code, or after the guest replied STOP", async () => {
    const local = await booked();
    await correctPhone(local.id, "077 123 4568");
    server.clock.set(noonBefore(local.stay));
    expect(await reminded(local.id, { status: "skipped", note: expect.stringContaining("WhatsApp number") })).toEqual(
      [],
    );

    const stopped = await booked();
    const messages = [{ from: "94771234567", type: "text", text: { body: "STOP" } }];
    const body = JSON.stringify({ entry: [{ changes: [{ value: { messages } }] }] });
    const signature = `sha256=${createHmac("sha256", WHATSAPP_ACCOUNT.appSecret).update(body).digest("hex")}`;
    await server.send("POST", "/api/webhooks/whatsapp", body, { "x-hub-signature-256": signature });
    await correctPhone(stopped.id, "+94 77 123 4568");
    server.clock.set(noonBefore(stopped.stay));
    expect(await reminded(stopped.id, { status: "skipped" })).toEqual([]);
  });
});
