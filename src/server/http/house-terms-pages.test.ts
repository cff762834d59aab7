import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { goThroughSamples, GUEST } from "../testing/given.ts";
import { engines } from "../testing/engines.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";
import { WHATSAPP_ACCOUNT } from "../testing/test-config.ts";
import { loadBuiltSite } from "./built-site.ts";

const site = await loadBuiltSite(resolve("dist"));
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** A host with a different currency, number of guests and cancellation policy. */
describe.each(engines)("guest pages with a host's own terms on %s", (engine) => {
  let server: TestApp;
  let host: string;
  beforeAll(async () => {
    server = await startTestApp(engine, { site });
    await server.app.start();
    host = await server.signIn();
    await goThroughSamples(server, host);
  });
  afterAll(() => server.close());

  const terms = async (part: Partial<PriceDocument>) => {
    const admin = { cookie: host };
    const { version } = (await server.send("GET", "/api/admin/prices", undefined, admin)).json;
    const body = { prices: { ...DEFAULT_PRICES, ...part }, version, confirmed: true };
    expect((await server.send("PUT", "/api/admin/prices", body, admin)).status).toBe(200);
  };
  const bookWithoutScript = (stay: Record<string, string>) =>
    server.send(
      "POST",
      "/book",
      new URLSearchParams({ ...GUEST, guestCount: "2", formKey: crypto.randomUUID(), ...stay }).toString(),
      FORM,
    );
  /** Returns the page as a guest reads it, without React's separators between text nodes. */
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const page = await server.send("GET", path, undefined, headers);
    expect([path, page.status]).toEqual([path, 200]);
    return page.text.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
  };
  const missing = (text: string, ...expected: string[]) => expected.filter((one) => !text.includes(one));
  const DOLLARS = /(?:>|^|[\s(])\$\d/;

  test.each([
    {
      currency: "JPY",
      from: "2027-01-05",
      to: "2027-01-08",
      total: "45000",

      night: "¥15,000",
      all: "¥45,000",
    },
    {
      currency: "EUR",
      from: "2027-02-05",
      to: "2027-02-08",
      total: "450.00",

      night: "€150",
      all: "€450",
    },
  ])("in $currency the form works without JavaScript, and the pages mention no dollars", async (given) => {
    const { currency, from, to, total, night, all } = given;
    await terms({ currency });
    const form = await read(`/book?checkIn=${from}&checkOut=${to}`);
    expect(missing(form, `name="expectedTotal" value="${total}"`, `${all} total`)).toEqual([]);
    expect(form).not.toMatch(DOLLARS);

    const stay = { checkInDate: from, checkOutDate: to };
    const refused = await bookWithoutScript({ ...stay, expectedTotal: total.replace("45", "30") });
    expect([refused.status, missing(refused.text, `${all} total`)]).toEqual([409, []]);
    const booked = await bookWithoutScript({ ...stay, expectedTotal: total });
    expect(booked.status).toBe(303);

    const address = booked.headers.get("location") ?? "";
    const cookie = cookieOf(booked);
    const sheet = await read(address, { cookie });
    expect(missing(sheet, `3 nights × ${night}`, all)).toEqual([]);
    expect(sheet).not.toMatch(DOLLARS);
    const change = await read(`${address}?in=${from}&out=${to.replace("08", "09")}&guests=2`, { cookie });
    expect(missing(change, `instead of ${all}`, `${night} more than before.`)).toEqual([]);
    expect(change).not.toMatch(DOLLARS);

    const landing = await read("/");
    expect(missing(landing, `"priceCurrency":"${currency}"`)).toEqual([]);
    expect(landing).not.toMatch(DOLLARS);
  });

  test("with seasonal prices the site shows the lowest price, and the structured data the range", async () => {
    const season = { weekendPriceCents: null, minimumNights: null, changeoverDays: null };
    await terms({});
    const flat = await read("/");
    expect(missing(flat, "$150 per night", '"minPrice":"150","maxPrice":"150"')).toEqual([]);
    expect(flat).not.toContain("From $");
    await terms({
      seasons: [
        { ...season, name: "Low", from: "05-01", to: "06-30", priceCents: 12_000 },
        { ...season, name: "High", from: "07-01", to: "08-31", priceCents: 24_000 },
      ],
    });
    const offer = ['"priceRange":"$120 - $240"', '"minPrice":"120","maxPrice":"240"', "From $120 per night"];
    expect(missing(await read("/"), ...offer)).toEqual([]);
    // No night has the base price.
    await terms({
      seasons: [
        { ...season, name: "Low", from: "01-01", to: "06-30", priceCents: 20_000 },
        { ...season, name: "High", from: "07-01", to: "12-31", priceCents: 30_000 },
      ],
    });
    const seasonal = await read("/");
    expect(missing(seasonal, '"priceRange":"$200 - $300"', "From $200 per night")).toEqual([]);
    await terms({ seasons: [{ ...season, name: "All year", from: "01-01", to: "12-31", priceCents: 20_000 }] });
    const same = await read("/");
    expect(missing(same, '"priceRange":"$200 per night"', ">$200 per night<")).toEqual([]);
    for (const page of [seasonal, same]) expect(page).not.toContain(">$150 per night<");
  });

  test("a stay on weekend nights shows their price, not the base price", async () => {
    await terms({ everyNight: { ...DEFAULT_PRICES.everyNight, weekendPriceCents: 18_000 } });
    const weekend = await read("/book?in=2027-04-02&out=2027-04-04");
    expect(missing(weekend, "2 nights × $180", "$360 total")).toEqual([]);
    expect(weekend).not.toContain(">$150 per night<");
    const plain = await read("/book?in=2027-04-13&out=2027-04-15");
    expect(missing(plain, "$300 total", ">$150 per night<")).toEqual([]);
  });

  test("a booking's page lists each step of the cancellation fee, and shows the cleaning fee without a number of nights", async () => {
    const cancellation = [
      { fromHoursBefore: 336, percent: 5_000 },
      { fromHoursBefore: 48, percent: 10_000 },
    ];
    await terms({ currency: "EUR", cancellation, cleaningCents: 4_000 });
    const stay = { checkInDate: "2027-04-05", checkOutDate: "2027-04-08", expectedTotal: "490.00" };
    const booked = await bookWithoutScript(stay);
    const sheet = await read(booked.headers.get("location") ?? "", { cookie: cookieOf(booked) });
    const steps = /Cancellation is free until [^.]*\. Afterwards the fee is €245\. From [^.]* it is €490\./;
    expect(sheet).toMatch(steps);
    expect(sheet).toContain(">Cleaning<");
  });

  test("a fee for two nights is not called one night's stay, although a later night costs as much", async () => {
    const everyNight = { ...DEFAULT_PRICES.everyNight, priceCents: 10_000, weekendPriceCents: 20_000 };
    await terms({ everyNight, cancellation: [{ fromHoursBefore: 48, nights: 2 }] });
    // The nights from Wednesday to Friday: 100, 100 and 200.
    const stay = { checkInDate: "2027-04-21", checkOutDate: "2027-04-24", expectedTotal: "400.00" };
    const booked = await bookWithoutScript(stay);
    const sheet = await read(booked.headers.get("location") ?? "", { cookie: cookieOf(booked) });
    expect(sheet).toMatch(/Cancellation is free until [^.]*\. Afterwards the fee is \$200\./);
  });

  test("the fee for a late cancellation, and the unpaid part of it, are shown in the booking's currency", async () => {
    await terms({ currency: "EUR", cancellation: [{ fromHoursBefore: 8760, nights: 1 }] });
    const booked = await bookWithoutScript({
      checkInDate: "2027-03-05",
      checkOutDate: "2027-03-08",
      expectedTotal: "450.00",
    });
    const address = booked.headers.get("location") ?? "";
    const cookie = cookieOf(booked);
    expect(missing(await read(address, { cookie }), "Cancelling now costs <strong>€150</strong>")).toEqual([]);
    const body = new URLSearchParams({ intent: "cancel", expectedFee: "150.00" }).toString();
    expect((await server.send("POST", address, body, { ...FORM, cookie })).status).toBe(303);
    const cancelled = await read(address, { cookie });
    expect(missing(cancelled, "The cancellation fee is €150.")).toEqual([]);
    expect(cancelled).not.toMatch(DOLLARS);
    const toPay = (text: string) => /Total to pay<\/dt><dd[^>]*><span[^>]*>([^<]+)/.exec(text)?.[1];
    expect(toPay(cancelled)).toBe("€150");

    const [admin, booking] = [{ cookie: host }, `/api/admin/bookings/${address.split("/").at(-1)}`];
    const { version, today } = (await server.send("GET", booking, undefined, admin)).json;
    const cash = { kind: "payment", amount: "150", method: "cash", paidOn: today, version };
    expect((await server.send("POST", `${booking}/payments`, cash, admin)).status).toBe(201);
    expect(toPay(await read(address, { cookie }))).toBe("€0");
  });

  test("the site says how many guests the cottage takes and what cancelling costs", async () => {
    await terms({});
    const usual = {
      landing: "up to 6 guests. Taxes and fees included. Free cancellation until 48 hours before check-in.",
      answer: "Cancellation is free until 48 hours before check-in. After that the fee is one night's stay.",
    };
    expect(missing(await read("/"), usual.landing, '"QuantitativeValue","value":6')).toEqual([]);
    expect(missing(await read("/guest-info"), usual.answer, "for up to 6 guests.")).toEqual([]);
    await terms({
      guests: { sleeps: 9, included: 9, extraCents: 0 },
      cancellation: [{ fromHoursBefore: 336, percent: 5000 }],
    });
    const landing = await read("/");
    expect(
      missing(
        landing,
        "up to 9 guests.",
        "Free cancellation until 14 days before check-in.",
        '"QuantitativeValue","value":9',
      ),
    ).toEqual([]);
    const answer = "Cancellation is free until 14 days before check-in. After that the fee is 50% of the price.";
    expect(missing(await read("/guest-info"), answer, "for up to 9 guests.")).toEqual([]);
  });

  test("the privacy page says what happens to ratings and reviews", async () => {
    const page = await read("/privacy");
    expect(page).toContain("<strong>Your rating and your review</strong>");
    expect(page).toContain("The review is erased together with your name; the number of stars is kept.");
  });

  test("the privacy page says how long backups are kept", async () => {
    const cookie = { cookie: await server.signIn() };
    const keepFor = async (backupRetention: number) => {
      const {
        debugUntil: _until,
        missing: _missing,
        ...saved
      } = (await server.send("GET", "/api/admin/settings", undefined, cookie)).json;
      const { status } = await server.send("PUT", "/api/admin/settings", { ...saved, backupRetention }, cookie);
      expect(status).toBe(200);
    };
    await keepFor(7);
    expect(await read("/privacy")).toContain("backups when they're replaced, after 7 days.");
    await keepFor(30);
    expect(await read("/privacy")).toContain("backups when they're replaced, after 30 days.");
  });

  test("if the site has a detailed map, the privacy page says which server the map's pictures come from", async () => {
    const cookie = { cookie: await server.signIn() };
    const words = "your browser loads its pictures from tiles.example.org";
    expect(await read("/privacy")).not.toContain(words);
    const {
      debugUntil: _until,
      missing: _missing,
      ...saved
    } = (await server.send("GET", "/api/admin/settings", undefined, cookie)).json;
    const map = { mapTileUrl: "https://tiles.example.org/{z}/{x}/{y}.png", mapAttribution: "© Tiles" };
    expect((await server.send("PUT", "/api/admin/settings", { ...saved, ...map }, cookie)).status).toBe(200);
    expect(await read("/privacy")).toContain(words);
  });

  test("the privacy page says who delivers WhatsApp messages, if the site sends any", async () => {
    const meta = "Meta delivers them for us";
    expect(await read("/privacy")).not.toContain(meta);
    const other = await startTestApp(engine, {
      site,
      config: { whatsapp: { ...WHATSAPP_ACCOUNT, apiUrl: "http://127.0.0.1:9" } },
    });
    const { text } = await other.send("GET", "/privacy");
    await other.close();
    expect(text).toContain(meta);
  });
});
