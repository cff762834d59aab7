import { afterEach, expect, test, vi } from "vitest";
import type * as lease from "../jobs/lease.ts";
import type * as payhereApi from "./payhere-api-client.ts";

/**
 * P-46. Negative controls for a provider without idempotency keys for refunds. The simulator counts the API calls for
 * refunds; each seeded fault causes more than one call.
 */

const MINUTE = 60_000;

afterEach(() => {
  vi.doUnmock("../jobs/lease.ts");
  vi.doUnmock("./payhere-api-client.ts");
  vi.resetModules();
});

/** A guest pays, and two servers refund the payment at the same time. If `lost` is true, the first response is lost. */
async function refundCalls(lost: boolean): Promise<number> {
  const { startPayHereBank } = await import("../testing/payhere-bank.ts");
  const { cookieOf, startTestApp } = await import("../testing/test-app.ts");
  const { bookStay } = await import("../testing/given.ts");
  const bank = await startPayHereBank(() => first.clock());
  const first = await startTestApp("sqlite", { config: { payhere: bank.account } });
  const second = await startTestApp("sqlite", {
    clock: first.clock,
    config: { payhere: bank.account, ...first.sameDatabase },
  });
  bank.registers(first.url);
  const booked = await bookStay(first, { checkInDate: "2027-03-01", checkOutDate: "2027-03-03" });
  const own = { cookie: cookieOf(booked) };
  const link = await first.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
  await bank.submit(link.json, first.url);
  bank.pay(link.json.fields.order_id);
  await first.send("GET", `/api/bookings/${booked.json.id}/payment?back=paid`, undefined, own);
  const cancelled = await first.send("POST", `/api/bookings/${booked.json.id}/cancel`, { expectedFee: "0.00" }, own);
  expect(cancelled.status, cancelled.text).toBe(200);
  if (lost) bank.failNext("refund", "after");
  for (let times = 0; times < 2; times++) {
    await Promise.all([first, second, first, second].map((server) => server.app.runJobs(/refunds/)));
    first.clock.advance(11 * MINUTE);
  }
  await second.close();
  await first.close();
  await bank.close();
  return bank.calls.filter((call) => call === "POST /merchant/v1/payment/refund").length;
}

test.each([true, false])(
  "without a seeded fault, PayHere gets one refund call (first response lost: %s)",
  async (lost) => {
    expect(await refundCalls(lost)).toBe(1);
  },
);

test("two workers without a lease are detected", async () => {
  vi.doMock("../jobs/lease.ts", async (original) => ({
    ...(await original<typeof lease>()),
    createLeases: () => ({ take: async () => true, release: async () => undefined, isHeld: async () => false }),
  }));
  expect(await refundCalls(false)).toBeGreaterThan(1);
});

test("retrying a refund without finding out whether it was made is detected", async () => {
  vi.doMock("./payhere-api-client.ts", async (original) => {
    const actual = await original<typeof payhereApi>();
    const createPayHereApi: typeof actual.createPayHereApi = (...given) => {
      const api = actual.createPayHereApi(...given);
      return {
        ...api,
        payments: async (order) => {
          const found = await api.payments(order);
          if (!found.ok) return found;
          return { ok: true, payments: found.payments.map((one) => ({ ...one, status: "RECEIVED" })) };
        },
      };
    };
    return { ...actual, createPayHereApi };
  });
  expect(await refundCalls(true)).toBeGreaterThan(1);
});
