import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST, stayBody } from "../testing/given.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("booking on %s", (engine) => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp(engine);
  });
  afterAll(() => server.close());

  /** Nights that no other test of this file uses. */
  let next: LocalDate = "2027-01-01";
  const freeStay = (nights = 3) => {
    const checkInDate = next;
    next = addDays(next, nights + 1);
    return { checkInDate, checkOutDate: addDays(checkInDate, nights) };
  };
  const registerGuest = async (headers = {}) => (await server.send("POST", "/api/guests", GUEST, headers)).json.id;

  test("a guest can arrive on the day another leaves, but not before", async () => {
    const first = await bookStay(server, { checkInDate: "2028-01-10", checkOutDate: "2028-01-13" });
    expect(first.status).toBe(201);
    const overlapping = await bookStay(server, { checkInDate: "2028-01-12", checkOutDate: "2028-01-14" });
    expect(overlapping.status).toBe(409);
    expect(overlapping.json.nights).toEqual(["2028-01-12"]);
    const touching = await bookStay(server, { checkInDate: "2028-01-13", checkOutDate: "2028-01-14" });
    expect(touching.status).toBe(201);
  });

  test("nothing is booked at a rate, in a currency or under cancellation terms other than those that were shown", async () => {
    const guestId = await registerGuest();
    const { cancellation } = (await server.send("GET", "/api/prices")).json.prices;
    const terms = JSON.stringify(cancellation);
    const stay = freeStay(3);
    const book = async (shown: object) =>
      (await server.send("POST", "/api/bookings", { ...stayBody(stay), guestId, expectedTotal: "450.00", ...shown }))
        .status;
    const others = [{ expectedRate: "140.00" }, { expectedTerms: `${terms}EUR` }, { expectedTerms: "[]USD" }];
    for (const shown of others) expect([shown, await book(shown)]).toEqual([shown, 409]);
    expect(await book({ expectedRate: "150.00", expectedTerms: terms })).toBe(201);
  });

  test("the server sets the price, the source and the id, even if the request contains others", async () => {
    const stay = freeStay(3);
    const guestId = await registerGuest();
    const extras = {
      totalAmount: "1.00",
      totalCents: 1,
      rateCents: 1,
      source: "airbnb",
      id: "mine",
      reference: "X",
      priceLines: [],
    };
    const booked = await server.send("POST", "/api/bookings", { ...stayBody(stay), guestId, ...extras });
    expect(booked.status).toBe(201);
    expect(booked.json.id).toMatch(/^[\w-]{22}$/);

    const detail = await server.send("GET", `/api/admin/bookings/${booked.json.id}`, undefined, {
      cookie: await server.signIn(),
    });
    expect(detail.json).toMatchObject({
      totalAmount: "450.00",
      source: "direct",
      status: "upcoming",
      propertyId: 1,
      priceLines: [{ quantity: 3, unitAmount: "150.00", amount: "450.00" }],
    });
  });

  test("a request cannot set a status that only the host may set", async () => {
    const guestId = await registerGuest();
    for (const status of ["cancelled", "completed", "checked-in", "pending", "", null]) {
      const response = await server.send("POST", "/api/bookings", { ...stayBody(freeStay()), guestId, status });
      expect(response.status).toBe(400);
    }
    const confirmed = await server.send("POST", "/api/bookings", {
      ...stayBody(freeStay()),
      guestId,
      status: "confirmed",
    });
    expect(confirmed.status).toBe(201);
  });

  test("if the total differs from the one shown, nothing is booked, and the response has the current price", async () => {
    const guestId = await registerGuest();
    const stay = freeStay();
    const book = (expectedTotal: unknown) =>
      server.send("POST", "/api/bookings", { ...stayBody(stay), guestId, expectedTotal });
    for (const other of ["150.00", "450.01", "-450.00", "0.00", "450"]) {
      const response = await book(other);
      expect([other, response.status]).toEqual([other, 409]);
      expect(response.json.message).toContain("$450 in total (3 nights × $150)");
      expect(response.json.price).toMatchObject({
        totalAmount: "450.00",
        priceLines: [{ label: "Entire cottage", quantity: 3, unitAmount: "150.00", amount: "450.00" }],
      });
    }
    for (const none of ["", "$450", 450, null]) expect((await book(none)).status).toBe(400);
    expect((await book("450.00")).status).toBe(201);
  });

  test("there is only one property; a booking for any other gets a 404", async () => {
    const guestId = await registerGuest();
    for (const propertyId of [0, 2, "2", 999_999]) {
      const response = await server.send("POST", "/api/bookings", { ...stayBody(freeStay()), guestId, propertyId });
      expect(response.status).toBe(404);
    }
  });

  test.each([
    [{ checkInDate: "" }, "checkInDate", "Check-in date is required"],
    [{ checkInDate: "2027-02-30" }, "checkInDate", "Check-in date is required"],
    [{ checkInDate: "infinity" }, "checkInDate", "Check-in date is required"],
    [{ checkOutDate: undefined }, "checkOutDate", "Check-out date is required"],
    [
      { checkInDate: "2027-03-05", checkOutDate: "2027-03-05" },
      "checkOutDate",
      "Check-out date must be after check-in date",
    ],
    [
      { checkInDate: "2027-03-05", checkOutDate: "2027-03-01" },
      "checkOutDate",
      "Check-out date must be after check-in date",
    ],
    [{ guestCount: 0 }, "guestCount", "At least 1 guest is required"],
    [{ guestCount: "two" }, "guestCount", "At least 1 guest is required"],
    [{ guestCount: 1.5 }, "guestCount", "At least 1 guest is required"],
    [{ guestCount: 7 }, "guestCount", "Maximum 6 guests allowed for cottage booking"],
    [{ bookingOption: "one_room" }, "bookingOption", "The cottage is booked as a whole"],
    [{ checkInDate: "2026-11-20", checkOutDate: "2026-11-24" }, "checkInDate", "Past dates can't be booked"],
    [{ checkInDate: "2026-12-01", checkOutDate: "2027-01-15" }, "checkOutDate", "The longest stay is 30 nights"],
    [{ checkInDate: "2026-12-01", checkOutDate: "2054-04-18" }, "checkOutDate", "The longest stay is 30 nights"],
    [
      { checkInDate: "2029-12-01", checkOutDate: "2029-12-05" },
      "checkOutDate",
      "Dates more than two years away can't be booked",
    ],
    [{ specialRequests: "x".repeat(2001) }, "specialRequests", "Use at most 2000 characters"],
    [{ specialRequests: "a\u0000b" }, "specialRequests", "Remove the characters that cannot be shown"],
  ])("%j is refused with a message at the field %s", async (wrong, field, message) => {
    const guestId = await registerGuest();
    const response = await server.send("POST", "/api/bookings", { ...stayBody(freeStay()), guestId, ...wrong });
    expect(response.status).toBe(400);
    expect(response.json.fields[field]).toBe(message);
    expect(response.json.message).toBe(message);
  });

  test("today at the cottage can be booked while it is still yesterday in Los Angeles", async () => {
    server.clock.set("2026-11-21T19:00:00Z"); // 22 November, half past midnight, in Kandy
    const past = await bookStay(server, { checkInDate: "2026-11-21", checkOutDate: "2026-11-23" });
    const today = await bookStay(server, { checkInDate: "2026-11-22", checkOutDate: "2026-11-23" });
    server.clock.set("2026-11-21T06:00:00Z");
    expect([past.status, today.status]).toEqual([400, 201]);
  });

  test("a guest's registration can be used for only one booking", async () => {
    const guestId = await registerGuest();
    const first = await server.send("POST", "/api/bookings", { ...stayBody(freeStay()), guestId });
    const second = await server.send("POST", "/api/bookings", { ...stayBody(freeStay()), guestId });
    expect([first.status, second.status]).toEqual([201, 400]);
    expect(second.json.message).toBe("Your details have expired. Please send the form again.");
  });

  test("after a stay is refused, the guest can choose other dates", async () => {
    const taken = freeStay();
    await bookStay(server, taken);
    const guestId = await registerGuest();
    const refused = await server.send("POST", "/api/bookings", { ...stayBody(taken), guestId });
    const accepted = await server.send("POST", "/api/bookings", { ...stayBody(freeStay()), guestId });
    expect([refused.status, accepted.status]).toEqual([409, 201]);
  });

  test("a guest's id works only from their network or with their cookie, and only for an hour", async () => {
    const elsewhere = await startTestApp(engine, { config: { trustProxy: true } });
    const from = (address: string, cookie = "") => ({ "x-forwarded-for": address, ...(cookie ? { cookie } : {}) });
    const registered = await elsewhere.send("POST", "/api/guests", GUEST, from("192.0.2.1"));
    const book = (headers: Record<string, string>) =>
      elsewhere.send("POST", "/api/bookings", { ...stayBody(), guestId: registered.json.id }, headers);

    expect((await book(from("192.0.2.99"))).status).toBe(400);
    elsewhere.clock.advance(61 * 60 * 1000);
    expect((await book(from("192.0.2.1"))).status).toBe(400);
    elsewhere.clock.advance(-61 * 60 * 1000);
    // A phone that changed networks between the two requests still has its cookie.
    expect((await book(from("192.0.2.99", cookieOf(registered)))).status).toBe(201);
    await elsewhere.close();
  });

  test("the same request sent twenty times at once creates one booking and gets the same response each time", async () => {
    const guestId = await registerGuest();
    const body = { ...stayBody(freeStay()), guestId };
    const headers = { "idempotency-key": "one-tap-too-many" };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => server.send("POST", "/api/bookings", body, headers)),
    );
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(responses.every((response) => response.status === 201)).toBe(true);
  });

  test("an idempotency key reused for a different request is refused; refusals are not stored", async () => {
    const guestId = await registerGuest();
    const taken = freeStay();
    await bookStay(server, taken);
    const headers = { "idempotency-key": "a-key-of-its-own" };
    const refused = await server.send("POST", "/api/bookings", { ...stayBody(taken), guestId }, headers);
    const stay = { ...stayBody(freeStay()), guestId };
    const booked = await server.send("POST", "/api/bookings", stay, headers);
    const other = await server.send("POST", "/api/bookings", { ...stay, guestCount: 3 }, headers);
    expect([refused.status, booked.status, other.status]).toEqual([409, 201, 422]);
    const malformed = await server.send("POST", "/api/bookings", stay, { "idempotency-key": "short" });
    expect(malformed.status).toBe(400);
  });

  test("repeating a request after a lost response gives the browser access to the booking", async () => {
    const guest = await server.send("POST", "/api/guests", GUEST);
    const body = { ...stayBody(freeStay()), guestId: guest.json.id };
    const headers = { "idempotency-key": "the-answer-got-lost" };
    await server.send("POST", "/api/bookings", body, headers);
    const again = await server.send("POST", "/api/bookings", body, headers);
    const seen = await server.send("GET", `/api/bookings/${again.json.id}/confirmation`, undefined, {
      cookie: cookieOf(again),
    });
    expect(seen.json.guestMasked).toBe(false);
  });

  test("a guest who sends the same booking again gets it, but changed details or another browser are refused", async () => {
    const stay = freeStay();
    const booked = await bookStay(server, { ...stay, specialRequests: "A cot" });
    const own = { cookie: cookieOf(booked) };
    const again = async (changes = {}, guest = {}, headers: Record<string, string> = own) =>
      bookStay(server, { ...stay, specialRequests: "A cot", ...changes }, { ...GUEST, ...guest }, headers);

    expect((await again()).json).toEqual(booked.json);
    for (const changes of [{ specialRequests: "" }, { guestCount: 3 }]) expect((await again(changes)).status).toBe(409);
    for (const changes of [{ name: "Ben" }, { email: "ben@guests.example" }, { phone: "+94 77 000 0000" }])
      expect((await again({}, changes)).status).toBe(409);
    expect((await again({}, {}, {})).json.nights).toHaveLength(3);

    const consents = () =>
      server.db
        .selectFrom("guest")
        .innerJoin("booking", "booking.guest_id", "guest.id")
        .select("whatsapp")
        .where("booking.id", "=", booked.json.id)
        .executeTakeFirstOrThrow();
    expect((await again({}, { whatsapp: true })).json).toEqual(booked.json);
    expect(await consents()).toEqual({ whatsapp: "+94771234567" });
    expect((await again()).json).toEqual(booked.json);
    expect(await consents()).toEqual({ whatsapp: null });

    const admin = { cookie: await server.signIn() };
    const path = `/api/admin/bookings/${booked.json.id}`;
    const { version } = (await server.send("GET", path, undefined, admin)).json;
    const cancelled = await server.send(
      "POST",
      `${path}/cancel`,
      { version, waiveFee: false, expectedFee: "0.00" },
      admin,
    );
    expect(cancelled.status).toBe(200);
    const next = await again();
    expect(next.status).toBe(201);
    expect(next.json.id).not.toBe(booked.json.id);
  });

  test("a request repeated after midnight still returns its booking, although the day of arrival is over", async () => {
    const now = server.clock().toISOString();
    server.clock.set("2026-11-21T18:29:00Z"); // 23:59 at the cottage
    const guest = await server.send("POST", "/api/guests", GUEST);
    const tonight = stayBody({ checkInDate: "2026-11-21", checkOutDate: "2026-11-22" });
    const body = { ...tonight, guestId: guest.json.id };
    const headers = { "idempotency-key": "a-minute-before-midnight" };
    const first = await server.send("POST", "/api/bookings", body, headers);
    expect(first.status, first.text).toBe(201);
    server.clock.set("2026-11-21T18:31:00Z");
    const again = await server.send("POST", "/api/bookings", body, headers);
    expect([again.status, again.json]).toEqual([201, first.json]);
    expect((await server.send("POST", "/api/bookings", body)).status).toBe(400);
    const other = await server.send("POST", "/api/bookings", { ...body, guestCount: 3 }, headers);
    expect(other.status).toBe(422);
    server.clock.set(now);
  });

  test("the confirmation is complete for the browser that booked and for the host, but masked for anyone else", async () => {
    const booked = await bookStay(server, freeStay());
    const path = `/api/bookings/${booked.json.id}/confirmation`;
    const own = await server.send("GET", path, undefined, { cookie: cookieOf(booked) });
    const host = await server.send("GET", path, undefined, { cookie: await server.signIn() });
    const stranger = await server.send("GET", path);
    expect(own.json).toMatchObject({ guest: GUEST, guestMasked: false, nights: 3, totalAmount: "450.00" });
    expect(own.json.property.name).toBe("Kitul Hill Cottage");
    expect(host.json.guest).toEqual(GUEST);
    expect(stranger.json.guestMasked).toBe(true);
    for (const secret of [GUEST.name, GUEST.email, GUEST.phone, "Perera", "4567"]) {
      expect(stranger.text).not.toContain(secret);
    }
    for (const response of [own, host, stranger]) expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("a malformed id gets the same response as an unknown one, or a 400 if it is not valid in a URL", async () => {
    const strip = (text: string) => text.replace(/"requestId":"\w+"/, "");
    const unknown = await server.send("GET", `/api/bookings/${"A".repeat(22)}/confirmation`);
    expect(unknown.status).toBe(404);
    for (const id of ["1", "%00", "x".repeat(150), "%E2%82", "..%2f..%2fetc"]) {
      const malformed = await server.send("GET", `/api/bookings/${id}/confirmation`);
      expect([404, 400]).toContain(malformed.status);
      if (malformed.status === 404) expect(strip(malformed.text)).toBe(strip(unknown.text));
    }
  });

  test("the host sees the booking in the list and in detail, with its history", async () => {
    const stay = freeStay();
    const booked = await bookStay(server, stay, { name: "Zoë Müller", email: "zoe@example.com", phone: "555-0101" });
    const cookie = await server.signIn();
    const list = await server.send("GET", "/api/admin/bookings", undefined, { cookie });
    const row = list.json.find((one: { id: string }) => one.id === booked.json.id);
    expect(row).toMatchObject({
      guest: { name: "Zoë Müller", email: "zoe@example.com" },
      source: "direct",
      status: "upcoming",
      checkIn: stay.checkInDate,
      checkOut: stay.checkOutDate,
      checkInDate: stay.checkInDate,
      totalAmount: "450.00",
      reference: booked.json.reference,
    });
    // The host searches the list for guests by phone number.
    expect(row.guest.phone).toBe("555-0101");
    const detail = await server.send("GET", `/api/admin/bookings/${booked.json.id}`, undefined, { cookie });
    expect(detail.json.guest.phone).toBe("555-0101");
    expect(detail.json.history).toHaveLength(1);
  });
});
