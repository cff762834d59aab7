import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Language, LANGUAGES } from "#domain/language/language.ts";
import { deadlineIn } from "#texts/deadline.ts";
import { textsIn } from "#texts/server-texts.ts";
import { ALL_TEXTS } from "#web/app/all-texts.ts";
import { loadBuiltSite } from "../http/built-site.ts";
import { startSimulatedWhatsapp, type SimulatedWhatsapp } from "../messaging/simulated-whatsapp-server.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { readCsv } from "../testing/read-csv.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * What the emails about a request and about an offer say, and the words for a cancellation, which neither email may
 * contain.
 */
const TEXTS: Record<Language, { request: string; offer: string; cancelled: RegExp }> = {
  en: { request: "we couldn't accept your request", offer: "has ended", cancelled: /cancel/i },
  de: { request: "leider konnten wir Ihre Anfrage", offer: "gilt nicht mehr", cancelled: /storn/i },
  fr: { request: "accepter votre demande", offer: "a pris fin", cancelled: /annul/i },
  ru: { request: "принять ваш запрос", offer: "больше не действует", cancelled: /отмен/i },
  es: { request: "aceptar su solicitud", offer: "ha terminado", cancelled: /cancel/i },
  zh: { request: "无法接受您", offer: "已失效", cancelled: /取消/ },
};

