import { expect, describe, test } from "vitest";
import type { Config } from "../config.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startPayBank } from "../testing/pay-bank.ts";
import { startPayHereBank } from "../testing/payhere-bank.ts";
import { cookieOf, startTestApp, type TestApp, type TestResponse } from "../testing/test-app.ts";

const MINUTE = 60_000;

type Clock = () => Date;
type Provider = { config: Partial<Pick<Config, "stripe" | "payhere">>; close: () => Promise<void> };
const stripe = async (clock: Clock, live: boolean): Promise<Provider> => {
  const bank = await startPayBank(clock, () => 1, live);
  return { config: { stripe: bank.account }, close: bank.close };
};
const payHere = async (clock: Clock): Promise<Provider> => {
  const bank = await startPayHereBank(clock, { withApp: true });
  return { config: { payhere: bank.account }, close: bank.close };
};
const CHANGES: [string, (clock: Clock) => Promise<Provider>][] = [
  ["the live mode of Stripe", (clock) => stripe(clock, true)],
  ["another Stripe account", (clock) => stripe(clock, false)],
  ["PayHere", payHere],
];

/** Guests have Stripe's payment page open when the operator changes the mode, the account or the provider. */
describe.each(engines)("payment pages left open, on %s", (engine) => {
  test.each(CHANGES)(
    "after a change to %s, bookings can be changed, cancelled and paid for once the pages have expired",
    async (_name, start) => {
      const former = await stripe(() => first.clock(), false);
      const first: TestApp = await startTestApp(engine, { config: former.config });
      const next = await start(() => first.clock());
      const second = await startTestApp(engine, {
        clock: first.clock,
        config: { ...first.sameDatabase, ...next.config },
      });
      const admin = async (method: string, path: string, body?: unknown) =>
        second.send(method, `/api/admin${path}`, body, { cookie: await second.signIn() });
      const detail = async ({ json }: TestResponse) => (await admin("GET", `/bookings/${json.id}`)).json;
      const pay = (server: TestApp, booked: TestResponse) =>
        server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, { cookie: cookieOf(booked) });
      const begun = async (month: string) => {
        const booked = await bookStay(first, { checkInDate: `2027-${month}-01`, checkOutDate: `2027-${month}-04` });
        expect((await pay(first, booked)).status).toBe(200);
        return booked;
      };
      const held = await begun("03");
      const cookie = await first.signIn();
      const { version } = (await first.send("GET", "/api/admin/settings", undefined, { cookie })).json;
      const offered = { paymentMode: "offered", version };
      expect((await first.send("PUT", "/api/admin/settings", offered, { cookie })).status).toBe(200);
      const [repriced, cancelled, removed] = [await begun("04"), await begun("05"), await begun("06")];
      const reprice = async () => {
        const discount = { version: (await detail(repriced)).version, kind: "discount", amount: "10", label: "Sorry" };
        return admin("POST", `/bookings/${repriced.json.id}/adjustments`, discount);
      };
      // Guests may still be paying on these pages.
      expect(await reprice()).toMatchObject({ status: 409, json: { message: expect.stringContaining("still open") } });
      expect((await pay(second, repriced)).status).toBe(503);

      first.clock.advance(38 * MINUTE);
      await second.app.runJobs(/payment|unpaid|refund/);
      expect((await reprice()).status).toBe(201);
      const link = await pay(second, repriced);
      expect(link.status, link.text).toBe(200);
      const cancelling = { expectedFee: "0.00" };
      const headers = { cookie: cookieOf(cancelled) };
      const path = `/api/bookings/${cancelled.json.id}/cancel`;
      expect((await second.send("POST", path, cancelling, headers)).status).toBe(200);
      const { version: seen, reference } = await detail(removed);
      const gone = await admin("POST", `/bookings/${removed.json.id}/remove`, { version: seen, reference });
      expect(gone.status, gone.text).toBe(204);

      // The guest may have paid for the held stay on the former page, so its nights stay held for two hours.
      expect((await detail(held)).status).toBe("pending");
      first.clock.advance(2 * 60 * MINUTE);
      await second.app.runJobs(/payment|unpaid|refund/);
      expect((await detail(held)).status).toBe("cancelled");
      const { alerts } = (await admin("GET", `/bookings/${held.json.id}/online-payments`)).json;
      expect(alerts.map(({ kind }: { kind: string }) => kind)).toEqual(["unseen"]);
      await second.close();
      await first.close();
      await next.close();
      await former.close();
    },
    60_000,
  );

  test("after a change to live payments, the host is not asked to refund a test payment, and the guest's page promises no refund and says that the payment was a test", async () => {
    const testBank = await startPayBank(() => first.clock());
    const first: TestApp = await startTestApp(engine, { config: { stripe: testBank.account } });
    const booked = await bookStay(first, { checkInDate: "2027-03-01", checkOutDate: "2027-03-04" });
    const headers = { cookie: cookieOf(booked) };
    const link = await first.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, headers);
    testBank.pay(testBank.sessionOf(link.json.url));
    await first.send("GET", `/api/bookings/${booked.json.id}/payment?back=paid`, undefined, headers);

    const live = await stripe(() => first.clock(), true);
    const config = { ...first.sameDatabase, ...live.config };
    const second = await startTestApp(engine, { clock: first.clock, config });
    const confirmation = `/api/bookings/${booked.json.id}/confirmation`;
    const paid = (await second.send("GET", confirmation, undefined, headers)).json.payment;
    expect(paid).toMatchObject({ paidCents: 45_000, testMode: true });
    const cancel = { expectedFee: "0.00" };
    expect((await second.send("POST", `/api/bookings/${booked.json.id}/cancel`, cancel, headers)).status).toBe(200);
    await second.app.runJobs(/refund/);
    const cookie = await second.signIn();
    const { alerts } = (await second.send("GET", "/api/admin/dashboard", undefined, { cookie })).json;
    const titles = alerts
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => title.includes("$450"));
    expect(titles).toEqual([`Nothing to refund: $450 was a test payment, ${booked.json.reference}`]);
    const shown = async (server: TestApp) => {
      const read = async (page: string) =>
        (await server.send("GET", `/api/bookings/${booked.json.id}/${page}`, undefined, headers)).json;
      return [(await read("confirmation")).payment.refundCents, (await read("payment")).refunds.length];
    };
    expect([await shown(first), await shown(second)]).toEqual([
      [45_000, 1],
      [0, 0],
    ]);
    await second.close();
    await first.close();
    await live.close();
    await testBank.close();
  });
});
