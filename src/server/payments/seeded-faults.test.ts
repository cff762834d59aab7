import { afterEach, expect, test, vi } from "vitest";
import type * as facts from "#domain/payments/facts.ts";
import type * as closing from "./close-checkout.ts";
import type { PaymentProvider } from "./ports.ts";
import type * as stripeClient from "./stripe-client.ts";
import type * as calendar from "../database/calendar.ts";
import type * as guestRoutes from "./guest-payment-routes.ts";

/**
 * P-46. Negative controls: each fault is seeded into the product, and must be detected by the checks of the random
 * payment histories, by the status of a booking or by the database. Without a fault, these checks find nothing.
 */

const MINUTE = 60_000;

afterEach(() => {
  vi.doUnmock("./stripe-client.ts");
  vi.doUnmock("./close-checkout.ts");
  vi.doUnmock("./guest-payment-routes.ts");
  vi.doUnmock("../database/calendar.ts");
  vi.doUnmock("#domain/payments/facts.ts");
  vi.resetModules();
});

function changeProvider(change: (provider: PaymentProvider) => Partial<PaymentProvider>): void {
  vi.doMock("./stripe-client.ts", async (original) => {
    const actual = await original<typeof stripeClient>();
    return {
      ...actual,
      createStripeClient: (...given: Parameters<typeof actual.createStripeClient>) => {
        const provider = actual.createStripeClient(...given);
        return { ...provider, ...change(provider) };
      },
    };
  });
}

/**
 * One guest pays just in time and two guests pay too late; another guest has taken the nights of one of these two.
 * Returns the status of the first guest's booking and all inconsistencies at the end.
 */
