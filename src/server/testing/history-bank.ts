import type { Config } from "../config.ts";
import type { Db } from "../database/connect.ts";
import { type PayBank, startPayBank } from "./pay-bank.ts";
import { startPayHereBank } from "./payhere-bank.ts";

/** What the ledger checks ask a simulated provider. */
export type Books = {
  /** The amount that the provider holds for a checkout: charges less refunds and less disputes that were not won. */
  holds: (ref: string) => number;
  /** The number of refunds made through the provider's API that none of our rows requested. */
  strayRefunds: (db: Db) => Promise<number>;
};

/**
 * A simulated provider for random histories, with the actions of guests, the provider, its dashboard and the network.
 */
export type HistoryBank = Books & {
  config: Partial<Pick<Config, "stripe" | "payhere">>;
  setAway: (away: boolean) => void;
  setFaults: (share: number) => void;
  /** Sets where the provider sends its webhooks, and which site guests come from. */
  serves: (siteUrl: string) => void;
  /** Does what a guest's browser does with the response to "Pay". Returns the provider's id for the checkout. */
  enter: (link: PayLinkJson) => Promise<string>;
  pay: (ref: string) => void;
  /** Pays an amount that differs from the requested amount. */
  payWrongly: (ref: string) => void;
  /** Sends a webhook about a checkout: genuine, repeated, forged, old or about a payment that does not exist. */
  sendWebhook: (ref: string, roll: () => number, name: string) => Promise<unknown>;
  /** Does what the host does in the provider's own dashboard. */
  refundByHand: (ref: string) => void;
  dispute: (ref: string) => void;
  /** Completes the pending refunds at the provider, each with a success or a failure. May let the host win disputes. */
  settle: (succeeds: () => boolean) => void;
  forget: () => void;
  close: () => Promise<void>;
};
// The JSON as the product returned it.
type PayLinkJson = ReturnType<typeof JSON.parse>;

export type HistoryProvider = "stripe" | "payhere";

export function startHistoryBank(
  provider: HistoryProvider,
  clock: () => Date,
  roll: () => number,
): Promise<HistoryBank> {
  return provider === "stripe" ? stripeBank(clock, roll) : payHereBank(clock, roll);
}

export const stripeBooks = (bank: Pick<PayBank, "holds" | "refunds">): Books => ({
  holds: bank.holds,
  strayRefunds: async (db) => {
    let strays = 0;
    for (const { id, metadata } of bank.refunds.values()) {
      const ours = metadata["refund"];
      if (ours === undefined) continue;
      const row = await db.selectFrom("refund").select("provider_ref").where("id", "=", ours).executeTakeFirst();
      if (row?.provider_ref !== id) strays += 1;
    }
    return strays;
  },
});

async function stripeBank(clock: () => Date, roll: () => number): Promise<HistoryBank> {
  const bank = await startPayBank(clock, roll);
  return {
    ...stripeBooks(bank),
    config: { stripe: bank.account },
    setAway: (away) => {
      bank.away = away;
    },
    setFaults: (share) => (share === 0 ? bank.noFaults() : bank.faultsAtRandom(share, 0.3)),
    serves: (siteUrl) => bank.sendWebhooksTo(`${siteUrl}/api/webhooks/stripe`),
    enter: async (link) => bank.sessionOf(link.url),
    pay: (ref) => void bank.pay(ref),
    payWrongly: (ref) => void bank.pay(ref, { amount: (bank.sessions.get(ref)?.requested ?? 2) - 1 }),
    sendWebhook: (ref, chance, name) => {
      const id = `evt_${Math.floor(chance() * 3)}_${name}`;
      const kind = chance();
      if (kind < 0.1) return bank.sendWebhook(ref, id, "whsec_another");
      if (kind < 0.2) return bank.sendWebhook(ref, id, undefined, -301);
      // Sends the same event three times at once, one of them under a second id.
      if (kind < 0.4) return Promise.all([id, id, `${id}_again`].map((one) => bank.sendWebhook(ref, one)));
      return bank.sendWebhook(ref, id);
    },
    refundByHand: (ref) => void (bank.holds(ref) >= 1000 && bank.refundByHand(ref, 1000)),
    // In these histories, a partly refunded charge is not disputed, and a disputed charge is not refunded.
    dispute: (ref) => void (bank.holds(ref) > 0 && bank.refundCount(ref) === 0 && bank.dispute(ref)),
    settle: (succeeds) => {
      for (const id of bank.refunds.keys()) bank.settleRefund(id, succeeds() ? "succeeded" : "failed");
      for (const id of bank.disputes.keys()) if (!succeeds()) bank.winDispute(id);
    },
    forget: bank.forget,
    close: bank.close,
  };
}

