import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { loadBuiltSite } from "../http/built-site.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type Mailbox, openMailbox } from "../testing/mailbox.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const site = await loadBuiltSite(resolve("dist"));
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const TYPO = "anne@exampel.example";

describe.each(engines)("a guest who has lost their link, on %s", (engine) => {
  async function withMail(limit: number, work: (server: TestApp, mailbox: Mailbox) => Promise<void>): Promise<void> {
    const mailbox = await openMailbox();
    const server = await startTestApp(engine, {
      site,
      config: {
        publicUrl: "https://cottage.example",
        mail: { smtpUrl: mailbox.url, from: { address: "c@example.com" } },
      },
      outbox: { everyMs: 20 },
      limits: { ...LIMITLESS, link: { calls: limit, seconds: 3600 } },
    });
    try {
      await server.app.start();
      await work(server, mailbox);
    } finally {
      await server.close();
      await mailbox.close();
    }
  }

  const withSubject = (mailbox: Mailbox, text: string) =>
    mailbox.emails.filter(({ mail }) => mail.text?.includes(text));

  test("gets it by entering the reference and email; the response is the same whether the booking exists or not", () =>
    withMail(100, async (server, mailbox) => {
      const { id, reference } = (await bookStay(server)).json;
      const find = (body: unknown) => server.send("POST", "/api/bookings/find", body);
      // The reference as people copy it or type it on a Chinese keyboard, and their email address as they may type it.
      const fullWidth = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
      const typed = ` ${reference.toLowerCase().replace("lk-", "lk ").replace(/\w$/, fullWidth)} `;
      const found = await find({ reference: typed, email: GUEST.email.toUpperCase() });
      expect(found.status).toBe(200);
      const strangers = [
        { reference, email: "somebody@else.example" },
        { reference: "LK-00000000", email: GUEST.email },
        { reference: "😀", email: GUEST.email },
      ];
      for (const stranger of strangers) expect((await find(stranger)).text).toBe(found.text);
      expect(found.text).not.toContain(id);
      expect((await find({ reference: "", email: "ann" })).json.fields).toEqual({
        reference: "Please enter your booking reference",
        email: "Valid email is required",
      });

      const link = await ownLinkOf(server, id);
      await expect.poll(() => withSubject(mailbox, "Here is the link to your booking").length).toBe(1);
      const [email] = withSubject(mailbox, "Here is the link to your booking");
      expect(email?.to).toEqual([GUEST.email]);
      expect(email?.mail.text).toContain(`https://cottage.example${link}`);
      // The text does not promise that the stay can be changed or cancelled, because a platform's guest can do neither
      // here.
      expect(email?.mail.text).toContain("You can use it to see and manage your stay.");
    }));

  test("sees the same page if the link has already been sent within the hour, and if the booking does not exist", () =>
    withMail(100, async (server, mailbox) => {
      const { reference } = (await bookStay(server)).json;
      const answers = [];
      for (const typed of [reference, reference, "LK-00000000"]) {
        const form = new URLSearchParams({ reference: typed, email: GUEST.email }).toString();
        const sent = await server.send("POST", "/find-booking", form, FORM);
        expect([sent.status, sent.headers.get("location")]).toEqual([303, "/find-booking?done=1"]);
        answers.push((await server.send("GET", "/find-booking?done=1")).text.match(/role="status".*?<\/div>/s)?.[0]);
      }
      expect(new Set(answers).size).toBe(1);
      expect(answers[0]).toContain("We send it at most once an hour, so please look for an earlier email too.");
      await expect.poll(() => withSubject(mailbox, "Here is the link to your booking").length).toBe(1);
    }));

  test("is asked to call if no email can be sent, whether the booking exists or not", async () => {
    const server = await startTestApp(engine, { site });
    try {
      await server.app.start();
      const { id, reference } = (await bookStay(server)).json;
      const find = (body: unknown) => server.send("POST", "/api/bookings/find", body);
      const found = await find({ reference, email: GUEST.email });
      expect([found.status, found.json.message]).toEqual([
        409,
        "We can't email you the link. Please call us about your booking.",
      ]);
      expect((await find({ reference: "LK-00000000", email: GUEST.email })).json.message).toBe(found.json.message);
      expect((await server.send("POST", `/api/bookings/${id}/link`, {})).json.message).toBe(found.json.message);
      for (const path of ["/find-booking", "/find-booking?done=1"]) {
        const page = (await server.send("GET", path)).text;
        expect(page).toContain("For anything about your booking, please call us at");
        expect(page).not.toMatch(/email you the link|sent its link|Email me the link/);
      }
      for (const path of ["/cancellation", `/booking/pay/${id}`])
        expect((await server.send("GET", path)).text).toContain("browser you booked with");
    } finally {
      await server.close();
    }
  });

  test("may ask only a limited number of times", () =>
    withMail(3, async (server) => {
      const ask = () => server.send("POST", "/api/bookings/find", { reference: "LK-00000000", email: GUEST.email });
      const statuses = [];
      for (let n = 0; n < 4; n++) statuses.push((await ask()).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }));

  test("can correct a mistyped address in the browser that booked, and gets the link at the corrected address", () =>
    withMail(100, async (server, mailbox) => {
      const booked = await bookStay(server, {}, { ...GUEST, email: TYPO });
      const { id } = booked.json;
      const cookie = cookieOf(booked);
      const page = async () =>
        (await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie })).json;
      const correct = (email: string, headers: Record<string, string> = { cookie }) =>
        server.send("PUT", `/api/bookings/${id}/email`, { email }, headers);
      expect((await page()).acts.emailCorrectable).toBe(true);
      const wrong = await ownLinkOf(server, id);
      await expect.poll(() => mailbox.emails.map(({ to }) => to[0])).toContain(TYPO);

      expect((await correct(GUEST.email, {})).status).toBe(403);
      expect((await correct("no address")).json.fields).toEqual({ email: "Valid email is required" });
      expect((await correct(GUEST.email)).json).toEqual({ email: GUEST.email });
      expect((await page()).guest.email).toBe(GUEST.email);
      // The owner of the wrong address has received a link, which no longer works.
      expect((await server.send("GET", wrong)).headers.get("set-cookie")).toBeNull();
      const right = await ownLinkOf(server, id);
      await expect.poll(() => mailbox.emails.filter(({ to }) => to[0] === GUEST.email).length).toBe(1);
      const email = mailbox.emails.find(({ to }) => to[0] === GUEST.email);
      expect(email?.mail.text).toContain(`https://cottage.example${right}`);

      // Another browser has opened the link and so verified the address, so this browser can no longer correct the
      // address.
      const opened = cookieOf(await followLink(server, right));
      expect((await correct("other@example.com", { cookie: opened })).status).toBe(403);
      expect((await page()).acts.emailCorrectable).toBe(false);
      expect((await correct("other@example.com")).status).toBe(403);
      expect((await page()).guest.email).toBe(GUEST.email);
    }));

  test("gets the link, at most once an hour, if the entered address is already correct", () =>
    withMail(100, async (server, mailbox) => {
      const booked = await bookStay(server);
      const { id } = booked.json;
      const again = () =>
        server.send("PUT", `/api/bookings/${id}/email`, { email: GUEST.email }, { cookie: cookieOf(booked) });
      const links = () => withSubject(mailbox, "Here is the link to your booking");
      for (const hour of [1, 2]) {
        expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
        await expect.poll(() => links().length).toBe(hour);
        server.clock.advance(3_600_000);
      }
      const [email] = links();
      expect([email?.to[0], email?.mail.text]).toEqual([
        GUEST.email,
        expect.stringContaining(`https://cottage.example${await ownLinkOf(server, id)}`),
      ]);
    }));

  test("gets the link that completes the booking when the host corrects the address", () =>
    withMail(100, async (server, mailbox) => {
      const host = { cookie: await server.signIn() };
      const settings = (await server.send("GET", "/api/admin/settings", undefined, host)).json;
      const mode = { bookingMode: "verified", version: settings.version };
      expect((await server.send("PUT", "/api/admin/settings", mode, host)).status).toBe(200);
      const booked = await bookStay(server, {}, { ...GUEST, email: TYPO });
      const path = `/api/admin/bookings/${booked.json.id}`;
      const read = async () => (await server.send("GET", path, undefined, host)).json;
      const { version, status } = await read();
      expect(status).toBe("pending");
      await expect.poll(() => mailbox.emails.map(({ to }) => to[0])).toContain(TYPO);
      const corrected = await server.send("PUT", `${path}/guest`, { version, ...GUEST }, host);
      expect(corrected.status, corrected.text).toBe(200);
      await expect.poll(() => mailbox.emails.filter(({ to }) => to[0] === GUEST.email).length).toBe(1);
      const [email] = mailbox.emails.filter(({ to }) => to[0] === GUEST.email);
      const link = /https:\/\/cottage\.example(\/booking\/\S+)/.exec(email?.mail.text ?? "")?.[1] ?? "";
      expect((await followLink(server, link)).status).toBe(303);
      expect((await read()).status).toBe("upcoming");
    }));

  test("is told by when to open the link that completes the booking: in the first email, at a corrected address and when it is sent again", () =>
    withMail(100, async (server, mailbox) => {
      server.clock.set("2026-11-21T05:30:00Z");
      const host = { cookie: await server.signIn() };
      const settings = (await server.send("GET", "/api/admin/settings", undefined, host)).json;
      const mode = { bookingMode: "verified", version: settings.version };
      expect((await server.send("PUT", "/api/admin/settings", mode, host)).status).toBe(200);
      const texts = (address: string, count: number) =>
        expect
          .poll(() => mailbox.emails.filter(({ to }) => to[0] === address).map(({ mail }) => mail.text?.trim()))
          .toEqual(Array.from({ length: count }, () => expect.stringContaining(UNTIL)));
      const UNTIL = "Open this link by Nov 21, 2026, 12:00 PM Colombo time to complete your booking.";

      const booked = await bookStay(server, {}, { ...GUEST, email: TYPO });
      const own = { cookie: cookieOf(booked) };
      const path = `/api/bookings/${booked.json.id}`;
      await texts(TYPO, 1);
      server.clock.set("2026-11-21T06:25:00Z");
      expect((await server.send("PUT", `${path}/email`, { email: GUEST.email }, own)).status).toBe(200);
      await texts(GUEST.email, 1);
      expect((await server.send("POST", `${path}/link`, {}, own)).status).toBe(200);
      await texts(GUEST.email, 2);

      // A booking for tonight is held only until midnight.
      server.clock.set("2026-11-21T18:10:00Z");
      const tonight = { checkInDate: "2026-11-21", checkOutDate: "2026-11-22" };
      const late = await bookStay(server, tonight, { ...GUEST, email: "late@example.com" });
      expect(late.json.status).toBe("pending");
      const midnight = /Open this link by Nov 22, 2026, 12:00 AM Colombo time/;
      await expect
        .poll(() => mailbox.emails.find(({ to }) => to[0] === "late@example.com")?.mail.text)
        .toMatch(midnight);
    }));

  test("can correct the address at most three times, so that nobody can use corrections to send many emails to strangers", () =>
    withMail(100, async (server) => {
      const booked = await bookStay(server);
      const statuses = [];
      for (let n = 1; n <= 4; n++) {
        const body = { email: `guest${n}@example.com` };
        const path = `/api/bookings/${booked.json.id}/email`;
        statuses.push((await server.send("PUT", path, body, { cookie: cookieOf(booked) })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 403]);
    }));
});

const UNLIMITED = { calls: 1_000_000, seconds: 1 };
const LIMITLESS = { guests: UNLIMITED, bookings: UNLIMITED, confirmation: UNLIMITED, openLink: UNLIMITED };
