import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

describe.each(engines)("payments in a currency with three decimals, on %s", (engine) => {
  let server: TestApp;
  let bank: PayBank;
  let cookie: string;
  beforeAll(async () => {
    bank = await startPayBank(() => server.clock());
    server = await startTestApp(engine, { config: { stripe: bank.account } });
    cookie = await server.signIn();
    const { prices, version } = (await host("GET", "/prices")).json;
    // Three nights for KWD 45.123.
    const everyNight = { ...prices.everyNight, priceCents: 15_041 };
    const body = { prices: { ...prices, currency: "KWD", everyNight }, version, confirmed: true };
    const saved = await host("PUT", "/prices", body);
    expect(saved.status, saved.text).toBe(200);
  });
  beforeEach(() => payFirst({ firstPart: "all" }));
  afterAll(async () => {
    await server.close();
    await bank.close();
  });
  const host = (method: string, path: string, body?: unknown) =>
    server.send(method, `/api/admin${path}`, body, { cookie });
  const pay = (booked: TestResponse) =>
    server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, { cookie: cookieOf(booked) });
  async function payFirst(terms: object) {
    const { version } = (await host("GET", "/settings")).json;
    expect((await host("PUT", "/settings", { ...terms, version })).status).toBe(200);
  }

  test("P-17: if Stripe cannot charge the price, the host is told why, and can change it", async () => {
    const booked = await bookStay(server, { checkInDate: "2027-03-01", checkOutDate: "2027-03-04" });
    const { id, reference } = booked.json;
    for (let tries = 0; tries < 2; tries++) expect((await pay(booked)).status).toBe(503);
    const alerts = (await host("GET", "/dashboard")).json.alerts.filter(({ title }: { title: string }) =>
      title.startsWith("A guest cannot pay"),
    );
    expect(alerts).toMatchObject([
      {
        title: expect.stringContaining(reference),
        detail: expect.stringContaining("in a currency with three decimal places, the last digit must be 0"),
        href: `/admin/bookings/${id}`,
      },
    ]);
    const { version } = (await host("GET", `/bookings/${id}`)).json;
    const discount = { version, kind: "discount", amount: "0.003", label: "Rounded" };
    expect((await host("POST", `/bookings/${id}/adjustments`, discount)).status).toBe(201);
    const link = await pay(booked);
    expect(link.status, link.text).toBe(200);
    const session = bank.sessionOf(link.json.url);
    expect(bank.sessions.get(session)?.requested).toBe(45_120);
    bank.pay(session);
    await server.send("GET", `/api/bookings/${id}/payment?back=paid`, undefined, { cookie: cookieOf(booked) });

    const send = (amountCents: number) =>
      host("POST", `/bookings/${id}/payment-links`, { amountCents, about: "Airport pick-up" });
    const refused = await send(4005);
    expect([refused.status, refused.json.fields.amount]).toEqual([
      400,
      "Stripe cannot charge this amount: in a currency with three decimal places, the last digit must be 0.",
    ]);
    expect((await send(4010)).status).toBe(200);
  });

  test("P-17: a deposit for the first nights is rounded up to an amount that Stripe can charge", async () => {
    await payFirst({ firstPart: "nights", firstNights: 1 });
    const link = await pay(await bookStay(server, { checkInDate: "2027-04-01", checkOutDate: "2027-04-04" }));
    expect(link.status, link.text).toBe(200);
    expect(bank.sessions.get(bank.sessionOf(link.json.url))?.requested).toBe(15_050);
  });

  test("P-27: if Stripe cannot refund what is left after the cancellation fee, the host is told why and pays it back", async () => {
    const { prices, version } = (await host("GET", "/prices")).json;
    const everyNight = { ...prices.everyNight, priceCents: 15_040 };
    // Free only more than a year ahead.
    const cancellation = [{ fromHoursBefore: 8760, percent: 3333 }];
    const body = { prices: { ...prices, everyNight, cancellation }, version, confirmed: true };
    expect((await host("PUT", "/prices", body)).status).toBe(200);
    const booked = await bookStay(server, { checkInDate: "2027-05-01", checkOutDate: "2027-05-04" });
    const session = bank.sessionOf((await pay(booked)).json.url);
    bank.pay(session);
    const own = `/api/bookings/${booked.json.id}`;
    const guest = { cookie: cookieOf(booked) };
    await server.send("GET", `${own}/payment?back=paid`, undefined, guest);
    // 33.33% of KWD 45.120 is KWD 15.038, so KWD 30.082 are left.
    expect((await server.send("POST", `${own}/cancel`, { expectedFee: "15.038" }, guest)).status).toBe(200);
    await server.app.runJobs(/refunds/);
    expect(bank.refunded(session)).toBe(0);
    const { alerts, refunds } = (await host("GET", `/bookings/${booked.json.id}/online-payments`)).json;
    expect(refunds).toMatchObject([{ amountCents: 30_082, state: "failed" }]);
    expect(alerts).toMatchObject([{ detail: expect.stringContaining("Stripe cannot refund this amount") }]);
  });
});
