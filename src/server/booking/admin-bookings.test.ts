import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { ADMIN, cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("the host's bookings on %s", (engine) => {
  let server: TestApp;
  let cookie: string;
  let firstFree = toLocalDate("2027-01-01");
  beforeAll(async () => {
    server = await startTestApp(engine);
    cookie = await server.signIn();
  });
  afterAll(() => server.close());

  /** Nights that no other test uses. */
  function nights(count: number) {
    const checkInDate = firstFree;
    const checkOutDate = addDays(checkInDate, count);
    firstFree = addDays(checkOutDate, 1);
    return { checkInDate, checkOutDate };
  }
  const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
  const read = async (id: string) => (await host("GET", `/api/admin/bookings/${id}`)).json;
  const events = async (id: string) => (await read(id)).history.map((entry: { event: string }) => entry.event);

  async function booked(count = 3, overrides: { status?: string } = {}) {
    const stay = nights(count);
    const { json } = await bookStay(server, { ...stay, ...overrides });
    return { id: String(json.id), ...stay };
  }
  async function setStatus(id: string, status: string): Promise<TestResponse> {
    const { version } = await read(id);
    return host("POST", `/api/admin/bookings/${id}/status`, { version, status });
  }
  async function cancel(id: string, waiveFee = false): Promise<TestResponse> {
    const { version, feeIfCancelledNow } = await read(id);
    const body = { version, waiveFee, expectedFee: feeIfCancelledNow };
    return host("POST", `/api/admin/bookings/${id}/cancel`, body);
  }
  async function unavailable(from: string, to: string): Promise<string[]> {
    return (await server.send("GET", `/api/availability?from=${from}&to=${to}`)).json.unavailable;
  }

  test("a stay goes from upcoming to completed, and the history says who did what", async () => {
    const { json } = await bookStay(server, { checkInDate: "2026-11-21", checkOutDate: "2026-11-22" });
    const id = String(json.id);
    for (const status of ["confirmed", "checked-in", "checked-out", "completed"]) {
      const response = await setStatus(id, status);
      expect([response.status, response.json.status]).toEqual([200, status]);
    }
    const { history, version } = await read(id);
    expect(version).toBe(5);
    expect(history.map((entry: { event: string; actor: string }) => [entry.event, entry.actor])).toEqual([
      ["Booked on the website as upcoming", "guest"],
      ["Confirmed", ADMIN.username],
      ["Checked in", ADMIN.username],
      ["Checked out", ADMIN.username],
      ["Completed", ADMIN.username],
    ]);
  });

  test("a guest can be checked in from the day before arrival, and the check-in can be undone", async () => {
    const stay = { name: "Vera", email: "", phone: "+94 77 123 4567", guestCount: 2, status: "confirmed" };
    const dates = { checkInDate: "2026-11-23", checkOutDate: "2026-11-25" };
    const { json } = await host("POST", "/api/admin/bookings", { ...stay, ...dates });
    const early = await setStatus(json.id, "checked-in");
    expect([early.status, early.json.message]).toEqual([409, "You can check this guest in from Nov 22, 2026."]);

    const now = server.clock().toISOString();
    // 18:30 UTC is midnight at the cottage.
    server.clock.set("2026-11-21T18:29:59Z");
    cookie = await server.signIn();
    expect((await setStatus(json.id, "checked-in")).status).toBe(409);
    server.clock.set("2026-11-21T18:30:00Z");
    expect((await setStatus(json.id, "checked-in")).json.status).toBe("checked-in");
    expect((await setStatus(json.id, "confirmed")).json.status).toBe("confirmed");
    server.clock.set(now);
    cookie = await server.signIn();
    expect((await events(json.id)).slice(-2)).toEqual(["Checked in", "Check-in undone"]);
  });

  test("a status change that is not allowed is refused and changes nothing", async () => {
    const { id } = await booked();
    const response = await setStatus(id, "completed");
    expect(response.status).toBe(409);
    expect(response.json.message).toBe("A booking that is upcoming cannot become completed.");
    expect((await read(id)).version).toBe(1);
  });

  test("an action based on an older version is refused, so two open screens cannot overwrite each other's changes", async () => {
    const { id } = await booked();
    const { version } = await read(id);
    await setStatus(id, "confirmed");
    const late = await host("PUT", `/api/admin/bookings/${id}/notes`, { version, notes: "Late train" });
    expect(late.status).toBe(409);
    expect((await read(id)).hostNotes).toBe("");
  });

  test("a cancelled stay releases its nights, and can be restored only while they are free", async () => {
    const { id, checkInDate, checkOutDate } = await booked();
    expect((await cancel(id)).json).toMatchObject({ status: "cancelled", cancellationFee: "0.00", dueAmount: "0.00" });
    expect(await unavailable(checkInDate, checkOutDate)).toEqual([]);

    const other = await bookStay(server, { checkInDate: addDays(checkInDate, 1), checkOutDate });
    const refused = await setStatus(id, "confirmed");
    expect(refused.status).toBe(409);
    expect(refused.json.nights).toEqual([addDays(checkInDate, 1), addDays(checkInDate, 2)]);
    expect((await read(id)).status).toBe("cancelled");
    expect(await unavailable(checkInDate, checkOutDate)).not.toContain(checkInDate);

    await cancel(other.json.id);
    expect((await setStatus(id, "confirmed")).json).toMatchObject({ status: "confirmed", cancellationFee: null });
    expect(await unavailable(checkInDate, checkOutDate)).toHaveLength(3);
  });

  test("cancelling a booking that is still pending costs nothing, even on the day before arrival", async () => {
    const dates = nights(2);
    const enquiry = { name: "Vera", email: "", phone: "+94 77 123 4567", guestCount: 2, status: "pending" };
    const { id } = (await host("POST", "/api/admin/bookings", { ...enquiry, ...dates })).json;
    const now = server.clock().toISOString();
    server.clock.set(`${addDays(dates.checkInDate, -1)}T06:00:00Z`);
    cookie = await server.signIn();
    expect((await read(id)).feeIfCancelledNow).toBe("0.00");
    expect((await cancel(id)).json).toMatchObject({ status: "cancelled", cancellationFee: "0.00" });
    server.clock.set(now);
    cookie = await server.signIn();
  });

  test("a late cancellation costs the price of one night, as the policy says, unless the host waives the fee", async () => {
    const charged = await booked();
    const waived = await booked();
    const clock = server.clock();
    server.clock.set(`${addDays(charged.checkInDate, -1)}T06:00:00Z`);
    try {
      cookie = await server.signIn();
      expect((await read(charged.id)).feeIfCancelledNow).toBe("150.00");
      const wrongFee = { version: 1, waiveFee: false, expectedFee: "0.00" };
      expect((await host("POST", `/api/admin/bookings/${charged.id}/cancel`, wrongFee)).status).toBe(409);
      expect((await cancel(charged.id)).json).toMatchObject({ cancellationFee: "150.00", dueAmount: "150.00" });
      const { reference, totalAmount } = await read(charged.id);
      const row = (await host("GET", `/api/admin/bookings.csv?search=${reference}`)).text.split("\r\n")[1];
      expect(row).toContain(`,${Number(totalAmount)},150,0,0,0,150,USD,`);
      expect(await events(charged.id)).toContain("Cancelled with a fee of $150.00");

      server.clock.set(`${addDays(waived.checkInDate, -1)}T06:00:00Z`);
      cookie = await server.signIn();
      expect((await cancel(waived.id, true)).json).toMatchObject({ cancellationFee: "0.00", dueAmount: "0.00" });
      expect(await events(waived.id)).toContain("Cancelled; the fee of $150.00 was waived");
    } finally {
      server.clock.set(clock.toISOString());
      cookie = await server.signIn();
    }
  });

  test("moving a stay releases the old nights and takes the new ones in one step, at the price that was shown", async () => {
    const { id, checkInDate, checkOutDate } = await booked(3);
    nights(3);
    const moved = { checkInDate: addDays(checkInDate, 1), checkOutDate: addDays(checkOutDate, 2) };
    const quote = await host(
      "GET",
      `/api/admin/stay-quote?${new URLSearchParams({ ...moved, bookingId: id }).toString()}`,
    );
    expect(quote.json).toMatchObject({ nights: 4, totalAmount: "600.00", takenNights: [] });

    const body = { version: 1, ...moved, guestCount: 4, price: "new", expectedTotal: "600.00" };
    const wrong = await host("PUT", `/api/admin/bookings/${id}/stay`, { ...body, expectedTotal: "450.00" });
    expect(wrong.status).toBe(409);
    const response = await host("PUT", `/api/admin/bookings/${id}/stay`, body);
    expect(response.json).toMatchObject({ ...moved, guestCount: 4, totalAmount: "600.00", nights: 4, version: 2 });
    expect(response.json.priceLines).toEqual([
      { label: "Entire cottage", quantity: 4, unitAmount: "150.00", amount: "600.00" },
    ]);
    expect(await unavailable(checkInDate, addDays(checkOutDate, 3))).toEqual([
      addDays(checkInDate, 1),
      addDays(checkInDate, 2),
      addDays(checkInDate, 3),
      addDays(checkInDate, 4),
    ]);
    expect((await events(id)).at(-1)).toMatch(
      /^Dates changed from .+ to .+\. Guests changed from 2 to 4\. Price changed from \$450\.00 to \$600\.00$/,
    );
  });

  test("a changed stay keeps its agreed price if the host chooses to keep it", async () => {
    const { id, checkInDate, checkOutDate } = await booked(2);
    nights(2);
    const body = {
      version: 1,
      checkInDate,
      checkOutDate: addDays(checkOutDate, 1),
      guestCount: 2,
      price: "keep",
      expectedTotal: "300.00",
    };
    const response = await host("PUT", `/api/admin/bookings/${id}/stay`, body);
    expect(response.json).toMatchObject({ nights: 3, totalAmount: "300.00" });
    expect(response.json.priceLines).toEqual([
      { label: "Agreed price for 3 nights", quantity: 1, unitAmount: "300.00", amount: "300.00" },
    ]);
  });

  test("dates that overlap another stay are refused with a list of the taken nights, and the old dates are kept", async () => {
    const first = await booked(2);
    firstFree = addDays(firstFree, -1);
    const second = await booked(2);
    const dates = { checkInDate: first.checkInDate, checkOutDate: second.checkOutDate };
    const query = new URLSearchParams({ ...dates, bookingId: first.id }).toString();
    expect((await host("GET", `/api/admin/stay-quote?${query}`)).json.takenNights).toEqual([
      second.checkInDate,
      addDays(second.checkInDate, 1),
    ]);
    const body = { version: 1, ...dates, guestCount: 2, price: "keep", expectedTotal: "300.00" };
    const response = await host("PUT", `/api/admin/bookings/${first.id}/stay`, body);
    expect(response.status).toBe(409);
    expect(response.json.nights).toEqual([second.checkInDate, addDays(second.checkInDate, 1)]);
    expect(await read(first.id)).toMatchObject({ checkOutDate: first.checkOutDate, version: 1 });
  });

  test("recording a payment updates the paid and due amounts, and a mistaken entry can be removed", async () => {
    const { id } = await booked(3);
    const pay = (body: object, version: number) =>
      host("POST", `/api/admin/bookings/${id}/payments`, {
        version,
        kind: "payment",
        amount: "200",
        method: "cash",
        paidOn: "2026-11-20",
        ...body,
      });
    const first = await pay({}, 1);
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({ paidAmount: "200.00", dueAmount: "250.00" });
    expect((await pay({}, 1)).status).toBe(409);
    const tooMuchBack = await pay({ kind: "refund", amount: "200.01" }, 2);
    expect([tooMuchBack.status, tooMuchBack.json.fields.amount]).toEqual([
      400,
      "Only $200.00 was paid, so you can't refund more than that",
    ]);
    expect((await pay({ amount: "0" }, 2)).json.fields.amount).toContain("above zero");
    expect((await pay({ paidOn: "2026-11-22" }, 2)).json.fields.paidOn).toContain("future");

    const [payment] = first.json.payments;
    expect(payment).toMatchObject({ amount: "200.00", method: "cash", recordedBy: ADMIN.username });
    const gone = await host("DELETE", `/api/admin/bookings/${id}/payments/${payment.id}?version=2`);
    expect(gone.json).toMatchObject({ payments: [], paidAmount: "0.00", dueAmount: "450.00" });
    expect((await events(id)).slice(1)).toEqual([
      "Payment of $200.00 in cash on Nov 20, 2026 recorded",
      "The payment of $200.00 in cash on Nov 20, 2026 was removed from the records",
    ]);
  });

  test("the host's notes do not appear on the guest's page", async () => {
    const own = await bookStay(server, nights(3));
    const { id } = own.json;
    const response = await host("PUT", `/api/admin/bookings/${id}/notes`, { version: 1, notes: "Gate code 4711" });
    expect(response.json.hostNotes).toBe("Gate code 4711");
    for (const reader of [cookieOf(own), ""]) {
      const confirmation = await server.send("GET", `/api/bookings/${id}/confirmation`, undefined, { cookie: reader });
      expect([confirmation.status, confirmation.text.includes("4711")]).toEqual([200, false]);
    }
  });

  test("a telephone booking costs what was agreed, and has a price line in the guest's language", async () => {
    const body = {
      name: "Ruwan Silva",
      email: "ruwan@example.com",
      phone: "",
      ...nights(2),
      guestCount: 2,
      status: "confirmed",
      language: "de",
    };
    const notAnAmount = "Enter an amount, like 450 or 450.50";
    const tooMuch = expect.stringContaining("more than the maximum");
    for (const [agreedTotal, message] of [
      ["two hundred", notAnAmount],
      ["-5", notAnAmount],
      ["99999999", tooMuch],
    ]) {
      const refused = await host("POST", "/api/admin/bookings", { ...body, agreedTotal });
      expect([refused.status, refused.json.fields.agreedTotal]).toEqual([400, message]);
    }
    const { json } = await host("POST", "/api/admin/bookings", { ...body, agreedTotal: "270.50" });
    expect(await read(json.id)).toMatchObject({
      totalAmount: "270.50",
      lines: [
        { kind: "nights", amountCents: 30_000 },
        { kind: "adjustment", label: "Vereinbarter Preis für 2 Nächte (270,50\u00a0$)", amountCents: -2950 },
      ],
    });
    for (const agreedTotal of ["", "300"]) {
      const asUsual = await host("POST", "/api/admin/bookings", { ...body, ...nights(2), agreedTotal });
      const { totalAmount, lines } = await read(asUsual.json.id);
      expect([totalAmount, lines]).toEqual(["300.00", [expect.objectContaining({ kind: "nights" })]]);
    }
  });

  test("a booking taken by telephone costs what the host was shown, or the host is asked to check the price again", async () => {
    const stay = { ...nights(2), guestCount: 2 };
    const query = new URLSearchParams({
      checkInDate: stay.checkInDate,
      checkOutDate: stay.checkOutDate,
      guestCount: "2",
    });
    const shown = async () => (await host("GET", `/api/admin/stay-quote?${query.toString()}`)).json.totalAmount;
    const expectedTotal = await shown();
    const person = { name: "Ruwan Silva", email: "ruwan@example.com", phone: "", status: "confirmed" };
    const key = { cookie, "idempotency-key": "phone-booking-price" };
    const enter = (body: object) => server.send("POST", "/api/admin/bookings", { ...person, ...stay, ...body }, key);
    const setCleaning = async (cleaningCents: number) => {
      const { version, prices } = (await host("GET", "/api/admin/prices")).json;
      const body = { prices: { ...prices, cleaningCents }, version, confirmed: true };
      expect((await host("PUT", "/api/admin/prices", body)).status).toBe(200);
    };
    // The prices change in the meantime.
    await setCleaning(4000);
    const refused = await enter({ expectedTotal });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "The stay now costs $340.00. Please check the price again.",
    ]);
    expect(await unavailable(stay.checkInDate, stay.checkOutDate)).toEqual([]);
    const entered = await enter({ expectedTotal: await shown() });
    expect(entered.status, entered.text).toBe(201);
    expect(await read(entered.json.id)).toMatchObject({ totalAmount: "340.00" });
    // A repeated request returns the same booking, and an agreed price applies whatever the expected total.
    await setCleaning(0);
    expect((await enter({ expectedTotal: await shown() })).json).toEqual(entered.json);
    const other = { ...person, ...stay, ...nights(2), agreedTotal: "270", expectedTotal: "1.00" };
    expect((await host("POST", "/api/admin/bookings", other)).status).toBe(201);
  });

  test("a booking taken by telephone is entered once, even if the host taps twice", async () => {
    const stay = nights(2);
    const body = {
      name: "Nimal Silva",
      email: "",
      phone: "+94 77 000 1111",
      ...stay,
      guestCount: 2,
      status: "confirmed",
      specialRequests: "Vegetarian",
    };
    const key = { cookie, "idempotency-key": "phone-booking-1" };
    const [one, two] = [
      await server.send("POST", "/api/admin/bookings", body, key),
      await server.send("POST", "/api/admin/bookings", body, key),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.json).toEqual(one.json);
    expect(await read(one.json.id)).toMatchObject({
      source: "direct",
      totalAmount: "300.00",
      specialRequests: "Vegetarian",
      guest: { name: "Nimal Silva", email: "" },
      history: [{ actor: ADMIN.username, event: "Entered by the host as confirmed" }],
    });
    const clash = await host("POST", "/api/admin/bookings", body);
    expect(clash.status).toBe(409);
    expect(clash.json.nights).toEqual([stay.checkInDate, addDays(stay.checkInDate, 1)]);
    const unreachable = await host("POST", "/api/admin/bookings", { ...body, phone: "" });
    expect(unreachable.json.fields.phone).toContain("email address or a phone number");
  });

  test("the host's endpoints for bookings require a signed-in host", async () => {
    const { id } = await booked();
    const calls = [
      ["POST", "/api/admin/bookings"],
      ["GET", "/api/admin/bookings.csv"],
      ["GET", "/api/admin/calendar?from=2027-01-01&to=2027-02-01"],
      ["GET", "/api/admin/stay-quote?checkInDate=2027-01-01&checkOutDate=2027-02-01"],
      ["POST", `/api/admin/bookings/${id}/status`],
      ["POST", `/api/admin/bookings/${id}/cancel`],
      ["PUT", `/api/admin/bookings/${id}/stay`],
      ["PUT", `/api/admin/bookings/${id}/notes`],
      ["POST", `/api/admin/bookings/${id}/payments`],
      ["DELETE", `/api/admin/bookings/${id}/payments/x?version=1`],
    ] as const;
    for (const [method, path] of calls) {
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      expect((await server.send(method, path, body)).status, `${method} ${path}`).toBe(401);
    }
  });

  test("days before 2001 and after 2198 are refused with a message", async () => {
    for (const path of [
      "stay-quote?checkInDate=2000-01-01&checkOutDate=2000-01-03",
      "calendar?from=2000-01-01&to=2000-01-31",
      "calendar?from=2199-12-01&to=2199-12-31",
    ])
      expect((await host("GET", `/api/admin/${path}`)).json.message, path).toMatch(/^Choose days from 2001 /);
  });

  test("unknown bookings and bad input get different errors", async () => {
    const missing = await host("POST", "/api/admin/bookings/AAAAAAAAAAAAAAAAAAAAAA/status", {
      version: 1,
      status: "confirmed",
    });
    expect([missing.status, missing.json.message]).toEqual([404, "We couldn't find the booking you're looking for."]);
    const { id } = await booked();
    const cancelled = await host("POST", `/api/admin/bookings/${id}/status`, { version: 1, status: "cancelled" });
    expect(cancelled.status).toBe(400);
    const long = { checkInDate: "2027-06-01", checkOutDate: "2028-10-01", guestCount: 2, price: "keep", version: 1 };
    const tooLong = await host("PUT", `/api/admin/bookings/${id}/stay`, { ...long, expectedTotal: "450.00" });
    expect([tooLong.status, tooLong.json.fields.checkOutDate]).toEqual([400, "Choose at most 365 nights"]);
  });
});
