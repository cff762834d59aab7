import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay, GUEST } from "../testing/given.ts";
import { type PayHereBank, startPayHereBank } from "../testing/payhere-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";
import { checkoutHash, webhookSignature } from "./payhere-signature.ts";

const MINUTE = 60_000;

test("the signatures match PayHere's manual, as computed by a separate program", () => {
  // These values were computed with Python's hashlib from the formulas in the manual.
  const merchant = { merchantId: "1211149", merchantSecret: "secret1" };
  const order = { orderId: "ItemNo12345", amount: "1000.00", currency: "LKR" };
  expect(checkoutHash(merchant, order)).toBe("C33DFD50234493AB96ED518F14ADFDED");
  expect(webhookSignature(merchant, { ...order, statusCode: "2" })).toBe("65DDEA68E26AC24633C3741526642463");
});

function given(withApp: boolean) {
  let server: TestApp;
  let bank: PayHereBank;
  let host: string;
  let day = 0;
  return {
    start: async (engine: "sqlite" | "postgres") => {
      bank = await startPayHereBank(() => server.clock(), { withApp });
      server = await startTestApp(engine, { config: { payhere: bank.account } });
      bank.registers(server.url);
      bank.sendWebhooksTo(`${server.url}/api/webhooks/payhere`);
    },
    signIn: async () => {
      // Each test begins a day later, when the holds of the previous test have expired.
      server.clock.advance(25 * 60 * MINUTE);
      host = await server.signIn();
      bank.away = false;
    },
    stop: async () => {
      await server.close();
      await bank.close();
    },
    parts: () => ({ server, bank }),
    guest: () => ({ ...GUEST, email: `ann${day}@example.com`, phone: `+94 77 123 ${4000 + day}` }),
    /** Three nights that no other test uses. */
    nights: () => {
      day += 4;
      const at = (n: number) => new Date(Date.UTC(2027, 0, day + n)).toISOString().slice(0, 10);
      return { checkInDate: at(0), checkOutDate: at(3) };
    },
    admin: async (method: string, address: string, body?: unknown): Promise<TestResponse> => {
      const response = await server.send(method, `/api/admin${address}`, body, { cookie: host });
      if (response.status !== 401) return response;
      host = await server.signIn();
      return server.send(method, `/api/admin${address}`, body, { cookie: host });
    },
  };
}

function acts(app: ReturnType<typeof given>) {
  const own = (booked: TestResponse) => ({ cookie: cookieOf(booked) });
  const path = (booked: TestResponse) => `/api/bookings/${booked.json.id}`;
  const { admin, nights } = app;
  return {
    paymentOf: async (booked: TestResponse, back = "") =>
      (await app.parts().server.send("GET", `${path(booked)}/payment${back}`, undefined, own(booked))).json,
    detail: async (booked: TestResponse) => (await admin("GET", `/bookings/${booked.json.id}`)).json,
    online: async (booked: TestResponse) => (await admin("GET", `/bookings/${booked.json.id}/online-payments`)).json,
    jobs: () => app.parts().server.app.runJobs(/payment|unpaid|refund/),
    /** How many emails tell the guest that this refund was made. */
    refundEmails: async (refundId: string) => {
      const { server } = app.parts();
      const rows = await server.db
        .selectFrom("scheduled_message")
        .select("id")
        .where("message_key", "like", `%refund:${refundId}`)
        .execute();
      return rows.length;
    },
    /** A stay for which the guest's browser has submitted the payment form to PayHere. */
    begun: async (stay = nights()) => {
      const { server, bank } = app.parts();
      const booked = await bookStay(server, stay, app.guest());
      const link = await server.send("POST", `${path(booked)}/pay`, {}, own(booked));
      expect(link.status, link.text).toBe(200);
      expect(await bank.submit(link.json, `${server.url}/`)).toBe(200);
      const order = String(link.json.fields.order_id);
      return { booked, order, link: link.json };
    },
  };
}

