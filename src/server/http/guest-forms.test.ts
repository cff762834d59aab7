import { resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { engines } from "../testing/engines.ts";
import { bookStay, goThroughSamples, GUEST } from "../testing/given.ts";
import { followLink, ownLinkOf } from "../testing/own-link.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";
import { loadBuiltSite } from "./built-site.ts";

const site = await loadBuiltSite(resolve("dist"));
const DAY = 86_400_000;

/** Forms and text on guests' pages, most of them the pages of a booking. */
describe.each(engines)("guests' pages on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let host: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, { site, config: { stripe: bank.account, localMailbox: true } });
    await server.app.start();
    host = await server.signIn();
    await goThroughSamples(server, host);
  });
  beforeEach(async () => {
    await prices("USD");
    await settings({ paymentMode: "off" });
  });
  afterAll(async () => {
    await server.close();
    await bank.close();
  });

  const admin = async (method: string, path: string, body?: unknown) => {
    const response = await server.send(method, `/api/admin${path}`, body, { cookie: host });
    expect([path, response.status < 300, response.text]).toEqual([path, true, response.text]);
    return response.json;
  };
  const settings = async (change: object) => {
    const { version } = await admin("GET", "/settings");
    await admin("PUT", "/settings", { ...change, version });
  };
  const prices = async (currency: string, rules: object = {}) => {
    const { version } = await admin("GET", "/prices");
    await admin("PUT", "/prices", { prices: { ...DEFAULT_PRICES, currency, ...rules }, version, confirmed: true });
  };
  let used = 0;
  /** Two nights, from `days` days after today. */
  const nights = (days: number) => {
    const at = (n: number) => new Date(server.clock().getTime() + (days + n) * DAY).toISOString().slice(0, 10);
    return { checkInDate: at(0), checkOutDate: at(2) };
  };
  /** Two nights that no other test uses, at least 30 days after today. */
  const nextNights = () => nights(30 + 3 * used++);
  const post = (path: string, fields: Record<string, string>, cookie: string) =>
    server.send("POST", path, new URLSearchParams(fields).toString(), {
      "content-type": "application/x-www-form-urlencoded",
      cookie,
    });
  const read = async (path: string, cookie: string) => {
    const page = await server.send("GET", path, undefined, { cookie });
    expect([path, page.status]).toEqual([path, 200]);
    // Without the data for the page's script, which contains more than the page shows.
    return (page.text.split("<main")[1]?.split("</main>")[0] ?? "")
      .replaceAll("<!-- -->", "")
      .replaceAll("&#x27;", "'");
  };
  /** The hidden fields of the form with the given intent, as a browser sends them. */
  function fieldsOf(page: string, intent: string): Record<string, string> {
    const form = page.split("<form").find((one) => one.includes(`value="${intent}"`)) ?? "";
    const inputs = form.split("</form>")[0]?.matchAll(/name="(\w+)" value="([^"]*)"/g) ?? [];
    return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value]));
  }

  test.each(["USD", "JPY", "KWD"])("a guest who decides not to pay releases the nights, in %s", async (currency) => {
    await prices(currency);
    await settings({ paymentMode: "required", firstPart: "all" });
    const stay = nextNights();
    const booked = await bookStay(server, stay);
    const cookie = cookieOf(booked);
    const pay = `/booking/pay/${booked.json.id}`;
    expect((await post(pay, {}, cookie)).status).toBe(303);
    const form = fieldsOf(await read(`${pay}?back=cancelled`, cookie), "give-back");
    const released = await post(pay, form, cookie);
    expect([released.status, released.headers.get("location")]).toEqual([
      303,
      `/booking/confirmation/${booked.json.id}`,
    ]);
    expect((await admin("GET", `/bookings/${booked.json.id}`)).status).toBe("cancelled");
  });

  test.each(["2000-01-01", "2199-12-31"])(
    "%s, at the edge of the calendar, is refused like any other date that cannot be booked",
    async (day) => {
      await prices("USD", { preparationNights: 1, smallestGap: 1 });
      const stay = nextNights();
      const booked = await bookStay(server, stay);
      const cookie = cookieOf(booked);
      for (const path of [
        `/book?in=${day}`,
        `/direct-booking?in=${day}`,
        `/booking/confirmation/${booked.json.id}?pick=${day}`,
      ])
        expect([path, (await read(path, cookie)).includes("</form>")]).toEqual([path, true]);
      const typed = { ...GUEST, ...stay, guestCount: "2", formKey: crypto.randomUUID() };
      const changes: Record<string, string>[] = [
        { checkInDate: day, checkOutDate: "" },
        { checkInDate: day, intent: "price" },
        { checkInDate: "", checkOutDate: day },
        { checkOutDate: day, intent: "price" },
      ];
      for (const change of changes) {
        const { status, text } = await post("/book", { ...typed, ...change }, "");
        expect([change, status, text.includes("</form>")]).toEqual([change, "intent" in change ? 200 : 400, true]);
      }
      const moved = { ...stay, [day < stay.checkInDate ? "checkInDate" : "checkOutDate"]: day, guestCount: 2 };
      const own = `/api/bookings/${booked.json.id}`;
      const query = new URLSearchParams({ ...moved, guestCount: "2" });
      expect((await server.send("GET", `${own}/stay-quote?${query}`, undefined, { cookie })).status).toBe(400);
      const changed = await server.send("PUT", `${own}/stay`, { ...moved, expectedTotal: "1.00" }, { cookie });
      expect(changed.status).toBe(400);
    },
  );

  test("a message is sent even if the hidden form key is empty, short or contains odd characters", async () => {
    const booked = await bookStay(server, nextNights());
    const page = `/booking/confirmation/${booked.json.id}`;
    const cookie = cookieOf(booked);
    for (const formKey of ["", "short", "ключ-ключ-ключ", "😀", "a\r\nb: c", "\u0000"]) {
      const sent = await post(page, { intent: "message", text: "Is there a cot?", formKey }, cookie);
      expect([formKey, sent.status]).toEqual([formKey, 303]);
    }
  });

  test("the pages of a booking promise free cancellation only until its deadline", async () => {
    await settings({ paymentMode: "required", firstPart: "all" });
    for (const [stay, text] of [
      [
        { ...nights(1), checkOutDate: nights(2).checkInDate },
        /If you cancel, you pay (for at most one night|at most \$150)\./,
      ],
      [nextNights(), /Cancellation is free until [^.]*\. Afterwards the fee is (one night's stay|\$150)\./],
    ] as const) {
      const booked = await bookStay(server, stay);
      const cookie = cookieOf(booked);
      for (const page of ["pay", "confirmation"])
        expect(await read(`/booking/${page}/${booked.json.id}`, cookie)).toMatch(text);
      const { freeCancellationUntil, freeCancellationOver } = await admin("GET", `/bookings/${booked.json.id}`);
      expect(freeCancellationOver).toBe(server.clock() > new Date(freeCancellationUntil));
    }
  });

  /** A stay whose guest has cancelled late, for a fee of one night. `pay` runs before the cancellation. */
  const cancelledLate = async (pay: (id: string, cookie: string) => Promise<unknown>) => {
    await settings({ paymentMode: "offered", firstPart: "all" });
    const { version } = await admin("GET", "/prices");
    const cancellation = [{ fromHoursBefore: 8760, nights: 1 }];
    await admin("PUT", "/prices", { prices: { ...DEFAULT_PRICES, cancellation }, version, confirmed: true });
    const booked = await bookStay(server, nextNights());
    const [id, cookie] = [booked.json.id, cookieOf(booked)];
    await pay(id, cookie);
    const page = `/booking/confirmation/${id}`;
    expect((await post(page, fieldsOf(await read(page, cookie), "cancel"), cookie)).status).toBe(303);
    await server.app.runJobs(/refund/);
    /** The fee, the total to pay, and the amounts paid and refunded, as shown on the booking's page. */
    const amounts = async () => {
      const text = await read(page, cookie);
      const shown = (name: string) => new RegExp(`>${name}</dt><dd[^>]*>(?:<span[^>]*>)?([^<]+)`).exec(text)?.[1];
      return ["Cancellation fee", "Total to pay", "Paid", "Refunded"].map(shown).filter((one) => one !== undefined);
    };
    return { id, page, cookie, amounts, payPage: (back = "") => read(`/booking/pay/${id}${back}`, cookie) };
  };
  const NOTHING_DUE = "Nothing more is due.";
  const NOTHING_TO_DO = "There's nothing more to do.";

  test("the pages of a cancelled stay agree that a fee retained from the payment is paid", async () => {
    const { page, cookie, amounts, payPage } = await cancelledLate(async (id, cookie) => {
      const link = await server.send("POST", `/api/bookings/${id}/pay`, {}, { cookie });
      bank.pay(bank.sessionOf(link.json.url));
      await server.send("GET", `/api/bookings/${id}/payment?back=paid`, undefined, { cookie });
    });
    expect(await amounts()).toEqual(["$150", "$0", "$300", "$150"]);
    expect(await payPage()).toContain(NOTHING_DUE);
    expect(await read(page, cookie)).toContain(NOTHING_TO_DO);
    // Viewers who have only the URL do not see the fee, so the page does not say whether it is paid.
    expect(await read(page, "")).not.toContain(NOTHING_TO_DO);
  });

  test("the pages of a cancelled stay agree on how much of an unpaid fee is still due", async () => {
    const { id, page, cookie, amounts, payPage } = await cancelledLate(async () => {});
    expect(await amounts()).toEqual(["$150", "$150"]);
    expect(await read(page, cookie)).toContain("Would you like to stay another time?");
    expect(await read(page, cookie)).not.toContain(NOTHING_TO_DO);
    expect(await payPage()).toContain("The cancellation fee still due is $150.");
    const pay = async (amount: string) => {
      const { version, today } = await admin("GET", `/bookings/${id}`);
      const payment = { kind: "payment", amount, method: "bank-transfer", paidOn: today, version };
      await admin("POST", `/bookings/${id}/payments`, payment);
    };
    await pay("100");
    expect(await amounts()).toEqual(["$150", "$50", "$100"]);
    const text = await payPage();
    expect([text.includes("The cancellation fee still due is $50."), text.includes(NOTHING_DUE)]).toEqual([
      true,
      false,
    ]);
    await pay("50");
    expect(await amounts()).toEqual(["$150", "$0", "$150"]);
    expect(await payPage()).toContain(NOTHING_DUE);
  });

  test("a payment link for a cancelled stay leads to a page that says nothing about paying for the stay or cancelling it", async () => {
    const { id, cookie, payPage } = await cancelledLate(async () => {});
    await admin("POST", `/bookings/${id}/payment-links`, { amountCents: 15_000, about: "Fee for one night" });
    for (const [back, headline] of [
      ["", "Pay $150"],
      ["?back=cancelled", "Nothing was charged"],
    ]) {
      const text = await payPage(back);
      expect(/<h1[^>]*>([^<]*)/.exec(text)?.[1]).toBe(headline);
      expect(text).toContain("The cancellation fee still due is $150.");
      expect(text).toContain("Fee for one night");
      expect(text).not.toMatch(/[Ii]f you cancel|for your stay|stays as it is/);
    }
    await post(`/booking/pay/${id}`, {}, cookie);
    const checking = await payPage("?back=paid&looked=24");
    expect(checking).toContain("This is taking longer than usual.");
    expect(checking).not.toMatch(/hold/);
  });

  test("the booking form says whether the full price is due when booking, and that is what the guest is asked to pay", async () => {
    const [soon, later] = [nextNights(), nextNights()];
    const { today } = (await server.send("GET", "/api/site")).json;
    const away = (Date.parse(soon.checkInDate) - Date.parse(today)) / DAY;
    await settings({ paymentMode: "required", firstPart: "percent", firstPercent: 30, balanceDays: away });
    const noteFor = async ({ checkInDate, checkOutDate }: typeof soon) => {
      const page = await read(`/book?in=${checkInDate}&out=${checkOutDate}&guests=2`, "");
      return page.match(/You pay [^<]+/g);
    };
    // Beside the price, and above the button.
    const inFull = "You pay the full price when you book.";
    expect(await noteFor(soon)).toEqual([inFull, inFull]);
    const inParts = `You pay 30% when you book and the rest ${away} days before arrival.`;
    expect(await noteFor(later)).toEqual([inParts, inParts]);
    const due = async (stay: typeof soon) => {
      const booked = await bookStay(server, stay);
      const path = `/api/bookings/${booked.json.id}/payment`;
      const { amountCents, laterCents } = (await server.send("GET", path, undefined, { cookie: cookieOf(booked) }))
        .json;
      return [amountCents, laterCents];
    };
    expect([await due(soon), await due(later)]).toEqual([
      [30_000, 0],
      [9_000, 21_000],
    ]);
  });

  test("if bookings have to be accepted by the host, the booking form says so, and mixes no languages", async () => {
    const { offer, wordsIn } = await admin("GET", "/content/property");
    const payNote = "You pay in cash.";
    const inFrench = { fr: { text: "Vous payez en espèces.", of: payNote } };
    await admin("PUT", "/content/property", {
      offer: { ...offer, payNote },
      wordsIn: { ...wordsIn, "offer.payNote": inFrench },
    });
    await settings({ bookingMode: "request", requestHours: 48 });
    const { checkInDate, checkOutDate } = nextNights();
    const noteIn = async (language: string) => {
      const page = await read(`${language}/book?in=${checkInDate}&out=${checkOutDate}`, "");
      return page.match(/<p>[^<]* 48 [^<]*<\/p>/g);
    };
    expect(await noteIn("")).toEqual([
      `<p>You send us a request first, without paying, and we answer within 48 hours. ${payNote}</p>`,
    ]);
    expect(await noteIn("/fr")).toEqual([
      "<p>Vous nous envoyez d’abord une demande, sans payer, et nous répondons sous 48 heures. Vous payez en espèces.</p>",
    ]);
    expect(await noteIn("/de")).toEqual([
      "<p>Sie senden uns zuerst eine Anfrage, ohne zu bezahlen. Wir beantworten sie innerhalb von 48 Stunden.</p>",
    ]);
    await settings({ bookingMode: "instant", requestHours: 24 });
    expect(await noteIn("")).toBeNull();
    await admin("PUT", "/content/property", { offer, wordsIn });
  });

  test("the terms mention the emailed link only if it is needed: guests who pay when they book need not open it", async () => {
    const booked = async (change: object) => {
      await settings(change);
      const page = await read("/terms", "");
      return [page.includes("as soon as you have paid the price"), page.includes("we email you a link")];
    };
    expect(await booked({ bookingMode: "verified" })).toEqual([false, true]);
    expect(await booked({ paymentMode: "required", firstPart: "all" })).toEqual([true, false]);
    await settings({ bookingMode: "instant" });
  });

  test("the host's note about payment is on the terms page and on the pages of bookings that are not paid online", async () => {
    const { offer, wordsIn } = await admin("GET", "/content/property");
    const payNote = "Half by bank transfer within a week.";
    const inFrench = { fr: { text: "La moitié par virement.", of: payNote } };
    await admin("PUT", "/content/property", {
      offer: { ...offer, payNote },
      wordsIn: { ...wordsIn, "offer.payNote": inFrench },
    });
    const standard = "You pay us when you arrive";
    const online = (await bookStay(server, nextNights())).json;
    await settings({ paymentMode: "required", firstPart: "all" });
    expect(await read("/terms", "")).not.toContain(payNote);
    const withPlan = (await bookStay(server, nextNights())).json;
    const byTelephone = await admin("POST", "/bookings", {
      ...GUEST,
      ...nextNights(),
      guestCount: 2,
      status: "confirmed",
    });
    const free = await admin("POST", "/bookings", {
      ...GUEST,
      ...nextNights(),
      guestCount: 2,
      status: "confirmed",
      agreedTotal: "0",
    });
    for (const [{ id }, isShown] of [
      [online, true],
      [withPlan, false],
      [byTelephone, true],
      [free, false],
    ])
      expect([id, (await read(`/booking/confirmation/${id}`, "")).includes(payNote)]).toEqual([id, isShown]);
    const german = await read(`/de/booking/confirmation/${online.id}`, "");
    expect(german).toContain(`<p lang="en">${payNote}</p>`);
    expect(await read(`/fr/booking/confirmation/${online.id}`, "")).toContain("<p>La moitié par virement.</p>");

    await settings({ paymentMode: "off" });
    const terms = await read("/terms", "");
    expect([terms.includes(payNote), terms.includes(standard)]).toEqual([true, false]);
    expect(await read("/de/terms", "")).toContain(`<p lang="en">${payNote}</p>`);
    expect(await read("/fr/terms", "")).toContain("<p>La moitié par virement.</p>");
    await admin("PUT", "/content/property", { offer, wordsIn });
    expect(await read("/terms", "")).toContain(standard);
  });

  test("a guest who accepts an offer in German gets the payment page in German", async () => {
    await settings({ paymentMode: "required", firstPart: "all" });
    const entered = { ...GUEST, ...nextNights(), guestCount: 2, status: "pending", language: "de" };
    const { id } = await admin("POST", "/bookings", entered);
    const { version } = await admin("GET", `/bookings/${id}`);
    await admin("POST", `/bookings/${id}/offer`, { version, hours: 48 });
    const cookie = cookieOf(await followLink(server, await ownLinkOf(server, id)));
    const page = `/de/booking/confirmation/${id}`;
    const accepted = await post(page, fieldsOf(await read(page, cookie), "accept"), cookie);
    expect([accepted.status, accepted.headers.get("location")]).toEqual([303, `/de/booking/pay/${id}`]);
  });

  /** The error summary, which must come before the page's heading. */
  function problemOf(response: TestResponse): string {
    const [before = ""] = (response.text.split("<main")[1] ?? "").split("<h1");
    return before.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
  }

  test("the reason why a form was refused is shown above the page's heading, even if the form's section is no longer shown", async () => {
    // The host changes the price of an offer while the guest reads it.
    const entered = { ...GUEST, ...nextNights(), guestCount: 2, status: "pending" };
    const { id } = await admin("POST", "/bookings", entered);
    const offer = { version: (await admin("GET", `/bookings/${id}`)).version, hours: 48 };
    const { version } = await admin("POST", `/bookings/${id}/offer`, offer);
    const page = `/booking/confirmation/${id}`;
    const cookie = cookieOf(await followLink(server, await ownLinkOf(server, id)));
    const form = fieldsOf(await read(page, cookie), "accept");
    await admin("POST", `/bookings/${id}/adjustments`, { version, kind: "extra", amount: "50", label: "Pick-up" });
    const accepted = await post(page, form, cookie);
    expect([accepted.status, problemOf(accepted)]).toEqual([409, expect.stringContaining("This offer has changed")]);

    // The browser loses access to another stay.
    const booked = await bookStay(server, nextNights());
    const own = `/booking/confirmation/${booked.json.id}`;
    const cancelled = await post(own, fieldsOf(await read(own, cookieOf(booked)), "cancel"), "");
    const openLink = expect.stringContaining("Please open the link to your booking");
    expect([cancelled.status, problemOf(cancelled)]).toEqual([403, openLink]);
    for (const picture of [0, 9000, 90_000]) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ intent: "message", text: "We arrive <late>,\nat ten" }))
        body.append(name, value);
      body.append("pictures", new Blob([new Uint8Array(picture)]), picture ? "tap.jpg" : "");
      const written = await fetch(server.url + own, { method: "POST", body });
      const problem = problemOf({ ...cancelled, text: await written.text() });
      expect([written.status, problem]).toEqual([403, openLink]);
      expect(problem).toMatch(/We arrive &lt;late&gt;,\s+at ten/);
    }
  });

  test("a guest who still has to pay is not told to save an email that we have not sent; after a refund, the page shows it", async () => {
    await settings({ paymentMode: "required", firstPart: "all" });
    const booked = await bookStay(server, nextNights());
    const [page, cookie] = [`/booking/confirmation/${booked.json.id}`, cookieOf(booked)];
    const saveEmail = "Save the email we sent you";
    const waiting = await read(page, cookie);
    expect(waiting).toContain("<h1");
    expect(waiting).not.toContain(saveEmail);

    const payPage = `/booking/pay/${booked.json.id}`;
    const payUntil = "You can pay until";
    expect(await read(payPage, cookie)).not.toContain(payUntil);
    const link = await server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, { cookie });
    // The bank's page expires before the hold does.
    for (const back of ["", "?back=cancelled"]) expect(await read(payPage + back, cookie)).toContain(payUntil);
    bank.pay(bank.sessionOf(link.json.url));
    await server.send("GET", `/api/bookings/${booked.json.id}/payment?back=paid`, undefined, { cookie });
    const paid = await read(page, cookie);
    expect(paid).toContain(saveEmail);
    expect(paid).not.toContain("Refunded");
    expect((await post(page, fieldsOf(paid, "cancel"), cookie)).status).toBe(303);
    await server.app.runJobs(/refund/);
    const facts = [...(await read(page, cookie)).matchAll(/<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)</g)];
    expect(facts.map(([, name, value]) => [name, value]).slice(0, 2)).toEqual([
      ["Paid", "$300"],
      ["Refunded", "$300"],
    ]);
  });

  test("a guest whose booking has no email address is not told about emails, and can find everything on the booking page", async () => {
    await settings({ paymentMode: "required", firstPart: "all" });
    /** The pages of a guest to whom the host has made an offer, and whose email address the host may then remove. */
    const pagesFor = async (email: string) => {
      const entered = { ...GUEST, ...nextNights(), guestCount: 2, status: "pending" };
      const { id } = await admin("POST", "/bookings", entered);
      const { version } = await admin("GET", `/bookings/${id}`);
      const offer = await admin("POST", `/bookings/${id}/offer`, { version, hours: 48 });
      await admin("PUT", `/bookings/${id}/guest`, { ...GUEST, email, version: offer.version });
      const cookie = cookieOf(await followLink(server, await ownLinkOf(server, id)));
      const page = `/booking/confirmation/${id}`;
      const pay = (search: string) => read(`/booking/pay/${id}${search}`, cookie);
      const [offered, waits] = [await read(page, cookie), await pay("")];
      expect((await post(page, fieldsOf(offered, "accept"), cookie)).status).toBe(303);
      expect((await post(`/booking/pay/${id}`, {}, cookie)).status).toBe(303);
      return { offered, waits, checking: await pay("?back=paid"), longer: await pay("?back=paid&looked=24") };
    };
    const { offered, waits, checking, longer } = await pagesFor(GUEST.email);
    expect(offered).toContain("Save the email we sent you");
    expect(offered).toContain("and we'll email it to you.");
    expect(waits).toContain("We'll email you as soon as you can pay");
    expect(checking).toContain("You can close this page; we'll email you.");
    expect(longer).toContain("email you as soon as we know");

    const { offered: own, ...paying } = await pagesFor("");
    expect(own).toContain("Save or print this page");
    expect(own).not.toMatch(/Save the email|we'll email|email we sent|Send me the link/i);
    for (const page of Object.values(paying)) {
      expect(page).toMatch(/your booking page will show (the result|when you can pay)/i);
      expect(page).not.toMatch(/email/i);
    }
  });

  test("a guest who has checked in is no longer asked when they will arrive", async () => {
    const today = { checkInDate: nights(0).checkInDate, checkOutDate: nights(1).checkInDate };
    const { id } = await admin("POST", "/bookings", { ...GUEST, ...today, guestCount: 2, status: "upcoming" });
    const cookie = cookieOf(await followLink(server, await ownLinkOf(server, id)));
    const page = `/booking/confirmation/${id}`;
    const question = "when you expect to arrive";
    expect(await read(page, cookie)).toContain(question);
    const { version } = await admin("GET", `/bookings/${id}`);
    await admin("POST", `/bookings/${id}/status`, { status: "checked-in", version });
    const arrived = await read(page, cookie);
    expect(arrived).toContain("Next steps");
    expect(arrived).not.toContain(question);
  });

  test("a guest who goes back and writes another message is asked to send it again, and can", async () => {
    const booked = await bookStay(server, nextNights());
    const [page, cookie] = [`/booking/confirmation/${booked.json.id}`, cookieOf(booked)];
    const form = fieldsOf(await read(page, cookie), "message");
    expect((await post(page, { ...form, text: "Is there parking?" }, cookie)).status).toBe(303);
    const back = await post(page, { ...form, text: "And a cot?" }, cookie);
    expect([back.status, problemOf(back)]).toEqual([
      409,
      expect.stringContaining("Something else was already sent from this page. Please send this again."),
    ]);
    expect(back.text).toContain("And a cot?</textarea>");
    const again = { ...fieldsOf(back.text, "message"), text: "And a cot?" };
    expect((await post(page, again, cookie)).status).toBe(303);
  });

  test("a refused change keeps the chosen dates, with their new price or the nearest free dates", async () => {
    const stay = nextNights();
    const other = nextNights();
    const booked = await bookStay(server, stay);
    const [page, cookie] = [`/booking/confirmation/${booked.json.id}`, cookieOf(booked)];
    const datesIn = ({ text }: TestResponse) =>
      [...text.matchAll(/<input[^>]*type="date"[^>]*>/g)].map(([input]) => /value="([^"]*)"/.exec(input)?.[1]);
    const url = `${page}?in=${other.checkInDate}&out=${other.checkOutDate}&guests=3`;
    const form = fieldsOf(await read(url, cookie), "change");
    expect(form).toMatchObject({ ...other, guestCount: "3", expectedTotal: "300.00" });
    const outdated = await post(page, { ...form, expectedTotal: "250.00" }, cookie);
    expect([outdated.status, problemOf(outdated)]).toEqual([
      409,
      expect.stringContaining("The stay now costs $300.00."),
    ]);
    expect(datesIn(outdated)).toEqual([other.checkInDate, other.checkOutDate]);
    expect(fieldsOf(outdated.text, "change")).toEqual(form);

    expect((await bookStay(server, other)).status).toBe(201);
    const taken = await post(page, form, cookie);
    expect(taken.status).toBe(409);
    expect(datesIn(taken)).toEqual([other.checkInDate, other.checkOutDate]);
    expect(taken.text).toMatch(new RegExp(`href="${page}\\?in=[\\d-]+&amp;out=[\\d-]+&amp;guests=3"`));
  });

  test("keeping the booked dates on an old page does not move back a stay that the host has moved since", async () => {
    const [stay, requested, moved] = [nextNights(), nextNights(), nextNights()];
    const booked = await bookStay(server, stay);
    const [page, cookie] = [`/booking/confirmation/${booked.json.id}`, cookieOf(booked)];
    await settings({ bookingMode: "request" });
    const change = { ...requested, guestCount: 2, expectedTotal: "300.00" };
    const sent = await server.send("PUT", `/api/bookings/${booked.json.id}/stay`, change, { cookie });
    expect(sent.json.requested, sent.text).toBe(true);
    await settings({ bookingMode: "instant" });
    const keep = fieldsOf(await read(page, cookie), "change");
    expect(keep).toMatchObject({ ...stay, booked: "yes" });
    const ofBooking = `/bookings/${booked.json.id}`;
    const { version } = await admin("GET", ofBooking);
    const declined = await admin("POST", `${ofBooking}/change-request`, { version, accept: false });
    const move = { ...moved, guestCount: 2, price: "keep", expectedTotal: "300.00", version: declined.version };
    await admin("PUT", `${ofBooking}/stay`, move);
    const kept = await post(page, keep, cookie);
    expect([kept.status, problemOf(kept)]).toEqual([
      409,
      expect.stringContaining("Your booking has changed since you opened this page. Please check it, then try again."),
    ]);
    expect(await admin("GET", ofBooking)).toMatchObject({ ...moved, changeRequest: null });
  });

  test("with the price of changed dates, the page says until when cancelling is free, or what it costs if that time has passed", async () => {
    const stay = nextNights();
    const booked = await bookStay(server, stay);
    const cookie = cookieOf(booked);
    const offered = async ({ checkInDate, checkOutDate }: typeof stay) =>
      read(`/booking/confirmation/${booked.json.id}?in=${checkInDate}&out=${checkOutDate}&guests=2`, cookie);
    expect(await offered(nextNights())).toContain("You can cancel the changed stay free of charge until");
    // No other test books tonight.
    const soon = await offered({ ...nights(0), checkOutDate: nights(1).checkInDate });
    expect(soon).toContain("If you cancel, you pay for at most one night.");
    expect(soon).not.toContain("free of charge until");
  });

  test("directions and check-in instructions are in the page's language, or marked as English, until the host deletes them", async () => {
    const { gettingHere, checkInInstructions, versions } = await admin("GET", "/content/property");
    await admin("PUT", "/content/property", {
      directionsIn: { de: { text: "Biegen Sie am Uhrturm links ab.", of: gettingHere.directions } },
      checkInInstructionsIn: { de: { text: "Der Schlüssel liegt im Kasten.", of: checkInInstructions } },
      seen: { directionsIn: versions.directionsIn, checkInInstructionsIn: versions.checkInInstructionsIn },
    });
    const { id } = (await bookStay(server, nights(2))).json;
    const cookie = cookieOf(await followLink(server, await ownLinkOf(server, id)));
    // Without the messages: the welcome email, which is in English, may have been sent by now.
    const [german] = (await read(`/de/booking/confirmation/${id}`, cookie)).split('id="messages"');
    expect(german).toContain("Biegen Sie am Uhrturm links ab.");
    expect(german).toContain("Der Schlüssel liegt im Kasten.");
    expect(german).not.toContain("clock tower");
    expect(await read(`/fr/booking/confirmation/${id}`, cookie)).toMatch(/<div lang="en"[^>]*>\s*<p>[^<]*Digana/);
    expect(await read(`/booking/confirmation/${id}`, cookie)).toContain("clock tower");

    // The translations of a deleted text are not shown: they may contain a door code that is no longer valid.
    await admin("PUT", "/content/property", {
      gettingHere: { ...gettingHere, directions: "" },
      checkInInstructions: "",
    });
    const site = await server.send("GET", "/api/site", undefined, { "x-latchkey-language": "de" });
    const afterwards = await read(`/de/booking/confirmation/${id}`, cookie);
    const shown = ["Uhrturm", "Kasten"].filter((word) => `${site.text}${afterwards}`.includes(word));
    expect(shown).toEqual([]);
    await admin("PUT", "/content/property", { gettingHere, checkInInstructions });
  });
});