async function history() {
  const { startPayBank } = await import("../testing/pay-bank.ts");
  const { cookieOf, startTestApp } = await import("../testing/test-app.ts");
  const { bookStay } = await import("../testing/given.ts");
  const { problems } = await import("../testing/payment-histories.ts");
  const { stripeBooks } = await import("../testing/history-bank.ts");
  const bank = await startPayBank(() => server.clock());
  const server = await startTestApp("sqlite", { config: { stripe: bank.account } });
  bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
  const jobs = () => server.app.runJobs(/payment|unpaid|refund/);
  const statusOf = async (id: string) =>
    (await server.db.selectFrom("booking").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
  const begun = async (checkInDate: string, checkOutDate: string) => {
    const sent = await bookStay(server, { checkInDate, checkOutDate });
    if (sent.status !== 201) return null;
    const paying = await server.send("POST", `/api/bookings/${sent.json.id}/pay`, {}, { cookie: cookieOf(sent) });
    return { sent, session: bank.sessionOf(paying.json.url) };
  };

  const inTime = await begun("2027-03-01", "2027-03-03");
  const late = await begun("2027-04-01", "2027-04-03");
  const revived = await begun("2027-05-01", "2027-05-03");
  if (!inTime || !late || !revived) throw new Error("A booking failed");
  // Opens the return URL for a successful payment.
  const back = `/api/bookings/${late.sent.json.id}/payment?back=paid`;
  await server.send("GET", back, undefined, { cookie: cookieOf(late.sent) });
  server.clock.advance(29 * MINUTE);
  bank.pay(inTime.session);
  server.clock.advance(10 * MINUTE);
  await server.app.runJobs(/unpaid/);
  const paidInTime = await statusOf(inTime.sent.json.id);

  // A signed webhook about a page on which nobody has paid.
  await bank.sendWebhook(late.session, "evt_unpaid");
  await server.app.runJobs(/sync payments$/);
  bank.away = true;
  server.clock.advance(34 * MINUTE + 2 * 60 * MINUTE);
  await jobs();
  bank.away = false;
  const other = await begun("2027-04-01", "2027-04-03");
  // If a fault makes the late stay count as paid, nobody else gets these nights.
  if (other) {
    bank.pay(other.session);
    bank.pay(late.session, { late: true });
  }
  bank.pay(revived.session, { late: true });
  await bank.sendWebhook(revived.session, "evt_revived");
  // The response to the first refund is lost.
  bank.failNext("refund", "after", 1);
  for (let times = 0; times < 3; times++) {
    server.clock.advance(11 * MINUTE);
    await jobs();
  }
  const all = [inTime, late, revived, ...(other ? [other] : [])].map(({ sent }) => sent.json.id);
  const found = await problems(all, stripeBooks(bank), server.db);
  await server.close();
  await bank.close();
  return { paidInTime, found: found.join("\n") };
}

test("without a seeded fault, the checks find nothing", async () => {
  expect(await history()).toEqual({ paidInTime: "upcoming", found: "" });
});

test("a ledger keyed by report instead of by fact is detected", async () => {
  let reports = 0;
  changeProvider((provider) => ({
    fetchFacts: async (ref) => {
      const found = await provider.fetchFacts(ref);
      if (!found.ok) return found;
      reports += 1;
      return { ok: true, facts: found.facts.map((fact) => ({ ...fact, key: `${fact.key}/${reports}` })) };
    },
  }));
  expect((await history()).found).toContain("the ledger has");
});

test("trusting a webhook's amount without a sync is detected", async () => {
  const trusted = new Set<string>();
  changeProvider((provider) => ({
    readWebhook: async (...given) => {
      const event = await provider.readWebhook(...given);
      if (typeof event !== "string") trusted.add(event.ref);
      return event;
    },
    fetchFacts: async (ref) => {
      if (!trusted.has(ref)) return provider.fetchFacts(ref);
      const what = { kind: "charge", key: `trusted/${ref}`, chargeRef: ref, at: new Date() } as const;
      return { ok: true, facts: [{ ...what, amountCents: 30_000, currency: "USD" }] };
    },
  }));
  expect((await history()).found).toContain("the ledger has");
});

test("releasing nights before the payment page is closed and the checkout is synced is detected", async () => {
  vi.doMock("./close-checkout.ts", async () => {
    const { setCheckoutState } = await import("./checkout-queries.ts");
    const closeCheckout: typeof closing.closeCheckout = async ({ database }, { id }) => {
      await setCheckoutState(database.db, id, "ended");
      return "closed";
    };
    return { closeCheckout, closeAndSync: closeCheckout };
  });
  expect((await history()).paidInTime).toBe("cancelled");
});

test("keeping a late charge is detected", async () => {
  vi.doMock("#domain/payments/facts.ts", async (original) => {
    const actual = await original<typeof facts>();
    const outcomeOf: typeof actual.outcomeOf = (...given) => {
      const outcome = actual.outcomeOf(...given);
      return outcome.step === "late" || outcome.step === "retake" ? { step: "pay" } : outcome;
    };
    return { ...actual, outcomeOf };
  });
  expect((await history()).found).toContain("was kept for a stay that is cancelled");
});

test("a server that trusts the return URL is detected", async () => {
  vi.doMock("./guest-payment-routes.ts", async (original) => {
    const actual = await original<typeof guestRoutes>();
    const { openCheckoutOf } = await import("./checkout-queries.ts");
    const { recordFacts } = await import("./record-facts.ts");
    const mountGuestPayments: typeof actual.mountGuestPayments = (mount, needs) => {
      const find: typeof needs.find = async (id, within) => {
        const open = within ? null : await openCheckoutOf(needs.database.db, id);
        if (open?.ref) {
          const { amountCents, currency, ref } = open;
          const what = { kind: "charge", key: `back/${ref}`, chargeRef: ref, at: needs.clock() } as const;
          await recordFacts(needs, open.id, [{ ...what, amountCents, currency }]);
        }
        return needs.find(id, within);
      };
      actual.mountGuestPayments(mount, { ...needs, find });
    };
    return { ...actual, mountGuestPayments };
  });
  expect((await history()).found).toContain("the ledger has");
});

test("the database refuses to restore a stay without its nights", async () => {
  vi.doMock("../database/calendar.ts", async (original) => {
    const actual = await original<typeof calendar>();
    const claimNights: typeof actual.claimNights = async (...given) => {
      const [trx, , , , owner] = given;
      const id = "booking_id" in owner ? owner.booking_id : null;
      const known = id
        ? await trx.selectFrom("booking").select("id").where("id", "=", id).executeTakeFirst()
        : undefined;
      return known ? [] : actual.claimNights(...given);
    };
    return { ...actual, claimNights };
  });
  const error: unknown = await history().catch((caught: unknown) => caught);
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  expect(errors.map(String)).toContainEqual(expect.stringContaining("a booking must own every night of its stay"));
});

test("a refund with a new key for each attempt is detected", async () => {
  let tries = 0;
  changeProvider((provider) => ({
    refund: (order) => {
      tries += 1;
      return provider.refund({ ...order, id: `${order.id}-${tries}` });
    },
  }));
  expect((await history()).found).toContain("a refund that no row asked for");
});