describe.each(engines)("paying with PayHere and its API, on %s", (engine) => {
  const app = given(true);
  const { paymentOf, detail, online, jobs, refundEmails, begun } = acts(app);
  const { admin, nights } = app;
  beforeAll(() => app.start(engine));
  beforeEach(() => app.signIn());
  afterAll(() => app.stop());

  test("a booking in a currency that PayHere does not accept gets no payment link, and its guest's attempt to pay affects no other booking", async () => {
    const { server } = app.parts();
    const change = async (path: string, field: string, values: object) => {
      const { version, ...before } = (await admin("GET", path)).json;
      const body = field
        ? { [field]: { ...before[field], ...values }, version, confirmed: true }
        : { ...values, version };
      const saved = await admin("PUT", path, body);
      expect(saved.status, saved.text).toBe(200);
    };
    const { paymentMode } = (await admin("GET", "/settings")).json;
    await change("/prices", "prices", { currency: "EUR" });
    await change("/settings", "", { paymentMode: "offered" });
    const old = await bookStay(server, nights(), app.guest());
    await change("/prices", "prices", { currency: "USD" });
    await change("/settings", "", { paymentMode });

    const link = await admin("POST", `/bookings/${old.json.id}/payment-links`, { amountCents: 4000, about: "Dinner" });
    const reason = "PayHere accepts only LKR and USD, and this booking is in EUR.";
    expect([link.status, link.json.fields]).toEqual([400, { amount: reason }]);
    const pay = (booked: TestResponse) =>
      server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, { cookie: cookieOf(booked) });
    expect((await pay(old)).status).toBe(503);
    const alerts = (await admin("GET", "/dashboard")).json.alerts.map(({ title }: { title: string }) => title);
    expect(alerts).toContain(`A guest cannot pay €450, ${old.json.reference}`);
    expect(alerts.join()).not.toContain("API key");
    expect((await online(old)).alerts).toMatchObject([{ kind: "refused", detail: expect.stringContaining(reason) }]);

    const next = await bookStay(server, nights(), app.guest());
    expect([next.json.payPage, (await pay(next)).status]).toEqual([`/booking/pay/${next.json.id}`, 200]);
  });

  test("P-41: the form is signed, asks for the details that only PayHere needs, and is rejected with another site's Referer", async () => {
    const { bank, server } = app.parts();
    const { link, booked, order } = await begun();
    expect(link).toMatchObject({
      kind: "form",
      action: `${bank.account.url}/pay/checkout`,
      ask: ["address", "city", "country"],
    });
    expect(link.fields).toMatchObject({ amount: "450.00", currency: "USD", first_name: "Ann", last_name: "Perera" });
    expect(link.fields.address).toBeUndefined();
    expect(link.fields.return_url).toMatch(/\/booking\/pay\/[\w-]{22}\?back=paid$/);
    expect(await bank.submit(link, "https://elsewhere.example/")).toBe(400);
    expect(await bank.submit({ ...link, fields: { ...link.fields, amount: "4.50" } }, `${server.url}/`)).toBe(400);
    const { provider } = await paymentOf(booked);
    expect(provider).toEqual({ label: "PayHere", live: false, formTo: bank.account.url, wantsReferrer: true });
    // A second tap opens the same order, with the guest's corrected email address.
    const headers = { cookie: cookieOf(booked) };
    const email = "ann.corrected@example.com";
    expect((await server.send("PUT", `/api/bookings/${booked.json.id}/email`, { email }, headers)).status).toBe(200);
    const again = await server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, headers);
    expect(again.json.fields).toMatchObject({ order_id: order, email });
    expect(await bank.submit(again.json, `${server.url}/`)).toBe(200);
  });

  test("P-04, P-41: a signed webhook changes nothing until the API confirms the payment", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    const unpaid = {
      id: "320012345678",
      order,
      amount: "450.00",
      currency: "USD",
      status: "RECEIVED",
      at: new Date(),
    } as const;
    expect(await bank.notify(order, unpaid)).toBe(200);
    await jobs();
    expect((await detail(booked)).status).toBe("pending");
    expect(await bank.notify(order, unpaid, { secret: "another secret" })).toBe(401);
    const paid = bank.pay(order);
    expect(await bank.notify(order, paid)).toBe(200);
    expect(await bank.notify(order, paid, { paymentId: "320099999999" })).toBe(200);
    await jobs();
    const { payments, status, paidAmount } = await detail(booked);
    expect([status, paidAmount, payments.length]).toEqual(["upcoming", "450.00", 1]);
    expect((await paymentOf(booked)).state).toBe("paid");
  });

  test("P-41: of two payments for one order, one is kept and the other is refunded in full", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    bank.pay(order);
    bank.pay(order);
    expect((await paymentOf(booked, "?back=paid")).state).toBe("paid");
    await jobs();
    await jobs();
    expect(
      bank.paid
        .filter((one) => one.order === order)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(["RECEIVED", "REFUNDED"]);
    const { paidAmount, dueAmount } = await detail(booked);
    expect([paidAmount, dueAmount]).toEqual(["450.00", "0.00"]);
    const { refunds } = await online(booked);
    expect(refunds).toMatchObject([{ why: "twice", state: "done", amountCents: 45_000 }]);
    expect(await refundEmails(refunds[0].id)).toBe(1);
  });

  test("a payment of 0.00 that PayHere reports is not recorded, and does not hide another payment", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    const nothing = bank.pay(order, { amount: "0.00" });
    expect(await bank.notify(order, nothing)).toBe(200);
    await jobs();
    expect(await detail(booked)).toMatchObject({ status: "pending", payments: [] });
    expect(await bank.notify(order, bank.pay(order))).toBe(200);
    await jobs();
    expect(await detail(booked)).toMatchObject({ status: "upcoming", paidAmount: "450.00" });
  });

  test("P-06: a payment on an old form, days after the hold expired, books the nights if they are free, and is otherwise refunded", async () => {
    const { bank, server } = app.parts();
    const [free, gone] = [await begun(), await begun()];
    server.clock.advance(35 * MINUTE);
    await jobs();
    expect([(await detail(free.booked)).status, (await detail(gone.booked)).status]).toEqual([
      "cancelled",
      "cancelled",
    ]);
    const { checkInDate, checkOutDate } = await detail(gone.booked);
    const other = await begun({ checkInDate, checkOutDate });
    bank.pay(other.order);
    await paymentOf(other.booked, "?back=paid");
    server.clock.advance(3 * 24 * 60 * MINUTE);
    bank.pay(free.order);
    bank.pay(gone.order);
    server.clock.advance(24 * 60 * MINUTE);
    await jobs();
    await jobs();
    expect([(await detail(free.booked)).status, (await detail(gone.booked)).status]).toEqual(["upcoming", "cancelled"]);
    expect(bank.paid.find((one) => one.order === gone.order)?.status).toBe("REFUNDED");
  });

  test("P-06: a payment on an old form is refunded if the guest's data has been erased, although the nights are free", async () => {
    const { bank, server } = app.parts();
    const { booked, order } = await begun();
    server.clock.advance(35 * MINUTE);
    await jobs();
    server.clock.advance(8 * 24 * 60 * MINUTE);
    await server.app.runJobs(/erase guests/);
    bank.pay(order);
    server.clock.advance(24 * 60 * MINUTE);
    await jobs();
    await jobs();
    expect(await detail(booked)).toMatchObject({ status: "cancelled", paidAmount: "0.00" });
    expect(bank.paid.find((one) => one.order === order)?.status).toBe("REFUNDED");
  });

  test("a guest who withdraws the booking and then pays on the form that is still open is refunded, and their email names no deadline", async () => {
    const { bank, server } = app.parts();
    const { booked, order } = await begun();
    const { id } = booked.json;
    const own = { cookie: cookieOf(booked) };
    const cancelled = await server.send("POST", `/api/bookings/${id}/cancel`, { expectedFee: "0.00" }, own);
    expect(cancelled.status, cancelled.text).toBe(200);
    bank.pay(order);
    server.clock.advance(36 * MINUTE);
    await jobs();
    await jobs();
    expect(bank.paid.find((one) => one.order === order)?.status).toBe("REFUNDED");
    const emails = await server.db
      .selectFrom("scheduled_message")
      .select("body")
      .where("booking_id", "=", id)
      .where("subject", "like", "Your payment came too late:%")
      .execute();
    expect(emails.map(({ body }) => body)).toEqual([expect.stringContaining("When your payment reached us")]);
    expect(emails.map(({ body }) => body).join()).not.toContain("deadline");
    expect((await paymentOf(booked)).state).toBe("late-gone");
  });

  test("a webhook that arrives during a sync is not lost, even if the sync's response does not include the payment", async () => {
    const { bank, server } = app.parts();
    const { booked, order } = await begun();
    server.clock.advance(35 * MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("cancelled");
    server.clock.advance(24 * 60 * MINUTE);
    bank.whileSearching(async () => void (await bank.notify(order, bank.pay(order))));
    await jobs();
    expect((await detail(booked)).status).toBe("cancelled");
    await jobs();
    expect((await detail(booked)).status).toBe("upcoming");
  });

  test("a payment that PayHere also reports for another booking is counted once, and the host is alerted", async () => {
    const { bank, server } = app.parts();
    const [paid, other] = [await begun(), await begun()];
    const { id } = bank.pay(paid.order);
    await paymentOf(paid.booked, "?back=paid");
    bank.pay(other.order, { id });
    await paymentOf(other.booked, "?back=paid");
    server.clock.advance(35 * MINUTE);
    await jobs();
    await jobs();
    expect([(await detail(paid.booked)).paidAmount, (await detail(other.booked)).paidAmount]).toEqual([
      "450.00",
      "0.00",
    ]);
    expect((await detail(other.booked)).status).toBe("cancelled");
    const { alerts } = await online(other.booked);
    expect(alerts).toMatchObject([{ kind: "shared-charge", detail: expect.stringContaining(id) }]);
    expect((await online(paid.booked)).alerts).toEqual([]);
  });

  test("P-06: a guest who pays late and returns sees at once that the stay is booked, without any webhook", async () => {
    const { bank, server } = app.parts();
    const { booked, order } = await begun();
    server.clock.advance(35 * MINUTE);
    await jobs();
    expect((await paymentOf(booked)).state).toBe("ended");
    bank.pay(order);
    expect((await paymentOf(booked, "?back=paid")).state).toBe("late-taken");
    expect((await detail(booked)).status).toBe("upcoming");
  });

  test.each(["after", "before", "refused"] as const)(
    "P-07: a refund is made at most once if its request fails (kind of failure: %s)",
    async (when) => {
      const { bank, server } = app.parts();
      const { booked, order } = await begun();
      const { id } = bank.pay(order);
      await paymentOf(booked, "?back=paid");
      bank.failNext("refund", when);
      const response = await admin("POST", `/bookings/${booked.json.id}/refunds`, {
        amountCents: 45_000,
        expectedRefundableCents: 45_000,
      });
      expect(response.status, response.text).toBe(200);
      for (let times = 0; times < 4; times++) {
        await jobs();
        server.clock.advance(11 * MINUTE);
      }
      expect(bank.refunds.filter((one) => one === id)).toHaveLength(when === "refused" ? 0 : 1);
      const { refunds, alerts } = await online(booked);
      expect(refunds.map(({ state }: { state: string }) => state)).toEqual([when === "refused" ? "by-hand" : "done"]);
      expect(alerts).toHaveLength(when === "refused" ? 1 : 0);
      expect((await detail(booked)).paidAmount).toBe(when === "refused" ? "450.00" : "0.00");
    },
  );

  test("a payment on the form of a withdrawn payment link is refunded", async () => {
    const { bank, server } = app.parts();
    const { booked, order } = await begun();
    bank.pay(order);
    await paymentOf(booked, "?back=paid");
    const path = `/bookings/${booked.json.id}/payment-links`;
    const { requests } = (await admin("POST", path, { amountCents: 4000, about: "Airport pick-up" })).json;
    const own = { cookie: cookieOf(booked) };
    const link = await server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
    expect(await bank.submit(link.json, `${server.url}/`)).toBe(200);
    expect((await admin("DELETE", `${path}/${requests[0].id}`)).status).toBe(200);
    const late = bank.pay(String(link.json.fields.order_id));
    await paymentOf(booked, "?back=paid");
    await jobs();
    expect([late.status, (await detail(booked)).paidAmount]).toEqual(["REFUNDED", "450.00"]);
  });

  test("a guest who pays the earlier, higher price on an open form is booked, and the host is asked to refund the excess", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    const { version, reference } = await detail(booked);
    const discount = { version, kind: "discount", amount: "150", label: "Friends" };
    expect((await admin("POST", `/bookings/${booked.json.id}/adjustments`, discount)).status).toBe(201);
    bank.pay(order);
    await paymentOf(booked, "?back=paid");
    expect(await detail(booked)).toMatchObject({ status: "upcoming", paidAmount: "450.00", dueAmount: "-150.00" });
    const { alerts } = await online(booked);
    expect(alerts.map(({ kind, detail: words }: { kind: string; detail: string }) => [kind, words])).toEqual([
      ["pay-back", expect.stringContaining(`Please refund $150, ${reference}`)],
    ]);
  });

  test("a balance that is paid hours after its form was opened does not count as a late payment", async () => {
    const { bank, server } = app.parts();
    const { firstPart, firstPercent, balanceDays, version } = (await admin("GET", "/settings")).json;
    const inTwoParts = { firstPart: "percent", firstPercent: 30, balanceDays: 1, version };
    expect((await admin("PUT", "/settings", inTwoParts)).status).toBe(200);
    const { booked, order } = await begun();
    bank.pay(order);
    await paymentOf(booked, "?back=paid");
    const own = { cookie: cookieOf(booked) };
    const link = await server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
    expect(link.status, link.text).toBe(200);
    expect(await bank.submit(link.json, `${server.url}/`)).toBe(200);
    server.clock.advance(3 * 60 * MINUTE);
    bank.pay(String(link.json.fields.order_id));
    expect((await paymentOf(booked, "?back=paid")).state).toBe("paid");
    expect((await detail(booked)).dueAmount).toBe("0.00");
    const after = (await admin("GET", "/settings")).json;
    await admin("PUT", "/settings", { firstPart, firstPercent, balanceDays, version: after.version });
  });

  test("a refund that the host made in PayHere's portal and recorded is not recorded again when PayHere reports it", async () => {
    const { bank, server } = app.parts();
    const { booked, order } = await begun();
    const charge = bank.pay(order);
    await paymentOf(booked, "?back=paid");
    bank.failNext("refund", "refused");
    const refund = { amountCents: 45_000, expectedRefundableCents: 45_000 };
    await admin("POST", `/bookings/${booked.json.id}/refunds`, refund);
    await jobs();
    const [alert] = (await online(booked)).alerts;
    const answer = { id: alert.id, words: "In PayHere's portal", refund: "refunded" };
    expect((await admin("POST", "/payment-alerts/close", answer)).json).toEqual({ closed: true });
    expect((await detail(booked)).paidAmount).toBe("0.00");
    charge.status = "REFUNDED";
    server.clock.advance(25 * 60 * MINUTE);
    await jobs();
    const { refunds } = await online(booked);
    expect([refunds.length, refunds[0].state, (await detail(booked)).paidAmount]).toEqual([1, "done", "0.00"]);
  });

  test("a partial refund is left to the host, who is told where to make it", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    bank.pay(order);
    await paymentOf(booked, "?back=paid");
    await admin("POST", `/bookings/${booked.json.id}/refunds`, {
      amountCents: 1000,
      expectedRefundableCents: 45_000,
    });
    await jobs();
    expect(bank.calls.at(-1)).not.toContain("refund");
    const { refunds, alerts, provider } = await online(booked);
    expect(provider).toMatchObject({ label: "PayHere", refunds: "whole" });
    expect(refunds).toMatchObject([{ state: "by-hand", amountCents: 1000 }]);
    expect(alerts).toMatchObject([{ kind: "refund-by-hand", detail: expect.stringContaining("in PayHere's portal") }]);
    const close = (refund: string) =>
      admin("POST", "/payment-alerts/close", { id: alerts[0].id, words: "In PayHere's portal", refund });
    // The host has recorded the refund before closing the alert, so it is not recorded again.
    const { version, today } = await detail(booked);
    const payment = { kind: "refund", amount: "10.00", method: "other", paidOn: today, version };
    expect((await admin("POST", `/bookings/${booked.json.id}/payments`, payment)).status).toBe(201);
    expect((await close("recorded")).json).toEqual({ closed: true });
    const after = await online(booked);
    expect([after.refunds[0].state, after.refundableCents, (await detail(booked)).paidAmount]).toEqual([
      "done",
      44_000,
      "440.00",
    ]);
  });

  test("P-26: a refund made in PayHere's portal and a chargeback are recorded, but do not cancel the stay", async () => {
    const { bank, server } = app.parts();
    const [back, disputed] = [await begun(), await begun()];
    const [first, second] = [bank.pay(back.order), bank.pay(disputed.order)];
    await paymentOf(back.booked, "?back=paid");
    await paymentOf(disputed.booked, "?back=paid");
    first.status = "REFUNDED";
    second.status = "CHARGEBACKED";
    server.clock.advance(26 * 60 * MINUTE);
    await jobs();
    for (const { booked } of [back, disputed]) {
      const { status, paidAmount } = await detail(booked);
      expect([status, paidAmount]).toEqual(["upcoming", "0.00"]);
    }
    expect((await online(disputed.booked)).alerts).toMatchObject([{ kind: "dispute" }]);
    const { payments, today } = await detail(back.booked);
    // PayHere reports no date for a refund, so it is dated the day on which it was found.
    const refund = payments.find(({ kind }: { kind: string }) => kind === "refund");
    expect(refund.paidOn).toBe(today);
    const rows = payments.length;
    server.clock.advance(24 * 60 * MINUTE);
    await jobs();
    expect((await detail(back.booked)).payments).toHaveLength(rows);
  });

  test("P-05: while PayHere is down, the hold is kept, and the payment is found once PayHere is back", async () => {
    const { bank, server } = app.parts();
    const { booked, order } = await begun();
    bank.pay(order);
    bank.away = true;
    server.clock.advance(60 * MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("pending");
    bank.away = false;
    server.clock.advance(MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("upcoming");
  });

  test("if the app may not look up payments, the alert stays open until it may; if it may not make refunds, guests can still pay", async () => {
    const { bank, server } = app.parts();
    const titles = async () =>
      (await admin("GET", "/dashboard")).json.alerts.map(({ title }: { title: string }) => title);
    const { booked, order } = await begun();
    bank.pay(order);
    bank.forbid("/merchant/v1/payment/search");
    for (let minutes = 0; minutes < 3; minutes++) {
      server.clock.advance(MINUTE);
      await jobs();
      expect(await titles()).toContain("A problem with your PayHere account");
    }
    bank.forbid("");
    server.clock.advance(MINUTE);
    await jobs();
    expect((await detail(booked)).status).toBe("upcoming");
    expect(await titles()).not.toContain("A problem with your PayHere account");

    bank.forbid("/merchant/v1/payment/refund");
    const refund = { amountCents: 45_000, expectedRefundableCents: 45_000 };
    expect((await admin("POST", `/bookings/${booked.json.id}/refunds`, refund)).status).toBe(200);
    for (let times = 0; times < 5; times++) {
      await jobs();
      expect(await titles()).not.toContain("A problem with your PayHere account");
      expect((await online(booked)).alerts).toMatchObject([
        {
          kind: "refund-not-allowed",
          detail: expect.stringContaining("The app in PAYHERE_APP_ID lacks a permission."),
        },
      ]);
      server.clock.advance(11 * MINUTE);
    }
    bank.forbid("");
    server.clock.advance(11 * MINUTE);
    await jobs();
    expect(await online(booked)).toMatchObject({ alerts: [], refunds: [{ state: "done" }] });
  });

  test("a token that expires early is renewed, without an alert", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    await paymentOf(booked, "?back=paid");
    bank.endTokens();
    bank.pay(order);
    expect((await paymentOf(booked, "?back=paid")).state).toBe("paid");
    const { alerts } = (await admin("GET", "/dashboard")).json;
    expect(alerts.map(({ title }: { title: string }) => title)).not.toContain("A problem with your PayHere account");
  });

  test("P-43: after a restore, payments are synced, the restore alert closes, and the host is asked to compare them by hand", async () => {
    const { holdAfterRestore } = await import("../backups/hold-after-restore.ts");
    const { server, bank } = app.parts();
    const { booked, order } = await begun();
    server.clock.advance(MINUTE);
    await holdAfterRestore(server.db, { madeAt: server.clock().toISOString(), now: server.clock() });
    // Otherwise, bookings that other tests make on this server would be requests.
    await server.db.deleteFrom("feed_hold").execute();
    bank.pay(order);
    server.clock.advance(MINUTE);
    await jobs();
    await jobs();
    const alerts = await server.db.selectFrom("payment_alarm").selectAll().execute();
    expect(alerts.find(({ kind }) => kind === "compare")).toMatchObject({ closed_at: null });
    const closedWith = "The provider cannot list payments, so the host was asked to compare.";
    expect(alerts.find(({ id }) => id === "restored")).toMatchObject({ closed_with: closedWith });
    expect((await detail(booked)).status).toBe("upcoming");

    const [{ id, detail: text }] = (await admin("GET", "/payment-alerts")).json;
    expect(text).toContain("Compare your payments with PayHere after the restore");
    expect((await admin("POST", "/payment-alerts/close", { id, words: "Compared" })).json).toEqual({ closed: true });
    expect((await admin("GET", "/payment-alerts")).json).toEqual([]);
  });

  test("a payment for a booking that the host has removed raises an alert", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    const { version, reference } = await detail(booked);
    const removed = await admin("POST", `/bookings/${booked.json.id}/remove`, { version, reference });
    expect(removed.status, removed.text).toBe(204);
    expect(await bank.notify(order, bank.pay(order))).toBe(200);
    const [{ id, detail: text }] = (await admin("GET", "/payment-alerts")).json;
    expect(text).toContain(`belongs to no booking here: ${order}`);
    const { alerts } = (await admin("GET", "/dashboard")).json;
    expect(alerts.map(({ title }: { title: string }) => title)).toContain("A payment for an unknown booking");
    expect((await admin("POST", "/payment-alerts/close", { id, words: "Paid back" })).json).toEqual({ closed: true });
  });

  test("P-16: the plan is split into payments that PayHere accepts, and a payment link above PayHere's limit is rejected", async () => {
    const { bank } = app.parts();
    const small = await startTestApp(engine, {
      config: { payhere: { ...bank.account, largestPayment: 200 } },
    });
    const booked = await bookStay(small, nights());
    const cookie = { cookie: cookieOf(booked) };
    const pay = `/api/bookings/${booked.json.id}`;
    const seen = (await small.send("GET", `${pay}/payment`, undefined, cookie)).json;
    expect([seen.state, seen.amountCents, seen.laterCents]).toEqual(["open", 20_000, 25_000]);
    const page = (await small.send("GET", `${pay}/confirmation`, undefined, cookie)).json.payment;
    expect([page.nowCents, page.laterCents, page.payCents]).toEqual([20_000, 25_000, 20_000]);
    const amounts: string[] = [];
    bank.registers(small.url);
    for (let part = 0; part < 3; part++) {
      const link = await small.send("POST", `${pay}/pay`, {}, cookie);
      expect(await bank.submit(link.json, `${small.url}/`)).toBe(200);
      amounts.push(link.json.fields.amount);
      bank.pay(link.json.fields.order_id);
      await small.send("GET", `${pay}/payment?back=paid`, undefined, cookie);
    }
    expect(amounts).toEqual(["200.00", "200.00", "50.00"]);
    const host = { cookie: await small.signIn() };
    const form = { amountCents: 20_100, about: "" };
    const link = await small.send("POST", `/api/admin/bookings/${booked.json.id}/payment-links`, form, host);
    expect([link.status, link.json.message]).toEqual([
      400,
      "PayHere accepts at most $200 in one payment. Request it in parts.",
    ]);
    bank.registers(app.parts().server.url);
    await small.close();
  });

  test("P-21: a stay is not cancelled for a balance that exists only because of PayHere's limit", async () => {
    const { bank } = app.parts();
    const small = await startTestApp(engine, {
      config: { payhere: { ...bank.account, largestPayment: 200 }, localMailbox: true },
    });
    const settings = async (change: object) => {
      const host = { cookie: await small.signIn() };
      const { version } = (await small.send("GET", "/api/admin/settings", undefined, host)).json;
      const saved = await small.send("PUT", "/api/admin/settings", { ...change, version }, host);
      expect(saved.status, saved.text).toBe(200);
    };
    // The portal shows the switch only while the price is paid in parts.
    await settings({ firstPart: "percent", cancelUnpaid: true });
    await settings({ firstPart: "all" });
    expect((await small.send("GET", "/api/terms")).json.payment.cancelUnpaid).toBe(false);
    const booked = await bookStay(small, nights());
    const own = { cookie: cookieOf(booked) };
    bank.registers(small.url);
    const link = await small.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
    expect(await bank.submit(link.json, `${small.url}/`)).toBe(200);
    bank.pay(link.json.fields.order_id);
    const paid = await small.send("GET", `/api/bookings/${booked.json.id}/payment?back=paid`, undefined, own);
    expect([paid.json.state, paid.json.laterCents]).toEqual(["paid", 25_000]);
    await settings({ firstPart: "percent" });
    small.clock.set(new Date(Date.parse(`${paid.json.laterOn}T06:00:00Z`) + 24 * 60 * MINUTE).toISOString());
    await small.app.runJobs(/payment|unpaid/);
    await small.app.runJobs(/messages|mail/);
    small.clock.advance(50 * 60 * MINUTE);
    await small.app.runJobs(/unpaid/);
    const { status } = (await small.send("GET", `/api/bookings/${booked.json.id}/confirmation`, undefined, own)).json;
    expect(status).toBe("upcoming");
    bank.registers(app.parts().server.url);
    await small.close();
  });
});