test.each(engines)(
  "until the host has written something about arriving, the guest's page has no headings for it, on %s",
  async (engine) => {
    const server = await startTestApp(engine, { site });
    try {
      const cookie = await server.signIn();
      await server.app.start();
      const { id } = (await bookStay(server, { checkInDate: "2026-11-22", checkOutDate: "2026-11-24" })).json;
      const guest = cookieOf(await followLink(server, await ownLinkOf(server, id)));
      const headings = async () => {
        const { text } = await server.send("GET", `/booking/confirmation/${id}`, undefined, { cookie: guest });
        return ["Arriving", "How to find us", "WiFi"].filter((heading) => text.includes(`>${heading}</h`));
      };
      // The sample directions and coordinates are those of another cottage.
      expect(await headings()).toEqual([]);
      const content = "/api/admin/content/property";
      await server.send("PUT", content, { wifiPassword: "morning-mist" }, { cookie });
      expect(await headings()).toEqual(["Arriving", "WiFi"]);
      const { gettingHere } = (await server.send("GET", content, undefined, { cookie })).json;
      await server.send("PUT", content, { gettingHere: { ...gettingHere, directions: "Turn left." } }, { cookie });
      expect(await headings()).toEqual(["Arriving", "How to find us", "WiFi"]);
    } finally {
      await server.close();
    }
  },
);
