import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Language } from "#domain/language/language.ts";
import type * as serverTexts from "#texts/server-texts.ts";
import { bookStay, GUEST, stayBody } from "../testing/given.ts";
import { type Mailbox, openMailbox, sendingTo } from "../testing/mailbox.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";
import { bookingById } from "../booking/booking-queries.ts";
import { linkMail } from "../booking/link-mail.ts";
import { startSimulatedWhatsapp, type SimulatedWhatsapp } from "./simulated-whatsapp-server.ts";

/**
 * German is replaced by a pseudo-language in which all letters have accents, so plain letters reveal untranslated text.
 */
vi.mock("#texts/server-texts.ts", async (importActual) => {
  const { textsIn } = await importActual<typeof serverTexts>();
  const { pseudoTexts } = await import("../testing/pseudo-text.ts");
  const pseudo = pseudoTexts(textsIn("en"));
  return { textsIn: (language: Language) => (language === "de" ? pseudo : textsIn(language)) };
});

const SPEAKS = { "x-latchkey-language": "de" };

let server: TestApp;
let box: Mailbox;
let simulated: SimulatedWhatsapp;
let cookie: string;
let hostsWords: string[];
beforeAll(async () => {
  box = await openMailbox();
  simulated = await startSimulatedWhatsapp({ ...WHATSAPP_ACCOUNT, webhook: () => null });
  server = await startTestApp(
    "sqlite",
    sendingTo(box, { whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: simulated.apiUrl } }),
  );
  cookie = await server.signIn();
  await host("PUT", "/api/admin/content/property", { wifiPassword: "monsoon-2027" });
  // Longest strings first, because a name may be part of a sentence.
  hostsWords = stringsIn((await host("GET", "/api/admin/content/property")).json).toSorted(
    (a, b) => b.length - a.length,
  );
  await server.app.start();
});
afterAll(async () => {
  await server.close();
  await box.close();
  await simulated.close();
});
const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return value.trim().length > 2 ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Words in plain letters, except the host's own words and parts of names, references, addresses and API paths. */
function plainWords(text: string): string[] {
  let rest = text;
  for (const words of [...hostsWords, GUEST.name, "Ann", "Colombo"]) rest = rest.replaceAll(words, " ");
  rest = rest.replaceAll(/https?:\/\/\S+|\S+@\S+|LK-[A-Z0-9]+|\/api\/\S+/g, " ");
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}
const shown = (html: string) =>
  html.replaceAll(/<(script|style)[^>]*>[^]*?<\/\1>|<[^>]*>/g, " ").replaceAll(/&\w+;|&#\d+;/g, " ");

test("the check finds untranslated English, and ignores the host's text", () => {
  expect(plainWords("⟦Ĉĥéçķ⟧ Your booking LK-ABC at Kitul Hill Cottage")).toEqual(["Your", "booking", "at"]);
});

test("L-03: messages about a stay, link emails, calendar entries and WhatsApp messages have no untranslated English", async () => {
  const asking = { whatsapp: true };
  const guest: typeof GUEST = { ...GUEST, ...asking };
  const kept = await bookStay(server, { checkInDate: "2026-12-01", checkOutDate: "2026-12-03" }, guest, SPEAKS);
  const gone = await bookStay(server, { checkInDate: "2027-02-01", checkOutDate: "2027-02-04" }, guest, SPEAKS);
  const path = `/api/admin/bookings/${kept.json.id}`;
  await host("POST", `/api/admin/bookings/${gone.json.id}/cancel`, {
    version: 1,
    waiveFee: false,
    expectedFee: "0.00",
  });
  const moved = { checkInDate: "2026-12-01", checkOutDate: "2026-12-05", guestCount: 3, price: "new" };
  const seen = (await host("GET", path)).json;
  const changed = await host("PUT", `${path}/stay`, { ...moved, version: seen.version, expectedTotal: "600.00" });
  expect(changed.json.message ?? changed.status).toBe(200);
  await server.send("POST", `/api/bookings/${kept.json.id}/link`, {}, SPEAKS);
  await expect.poll(() => box.emails.length).toBeGreaterThanOrEqual(4);
  await expect.poll(() => simulated.messages.length).toBeGreaterThanOrEqual(2);

  // Waiting messages are read as they would be sent now.
  const texts: [what: string, text: string][] = [];
  for (const { id, messageType } of (await host("GET", "/api/admin/scheduled-messages")).json) {
    const { content, problem, address } = (await host("GET", `/api/admin/scheduled-messages/${id}`)).json;
    if (messageType === "host_notice" || problem || address === "") continue;
    const pieces: { text: string }[][] = content.paragraphs;
    texts.push([messageType, [content.subject, ...pieces.flat().map(({ text }) => text)].join("\n")]);
  }
  const toGuest = box.emails.filter(({ to }) => to.includes(GUEST.email));
  for (const { mail } of toGuest) {
    texts.push([`email ${mail.subject}`, `${mail.subject}\n${mail.text}\n${shown(mail.html ?? "")}`]);
    for (const { content } of mail.attachments) {
      const calendar = (typeof content === "string" ? content : new TextDecoder().decode(content)).replaceAll(
        "\r\n ",
        "",
      );
      const entryTexts = calendar.match(/^(?:SUMMARY|DESCRIPTION):.*$/gm) ?? [];
      expect(entryTexts).toHaveLength(2);
      texts.push(["calendar entry", entryTexts.join("\n").replaceAll(/^\w+:|\\[n,;]/gm, " ")]);
    }
  }
  for (const { text } of simulated.messages) texts.push(["WhatsApp", text.split("\n").slice(1).join("\n")]);

  const kinds = new Set(texts.map(([what]) => what.split(" ")[0]));
  for (const kind of [
    "welcome",
    "check_in_reminder",
    "check_out_reminder",
    "feedback_request",
    "booking_changed",
    "booking_cancelled",
    "guest_note",
    "email",
    "calendar",
    "WhatsApp",
  ]) {
    expect([kind, kinds.has(kind)]).toEqual([kind, true]);
  }
  for (const [what, text] of texts) expect([what, plainWords(text)]).toEqual([what, []]);

  const booking = await bookingById(server.db, kept.json.id);
  for (const requestedStatus of ["pending", "upcoming"] as const) {
    const waiting: StoredBooking["waiting"] = { for: "guest", until: new Date(), requestedStatus };
    const mail = booking && (await linkMail(server.db, { ...booking, waiting }, "https://cottage.example/x"));
    expect(plainWords([mail?.subject, ...(mail?.lines ?? [])].join("\n"))).toEqual([]);
    expect(mail?.lines).toHaveLength(3);
  }
});

test("L-03: error messages for guests have no untranslated English", async () => {
  const collected: string[] = [];
  const collect = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const { json } = await server.send(method, path, body, { ...headers, ...SPEAKS });
    collected.push(json.message, ...Object.values<string>(json.fields ?? {}));
    return json;
  };
  const booked = await bookStay(server, { checkInDate: "2027-04-01", checkOutDate: "2027-04-03" }, GUEST, SPEAKS);
  const own = { cookie: cookieOf(booked) };
  const path = `/api/bookings/${booked.json.id}`;
  await collect("POST", "/api/guests", {});
  await collect("POST", "/api/guests", { name: "x\u0007y www.evil.example", email: 7, phone: "www.evil.example" });
  await collect("POST", "/api/guests", { ...GUEST, phone: "0771234567", whatsapp: true });
  await collect("POST", "/api/guests", { ...GUEST, name: "x".repeat(500) });
  await collect("POST", "/api/bookings", {});
  await collect("POST", "/api/bookings", {
    ...stayBody({ guestCount: 0 }),
    guestId: "x",
    specialRequests: "x".repeat(3000),
  });
  await collect("POST", "/api/bookings", {
    ...stayBody({ guestCount: 99, checkOutDate: "2026-11-30" }),
    guestId: "x",
    propertyId: 2,
  });
  await collect("POST", "/api/bookings", { ...stayBody(), guestId: "x", propertyId: 2 });
  for (const [checkInDate, checkOutDate] of [
    ["2020-01-01", "2020-01-02"],
    ["2027-01-01", "2027-03-01"],
    ["2030-01-01", "2030-01-02"],
    ["2027-04-02", "2027-04-04"],
  ] as const) {
    const guest = await server.send("POST", "/api/guests", GUEST);
    await collect("POST", "/api/bookings", { ...stayBody({ checkInDate, checkOutDate }), guestId: guest.json.id });
  }
  const guest = (await server.send("POST", "/api/guests", GUEST)).json.id;
  await collect("POST", "/api/bookings", { ...stayBody(), guestId: guest, expectedTotal: "1.00" });
  await collect("POST", "/api/bookings", { ...stayBody(), guestId: guest, code: "NOSUCH" });
  await collect("POST", "/api/bookings", { ...stayBody(), guestId: "nobody" });
  const same = { checkInDate: "2027-04-01", checkOutDate: "2027-04-03", guestCount: 2 };
  await collect("PUT", `${path}/stay`, { ...same, expectedTotal: "1.00" }, own);
  await collect("PUT", `${path}/stay`, { ...same, guestCount: 7, expectedTotal: "300.00" }, own);
  await collect("PUT", `${path}/stay`, { ...same, checkOutDate: "2027-09-03", expectedTotal: "300.00" }, own);
  await collect("PUT", `${path}/email`, { email: "x" }, own);
  await collect("PUT", `${path}/email`, { email: "x@example.com" });
  await collect("POST", `${path}/cancel`, { expectedFee: "7.00" }, own);
  await collect("POST", `${path}/cancel`, { expectedFee: "0.00" });
  await collect("POST", "/api/bookings/find", { reference: "", email: "x" });
  await collect("POST", "/api/bookings/find", { reference: "x", email: "x@example.com" });
  await collect("POST", `${path}/link`, {});
  await collect("GET", "/api/bookings/nothing/confirmation");
  await collect("GET", "/api/ratings/nothing");
  await collect("PUT", "/api/ratings/nothing", { stars: 9, words: 7 });
  await collect("POST", "/api/guests", "{", { "content-type": "application/json", "sec-fetch-site": "cross-site" });
  await host("POST", `/api/admin/bookings/${booked.json.id}/cancel`, {
    version: 1,
    waiveFee: false,
    expectedFee: "0.00",
  });
  const { acts } = await collect("GET", `${path}/confirmation`, undefined, own);
  collected.push(acts.cancelRefused, acts.changeRefused);
  await collect("PUT", `${path}/stay`, { ...same, expectedTotal: "300.00" }, own);
  const shownTexts = collected.filter((text) => text !== undefined);
  expect(shownTexts.length).toBeGreaterThan(50);
  expect(shownTexts.filter((text) => plainWords(text).length > 0)).toEqual([]);
});