describe.each(engines)("requests and offers that come to nothing, on %s", (engine) => {
  let box: Mailbox;
  let simulated: SimulatedWhatsapp;
  let server: TestApp;
  let cookie: string;
  beforeAll(async () => {
    box = await openMailbox();
    simulated = await startSimulatedWhatsapp({ ...WHATSAPP_ACCOUNT, webhook: () => null });
    server = await startTestApp(engine, {
      site: await loadBuiltSite(resolve("dist")),
      outbox: { everyMs: 15, leaseMs: 2000, slots: 4 },
      config: {
        publicUrl: "https://cottage.example",
        mail: { smtpUrl: box.url, from: { address: "letters@cottage.example" } },
        whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: simulated.apiUrl },
      },
    });
    await host("PUT", "/settings", { bookingMode: "request", requestHours: 24 });
    await server.app.start();
  });
  afterAll(async () => {
    await server.close();
    await box.close();
    await simulated.close();
  });

  async function host(method: string, path: string, body?: unknown) {
    cookie = await server.signIn();
    const response = await server.send(method, `/api/admin${path}`, body, { cookie });
    expect([path, response.status < 300, response.text]).toEqual([path, true, response.text]);
    return response.json;
  }
  let people = 0;
  async function requested(language: Language = "en", more: object = {}) {
    const n = ++people;
    const at = (days: number) => new Date(server.clock().getTime() + days * DAY).toISOString().slice(0, 10);
    const stay = { checkInDate: at(30 + n * 4), checkOutDate: at(32 + n * 4) };
    const email = `p${n}@example.com`;
    const speaks = { "x-latchkey-language": language };
    const booked = await bookStay(server, stay, { ...GUEST, email, ...more }, speaks);
    expect(booked.status, booked.text).toBe(201);
    const { id, reference }: { id: string; reference: string } = booked.json;
    const guest = { cookie: cookieOf(booked) };
    return { id, reference, email, guest, language };
  }
  type Requested = Awaited<ReturnType<typeof requested>>;
  const detail = (id: string) => host("GET", `/bookings/${id}`);
  async function cancel(id: string) {
    const { version } = await detail(id);
    return host("POST", `/bookings/${id}/cancel`, { version, waiveFee: false, expectedFee: "0.00" });
  }
  async function offer(id: string, hours = 2) {
    const { version } = await detail(id);
    await host("POST", `/bookings/${id}/offer`, { version, hours });
  }
  async function expire(ms: number) {
    server.clock.advance(ms);
    await server.app.runJobs(/expire pending/);
  }
  async function email({ email: address }: Requested, words: string) {
    const emails = () => box.emails.filter(({ to }) => to.includes(address)).map(({ mail }) => mail);
    await expect.poll(() => emails().map(({ text }) => text)).toContainEqual(expect.stringContaining(words));
    return emails().find(({ text }) => text?.includes(words));
  }
  const pageOf = async ({ id, guest }: Requested) =>
    (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, guest)).json;
  const htmlOf = async ({ id, guest, language }: Requested) => {
    const prefix = language === "en" ? "" : `/${language}`;
    return (await server.send("GET", `${prefix}/booking/confirmation/${id}`, undefined, guest)).text;
  };
  const main = (html: string) =>
    (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "").replaceAll(/<[^>]*>/g, " ").replaceAll("&#x27;", "'");

  test.each(LANGUAGES)("in %s, a guest who asks for a stay is told by when the host will answer", async (language) => {
    const guest = await requested(language);
    const { requested: say, ownLink } = textsIn(language).emails;
    const { until } = (await detail(guest.id)).waiting;
    const mail = await email(guest, say.answer(deadlineIn(language, new Date(until), "Asia/Colombo")));
    expect(mail?.subject).toContain("Kitul Hill Cottage");
    expect(mail?.text).toContain(guest.reference);
    expect(mail?.text).not.toContain(ownLink.text);
    await cancel(guest.id);
  });

  test.each(LANGUAGES)(
    "in %s, a guest whose request is declined is not told that a booking was cancelled",
    async (language) => {
      const { request, cancelled } = TEXTS[language];
      const guest = await requested(language);
      expect((await cancel(guest.id)).history.at(-1).event).toBe("Request declined");
      const mail = await email(guest, request);
      expect(mail?.subject).toContain(guest.reference);
      expect(`${mail?.subject} ${mail?.text}`).not.toMatch(cancelled);
      expect(mail?.text).toContain(`https://cottage.example${language === "en" ? "" : `/${language}`}/book?guests=2`);
      // There never was an entry in the guest's calendar that could be removed.
      expect(mail?.attachments).toEqual([]);
      expect(mail?.html).not.toContain("ReservationCancelled");
      expect(await pageOf(guest)).toMatchObject({ status: "cancelled", endedAs: "request" });
      const page = main(await htmlOf(guest));
      expect(page).toContain(ALL_TEXTS[language].own.ended.request);
      expect(page).not.toMatch(cancelled);
    },
  );

  test.each(LANGUAGES)(
    "in %s, a guest whose offer has ended is not told that a booking was cancelled",
    async (language) => {
      const { offer: ended, cancelled } = TEXTS[language];
      const guest = await requested(language);
      await offer(guest.id);
      await expire(3 * HOUR);
      const mail = await email(guest, ended);
      expect(`${mail?.subject} ${mail?.text}`).not.toMatch(cancelled);
      expect(await pageOf(guest)).toMatchObject({ status: "cancelled", endedAs: "offer" });
      const page = main(await htmlOf(guest));
      expect(page).toContain(ALL_TEXTS[language].own.ended.offer);
      expect(page).not.toMatch(cancelled);
    },
  );

  test("a request that nobody answers in time ends like a declined one, and an offer that the host withdraws like an expired one", async () => {
    const unanswered = await requested();
    await expire(25 * HOUR);
    await email(unanswered, TEXTS.en.request);
    expect(await pageOf(unanswered)).toMatchObject({ endedAs: "request" });
    const withdrawn = await requested();
    await offer(withdrawn.id, 48);
    expect((await cancel(withdrawn.id)).history.at(-1).event).toBe("Offer withdrawn");
    await email(withdrawn, TEXTS.en.offer);
    // The guest reads the same text again in the conversation.
    const { entries } = (
      await server.send("GET", `/api/bookings/${withdrawn.id}/conversation`, undefined, withdrawn.guest)
    ).json;
    expect(JSON.stringify(entries)).toContain("Our offer for your stay at Kitul Hill Cottage");
  });

  test("the host's list, which can be filtered, and the CSV file say how a request or an offer ended, as the booking's page does", async () => {
    const [declined, unanswered, withdrawn] = [await requested(), await requested(), await requested()];
    await cancel(declined.id);
    await offer(unanswered.id);
    await server.send("POST", `/api/bookings/${withdrawn.id}/cancel`, { expectedFee: "0.00" }, withdrawn.guest);
    await expire(3 * HOUR);
    const expected = [
      [declined, "request", "request not accepted"],
      [unanswered, "offer", "offer ended"],
      [withdrawn, null, "cancelled"],
    ] as const;
    for (const [{ id, reference }, endedAs, words] of expected) {
      const query = `search=${reference}&status=${endedAs ? "never-booked" : "cancelled"}`;
      expect((await host("GET", `/bookings-page?${query}`)).bookings).toMatchObject([{ status: "cancelled", endedAs }]);
      expect(await detail(id)).toMatchObject({ status: "cancelled", endedAs });
      const file = await server.send("GET", `/api/admin/bookings.csv?${query}`, undefined, { cookie });
      expect(readCsv(file.text).map(([, status]) => status)).toEqual(["Status", words]);
    }
  });

  test.each(LANGUAGES)(
    "in %s, a guest who did not open the link in time is not told that a booking was cancelled",
    async (language) => {
      await host("PUT", "/settings", { bookingMode: "verified" });
      const guest = await requested(language);
      const byHost = await requested(language);
      await host("PUT", "/settings", { bookingMode: "request" });
      expect(await pageOf(guest)).toMatchObject({ status: "pending", waiting: { for: "guest" }, endedAs: null });
      await cancel(byHost.id);
      await expire(2 * HOUR);
      const page = main(await htmlOf(guest));
      expect(page).toContain(ALL_TEXTS[language].own.ended.unverified);
      expect(page).not.toMatch(TEXTS[language].cancelled);
      for (const [{ id, reference }, endedAs] of [[guest, "unverified"] as const, [byHost, null] as const]) {
        const status = endedAs ? "never-booked" : "cancelled";
        const { bookings } = await host("GET", `/bookings-page?search=${reference}&status=${status}`);
        expect([bookings[0].endedAs, (await detail(id)).endedAs]).toEqual([endedAs, endedAs]);
      }
      // A note by the host does not change how the booking ended.
      const { version } = await detail(guest.id);
      expect(await host("PUT", `/bookings/${guest.id}/notes`, { version, notes: "Called" })).toMatchObject({
        endedAs: "unverified",
      });
      expect((await detail(guest.id)).endedAs).toBe("unverified");
    },
  );

  test("a guest whose request is declined gets a link to the text by WhatsApp", async () => {
    const guest = await requested("en", { whatsapp: true });
    await cancel(guest.id);
    const texts = () => simulated.messages.map(({ text }) => text);
    await expect.poll(texts).toContainEqual(expect.stringContaining("Dear Ann, we have written to you about"));
    expect(texts().filter((text) => text.includes("cancelled"))).toEqual([]);
  });

  test("a guest who withdraws a request, or whose accepted stay is cancelled, is told of the cancellation", async () => {
    const withdrawn = await requested();
    const own = await server.send(
      "POST",
      `/api/bookings/${withdrawn.id}/cancel`,
      { expectedFee: "0.00" },
      withdrawn.guest,
    );
    expect(own.status, own.text).toBe(200);
    await email(withdrawn, "has been cancelled");
    expect(await pageOf(withdrawn)).toMatchObject({ endedAs: null });
    const accepted = await requested();
    await host("POST", `/bookings/${accepted.id}/status`, { version: 1, status: "confirmed" });
    expect((await cancel(accepted.id)).history.at(-1).event).toBe("Cancelled free of charge");
    const mail = await email(accepted, "has been cancelled");
    expect(mail?.attachments).not.toEqual([]);
    expect(await pageOf(accepted)).toMatchObject({ endedAs: null });
  });

  test("a declined request that the host restores is a booking like any other", async () => {
    const guest = await requested();
    await cancel(guest.id);
    await email(guest, TEXTS.en.request);
    const { version } = await detail(guest.id);
    await host("POST", `/bookings/${guest.id}/status`, { version, status: "confirmed" });
    await email(guest, "Thank you for booking");
    expect(await pageOf(guest)).toMatchObject({ status: "confirmed", endedAs: null, waiting: null });
    await cancel(guest.id);
    await email(guest, "has been cancelled");
    expect(await pageOf(guest)).toMatchObject({ endedAs: null });
  });
});