async function payHereBank(clock: () => Date, roll: () => number): Promise<HistoryBank> {
  const bank = await startPayHereBank(clock, { chance: roll });
  let site = "";
  const paymentsOf = (ref: string) => bank.paid.filter(({ order }) => order === ref);
  const received = (ref: string) => paymentsOf(ref).find(({ status }) => status === "RECEIVED");
  const cents = (amount: string) => Math.round(Number(amount) * 100);
  // PayHere's pages never expire and can be paid twice; in these histories, nobody pays more than twice.
  const mayPay = (ref: string) => bank.orders.has(ref) && paymentsOf(ref).length < 2;
  return {
    config: { payhere: bank.account },
    holds: (ref) =>
      paymentsOf(ref)
        .filter(({ status }) => status === "RECEIVED")
        .reduce((sum, { amount }) => sum + cents(amount), 0),
    strayRefunds: async (db) => {
      const rows = await db
        .selectFrom("refund")
        .select("charge_ref")
        .where("state", "in", ["done", "by-hand"])
        .execute();
      const known = new Set(rows.map((row) => row.charge_ref));
      const once = new Set(bank.refunds);
      return bank.refunds.length - once.size + [...once].filter((id) => !known.has(id)).length;
    },
    setAway: (away) => {
      bank.away = away;
    },
    setFaults: bank.faultsAtRandom,
    serves: (siteUrl) => {
      site = siteUrl;
      bank.registers(siteUrl);
      bank.sendWebhooksTo(`${siteUrl}/api/webhooks/payhere`);
    },
    enter: async (link) => {
      await bank.submit(link, site).catch(() => 0);
      return link.fields.order_id;
    },
    pay: (ref) => void (mayPay(ref) && bank.pay(ref)),
    payWrongly: (ref) => {
      const amount = cents(bank.orders.get(ref)?.["amount"] ?? "0");
      if (mayPay(ref)) bank.pay(ref, { amount: ((amount - 1) / 100).toFixed(2) });
    },
    sendWebhook: async (ref, chance) => {
      const paid = paymentsOf(ref)[0];
      const form = bank.orders.get(ref);
      const kind = chance();
      const about = paid ?? {
        id: "320012345678",
        order: ref,
        amount: form?.["amount"] ?? "1.00",
        currency: form?.["currency"] ?? "USD",
        status: "RECEIVED" as const,
        at: clock(),
      };
      if (kind < 0.1) return bank.notify(ref, about, { secret: "another secret" });
      // Signed, but with the id of a payment that does not exist.
      if (kind < 0.3) return bank.notify(ref, about, { paymentId: "320099999999" });
      if (kind < 0.4) return bank.notify(ref, about, { statusCode: "-2" });
      if (kind < 0.6) return Promise.all([1, 2, 3].map(() => bank.notify(ref, about)));
      return bank.notify(ref, about);
    },
    refundByHand: (ref) => {
      const one = received(ref);
      if (one) one.status = "REFUNDED";
    },
    dispute: (ref) => {
      const one = received(ref);
      if (one) one.status = "CHARGEBACKED";
    },
    settle: () => undefined,
    forget: bank.forget,
    close: bank.close,
  };
}