describe("paying with PayHere without its API", () => {
  const app = given(false);
  const { paymentOf, detail, online, jobs, refundEmails, begun } = acts(app);
  beforeAll(() => app.start("sqlite"));
  beforeEach(() => app.signIn());
  afterAll(() => app.stop());

  test("P-04: signed webhooks with the right amount confirm the booking once, even if they contain different payment ids", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    const paid = bank.pay(order);
    expect(await bank.notify(order, paid, { secret: "another secret" })).toBe(401);
    expect(await bank.notify(order, paid, { statusCode: "0" })).toBe(200);
    expect(await bank.notify(order, paid, { statusCode: "-2" })).toBe(200);
    await jobs();
    expect((await detail(booked)).status).toBe("pending");
    await Promise.all([1, 2, 3].map((n) => bank.notify(order, paid, { paymentId: `32000000000${n}` })));
    await jobs();
    await bank.notify(order, paid, { paymentId: "320000000009" });
    await jobs();
    const { status, paidAmount, payments } = await detail(booked);
    expect([status, paidAmount, payments.length]).toEqual(["upcoming", "450.00", 1]);
    expect((await paymentOf(booked, "?back=paid")).state).toBe("paid");
  });

  test("a reported payment of 0.00 does not hide the real payment, and is not a second payment", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    const nothing = bank.pay(order, { amount: "0.00" });
    expect(await bank.notify(order, nothing)).toBe(200);
    await jobs();
    expect(await detail(booked)).toMatchObject({ status: "pending", payments: [] });
    expect(await bank.notify(order, bank.pay(order))).toBe(200);
    expect(await bank.notify(order, nothing)).toBe(200);
    await jobs();
    expect(await detail(booked)).toMatchObject({ status: "upcoming", paidAmount: "450.00" });
    expect((await online(booked)).alerts).toEqual([]);
  });

  test("a guest who pays the same form again is counted once, and the host is told of each further payment once, even if webhooks are repeated", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    const [first, second] = [bank.pay(order), bank.pay(order)];
    await bank.notify(order, first);
    await bank.notify(order, first);
    await jobs();
    expect((await online(booked)).alerts).toEqual([]);
    for (let times = 0; times < 3; times++) await bank.notify(order, second);
    await jobs();
    expect((await detail(booked)).paidAmount).toBe("450.00");
    expect((await online(booked)).alerts).toMatchObject([
      {
        kind: "paid-again",
        detail: expect.stringMatching(new RegExp(`${first.id}, ${second.id}|${second.id}, ${first.id}`)),
      },
    ]);
    const third = bank.pay(order);
    await Promise.all([first, second, third, third].map((one) => bank.notify(order, one)));
    await bank.notify(order, third);
    await jobs();
    expect((await detail(booked)).paidAmount).toBe("450.00");
    const { alerts } = await online(booked);
    expect(alerts).toMatchObject([{ kind: "paid-again", detail: expect.stringContaining(third.id) }]);
    for (const { id } of [first, second]) expect(alerts[0].detail).toContain(id);
  });

  test("P-25: a signed webhook with a different amount does not confirm the booking, and raises an alert", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    await bank.notify(order, bank.pay(order), { amount: "4.50" });
    await jobs();
    expect((await detail(booked)).status).toBe("pending");
    const { alerts, provider } = await online(booked);
    expect(alerts).toMatchObject([{ kind: "mismatch" }]);
    expect(provider.refunds).toBe("none");
  });

  test("a refund is left to the host, who gets an alert; PayHere is not called, and the guest gets no confirmation", async () => {
    const { bank } = app.parts();
    const { booked, order } = await begun();
    await bank.notify(order, bank.pay(order));
    await jobs();
    bank.calls.length = 0;
    await app.admin("POST", `/bookings/${booked.json.id}/refunds`, {
      amountCents: 45_000,
      expectedRefundableCents: 45_000,
    });
    await jobs();
    const { refunds, alerts } = await online(booked);
    expect(refunds).toMatchObject([{ state: "by-hand" }]);
    expect(alerts).toMatchObject([{ kind: "refund-by-hand", detail: expect.stringContaining("in PayHere's portal") }]);
    expect(bank.calls).toEqual([]);
    expect(await refundEmails(refunds[0].id)).toBe(0);
  });

  test("the host is no longer asked to make a refund once they have restored the stay", async () => {
    const { bank, server } = app.parts();
    const { booked, order } = await begun();
    await bank.notify(order, bank.pay(order));
    await jobs();
    const address = `/bookings/${booked.json.id}`;
    const cancelling = { version: (await detail(booked)).version, waiveFee: true, expectedFee: "0.00" };
    expect((await app.admin("POST", `${address}/cancel`, cancelling)).status).toBe(200);
    await jobs();
    expect((await online(booked)).alerts).toMatchObject([{ kind: "refund-by-hand" }]);
    const restoring = { version: (await detail(booked)).version, status: "confirmed" };
    expect((await app.admin("POST", `${address}/status`, restoring)).status).toBe(200);
    expect(await online(booked)).toMatchObject({ alerts: [], refunds: [], dueCents: 0 });
    const told = server.db
      .selectFrom("scheduled_message")
      .select("subject")
      .where("subject", "like", "%need to refund%");
    const { reference } = booked.json;
    expect(await told.execute()).toEqual([{ subject: `You don't need to refund $450, ${reference}` }]);
  });

  test("payments are not counted again when the API is set up later or removed", async () => {
    const { bank, server } = app.parts();
    const withApi = await startPayHereBank(() => server.clock());
    const { booked, order } = await begun();
    await bank.notify(order, bank.pay(order));
    await jobs();
    const api = { ...bank.account, app: withApi.account.app };
    const second = await startTestApp("sqlite", {
      clock: server.clock,
      config: { payhere: api, ...server.sameDatabase },
    });
    const syncs = async () => {
      server.clock.advance(26 * 60 * MINUTE);
      await second.app.runJobs(/sync payments$/);
    };
    await syncs();
    expect((await detail(booked)).payments).toHaveLength(1);

    // This payment is found through the API; then the API is removed, and a webhook reports the payment.
    const found = await begun();
    const paid = bank.pay(found.order);
    await syncs();
    expect((await detail(found.booked)).paidAmount).toBe("450.00");
    await bank.notify(found.order, paid);
    server.clock.advance(26 * 60 * MINUTE);
    await jobs();
    expect((await detail(found.booked)).payments).toHaveLength(1);
    await second.close();
    await withApi.close();
  });
});
