import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "#domain/language/language.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, goThroughSamples, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";
import { followLink } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { startSimulatedWhatsapp, type SimulatedWhatsapp } from "./simulated-whatsapp-server.ts";

const ACCOUNT = { ...WHATSAPP_ACCOUNT, language: "en_US" };
/** The sample address, which the host has kept, so that host notifications go to it. */
const HOST = "stay@kitulhill.example";
const SPEAKS = (language: string) => ({ "x-latchkey-language": language });

describe.each(engines)("the guest's language on %s", (engine) => {
  let box: Mailbox;
  let simulated: SimulatedWhatsapp;
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    box = await openMailbox();
    // Meta has approved the German templates, but not the Russian templates.
    simulated = await startSimulatedWhatsapp({ ...ACCOUNT, webhook: () => null, approved: ["en_US", "de"] });
    server = await startTestApp(engine, sendingTo(box, { whatsapp: { ...ACCOUNT, apiUrl: simulated.apiUrl } }));
    cookie = await server.signIn();
    // Sample directions that nobody has reviewed are not sent.
    await goThroughSamples(server, cookie);
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
    await simulated.close();
  });
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const detail = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json;

  let month = 0;
  async function booked(language: Language, whatsapp = false): Promise<{ id: string; reference: string }> {
    month += 1;
    const checkInDate = new Date(Date.UTC(2027, month, 10)).toISOString().slice(0, 10);
    const stay = { checkInDate, checkOutDate: checkInDate.replace(/10$/, "12") };
    const guest: typeof GUEST = { ...GUEST, ...(whatsapp ? { whatsapp } : {}) };
    return (await bookStay(server, stay, guest, SPEAKS(language))).json;
  }
  async function email(words: string) {
    const found = () => box.emails.find(({ mail }) => mail.subject?.includes(words));
    await expect.poll(() => found()?.mail.subject).toContain(words);
    const mail = found()?.mail;
    const [entry] = mail?.attachments ?? [];
    const content = entry?.content;
    return {
      text: mail?.text ?? "",
      html: mail?.html ?? "",
      // Long lines of a calendar are folded (RFC 5545 3.1).
      calendar: (typeof content === "string" ? content : new TextDecoder().decode(content)).replaceAll("\r\n ", ""),
    };
  }

  test("a guest who books in German gets everything in German: email, button, calendar entry, cancellation", async () => {
    const stay = { checkInDate: "2026-12-08", checkOutDate: "2026-12-10" };
    const booking = await bookStay(server, stay, GUEST, SPEAKS("de"));
    const { id, reference } = booking.json;
    const welcome = await email(`Ihr Aufenthalt in Kitul Hill Cottage ist gebucht (${reference})`);
    expect(welcome.text).toContain("Anreise: Dienstag, 8. Dezember 2026, ab 14:00 Uhr");
    expect(welcome.text).toContain("2 Nächte, 2 Gäste, insgesamt 300,00\u00a0$");
    expect(welcome.html).toContain('<html lang="de">');
    expect(welcome.html).toContain(">Buchung öffnen</a>");
    expect(welcome.calendar).toContain("SUMMARY:Aufenthalt in Kitul Hill Cottage");
    expect(welcome.calendar).toContain("Anreise ab 14:00 Uhr");
    // The guest can read the same email on the booking's page, where its link leads to the page in German.
    const own = await server.send("GET", `/api/bookings/${id}/conversation`, undefined, { cookie: cookieOf(booking) });
    expect(own.text).toContain(`/de/booking/confirmation/${id}`);
    await host("POST", `/api/admin/bookings/${id}/cancel`, { version: 1, waiveFee: false, expectedFee: "0.00" });
    const cancelled = await email(`Ihre Buchung ${reference} wurde storniert`);
    expect(cancelled.text).toContain("Stornogebühr: keine");
  });

  test("L-06: the host's emails and the portal's data about a German booking are in English", async () => {
    const { id, reference } = await booked("de");
    const notifications = () =>
      box.emails.filter(({ to, mail }) => to[0] === HOST && mail.subject?.includes(reference));
    await expect.poll(() => notifications().length).toBe(1);
    const [notification] = notifications();
    expect(notification?.mail.subject).toMatch(/^New booking/);
    expect(notification?.mail.html).toContain('<html lang="en">');
    expect(notification?.mail.text).not.toMatch(/Anreise|Nächte|Buchung/);
    const path = `/api/admin/bookings/${id}`;
    const response = (await server.send("GET", path, undefined, { cookie, ...SPEAKS("de") })).json;
    expect(response).toEqual(await detail(id));
    expect(JSON.stringify(response)).not.toMatch(/Anreise|Nächte|Buchung/);
  });

  test("an API client that sends no language, or an unsupported one, books in English", async () => {
    for (const [day, headers] of [
      ["Tuesday, December 1", SPEAKS("eo")],
      ["Saturday, December 5", {}],
    ] as const) {
      const date = (n: number) => `2026-12-0${n}`;
      const first = Number(day.at(-1));
      const stay = { checkInDate: date(first), checkOutDate: date(first + 2) };
      const { reference } = (await bookStay(server, stay, GUEST, headers)).json;
      const welcome = await email(`Your stay at Kitul Hill Cottage is booked (${reference})`);
      expect(welcome.text).toContain(`Check-in: ${day}, 2026, from 2:00 PM`);
      expect(welcome.html).toContain('<html lang="en">');
      expect(welcome.calendar).toContain("SUMMARY:Stay at Kitul Hill Cottage");
    }
  });

  test("the host changes the language, and later messages use it", async () => {
    const { id } = await booked("en");
    expect(await detail(id)).toMatchObject({ language: "en", version: 1 });
    const path = `/api/admin/bookings/${id}/language`;
    expect((await host("PUT", path, { version: 1, language: "tlh" })).status).toBe(400);
    const changed = await host("PUT", path, { version: 1, language: "fr" });
    expect(changed.json).toMatchObject({ language: "fr", version: 2 });
    expect(changed.json.history.at(-1).event).toBe("Messages to the guest will be in French from now on");
    expect((await host("PUT", path, { version: 1, language: "de" })).status).toBe(409);
    await server.send("POST", `/api/bookings/${id}/link`, {});
    const link = await email(`Votre réservation ${changed.json.reference}`);
    expect(link.text).toContain("Voici le lien vers votre réservation");
    expect(link.html).toContain('<html lang="fr">');
    expect(link.html).toContain(">Ouvrir ma réservation</a>");

    // The guest's own page is in French, as are its errors and the calendar entry.
    const opened = await followLink(server, /\/booking\/link\/[\w-]+\/[\w-]+/.exec(link.text)?.[0] ?? "");
    expect(opened.headers.get("location")).toBe(`/fr/booking/confirmation/${id}`);
    const own = { cookie: cookieOf(opened) };
    const entry = await server.send("GET", `/api/bookings/${id}/stay.ics`, undefined, own);
    expect(entry.text.replaceAll("\r\n ", "")).toContain("SUMMARY:Séjour à Kitul Hill Cottage");
    const refused = await server.send(
      "POST",
      `/api/bookings/${id}/cancel`,
      { expectedFee: "9.00" },
      { ...own, ...SPEAKS("fr") },
    );
    expect(refused.json.message).toContain("Les frais d’annulation s’élèvent maintenant à");
  });

  test("a telephone booking uses the language that the host chose", async () => {
    const stay = { checkInDate: "2028-01-20", checkOutDate: "2028-01-22", guestCount: 1, status: "confirmed" };
    const input = { ...stay, name: "Олег", email: "oleg@example.com", phone: "", specialRequests: "", language: "ru" };
    const { json } = await host("POST", "/api/admin/bookings", input);
    const welcome = await email(`Ваше проживание в Kitul Hill Cottage забронировано (${json.reference})`);
    expect(welcome.text).toContain("2 ночи, 1 гость, всего 300,00\u00a0$");
    expect(welcome.text).toContain("Здравствуйте, Олег!");
  });

  test("the host changes the German text of a message; the text in the other languages stays the same", async () => {
    const path = "/api/admin/message-templates/welcome";
    const words = { subject: "Servus {guestFirstName} {reference}", body: "Schön, dass Sie kommen." };
    expect((await host("PUT", path, { ...words, language: "de", version: 0 })).status).toBe(200);
    expect((await host("PUT", path, { ...words, language: "de", version: 0 })).status).toBe(409);
    const german = await booked("de");
    expect((await email(`Servus Ann ${german.reference}`)).text).toContain("Schön, dass Sie kommen.");
    const chinese = await booked("zh");
    expect((await email(`您已成功预订 Kitul Hill Cottage（${chinese.reference}）`)).text).toContain(
      "尊敬的Ann Perera：",
    );
    expect((await host("GET", "/api/admin/audit")).text).toContain("Message text: welcome, German");
    const inGerman = async () => {
      const { templates } = (await host("GET", "/api/admin/messaging")).json;
      return templates.find(
        (one: { type: string; language: string }) => one.type === "welcome" && one.language === "de",
      );
    };
    const { version } = await inGerman();
    expect((await host("DELETE", `${path}?language=de&version=${version}`)).status).toBe(204);
    expect(await inGerman()).toMatchObject({
      version: 0,
      subject: "Ihr Aufenthalt in {cottage} ist gebucht ({reference})",
    });
  });

  test("L-07: guests get the host's directions in their language, or in English, marked as English", async () => {
    const content = "/api/admin/content/property";
    const { gettingHere, versions } = (await host("GET", content)).json;
    const directionsIn = {
      fr: { text: "Prenez la route de Digana, **puis à gauche**.", of: gettingHere.directions },
      de: { text: "", of: "" },
    };
    const saved = await host("PUT", content, { directionsIn, seen: { directionsIn: versions.directionsIn } });
    expect(saved.json.content.directionsIn).toEqual({ fr: directionsIn.fr });
    const other = { directionsIn: { fr: { ...directionsIn.fr, text: "Prenez le train." } } };
    const late = await host("PUT", content, { ...other, seen: { directionsIn: versions.directionsIn } });
    expect(late.status).toBe(409);
    const french = await email(`est réservé (${(await booked("fr")).reference})`);
    expect(french.text).toContain("Prenez la route de Digana, puis à gauche.");
    expect(french.html).not.toContain('lang="en"');
    const spanish = await email(`está reservada (${(await booked("es")).reference})`);
    expect(spanish.html).toMatch(/<span lang="en">From Kandy take the Digana road/);
    expect((await server.send("GET", "/api/site")).text).not.toContain("Prenez");
    const emptied = await host("PUT", content, { gettingHere: { ...gettingHere, directions: "" } });
    const withoutDirections = await email(`est réservé (${(await booked("fr")).reference})`);
    expect(withoutDirections.text).not.toContain("Digana");
    await host("POST", `/api/admin/content/changes/${emptied.json.changeId}/undo`);
    const undone = await host("POST", `/api/admin/content/changes/${saved.json.changeId}/undo`);
    expect(undone.json.content.directionsIn).toEqual({});
    const refused = await host("PUT", content, { directionsIn: { tlh: directionsIn.fr } });
    expect(refused.status).toBe(400);
  });

  test("guests see a new payment note in English, even though the old text, now used elsewhere, has a translation", async () => {
    const content = "/api/admin/content/property";
    const { offer, wordsIn } = (await host("GET", content)).json;
    const german = { "offer.payNote": { de: { text: "Zahlung per Karte.", of: "Pay by card." } } };
    const write = (payNote: string, advantages: string[]) =>
      host("PUT", content, { offer: { payNote, advantages }, wordsIn: german });
    await write("Pay by card.", []);
    const before = await email(`ist gebucht (${(await booked("de")).reference})`);
    expect(before.text).toContain("Zahlung per Karte.");
    await write("Pay in cash.", ["Pay by card."]);
    const after = await email(`ist gebucht (${(await booked("de")).reference})`);
    expect(after.html).toContain('<span lang="en">Pay in cash.</span>');
    expect(after.text).not.toContain("Zahlung per Karte.");
    const free = { ...GUEST, checkInDate: "2028-03-01", checkOutDate: "2028-03-02", guestCount: 1, agreedTotal: "0" };
    const made = await host("POST", "/api/admin/bookings", { ...free, status: "confirmed" });
    const reference = (await host("GET", `/api/admin/bookings/${made.json.id}`)).json.reference;
    expect((await email(`is booked (${reference})`)).text).not.toContain("Pay in cash.");
    await host("PUT", content, { offer, wordsIn });
  });

  test("WhatsApp uses the template in the guest's language if Meta has approved it, and otherwise the English one", async () => {
    const texts = (words: string) => simulated.messages.filter(({ text }) => text.includes(words)).length;
    await booked("de", true);
    await expect.poll(() => texts("Guten Tag Ann, Ihr Aufenthalt in Kitul Hill Cottage von")).toBe(1);
    await booked("ru", true);
    await expect.poll(() => texts("Dear Ann, your stay at Kitul Hill Cottage from")).toBe(1);
    expect(simulated.messages.every(({ text }) => !text.includes("Здравствуйте"))).toBe(true);
  });
});
