import { fromPayHereAmount, PAYHERE_CURRENCIES, toPayHereAmount } from "#domain/payments/currency.ts";
import type { Fact } from "#domain/payments/facts.ts";
import type { CheckoutOrder, Fault, WebhookEvent, PayLink, PaymentProvider } from "./ports.ts";
import { createPayHereApi, type PayHereApp, type PayHerePayment } from "./payhere-api-client.ts";
import { checkoutHash, isWebhookSigned } from "./payhere-signature.ts";

export type PayHereAccount = {
  merchantId: string;
  merchantSecret: string;
  /** If null, we learn about payments only from signed webhooks, and the host makes refunds by hand. */
  app: PayHereApp | null;
  /** `https://www.payhere.lk`, or the sandbox. */
  url: string;
  live: boolean;
  /** The largest single payment, in whole units; null for no limit. */
  largestPayment: number | null;
};

type KnownCharge = { key: string; chargeRef: string };

export type PayHereNeeds = {
  account: PayHereAccount;
  clock: () => Date;
  notifyUrl: string;
  /** The currency of the prices; null if unknown. */
  currency: () => Promise<string | null>;
  /** The types of the signed webhooks about a checkout, as `readWebhook` returned them. */
  webhookTypes: (ref: string) => Promise<string[]>;
  /** The charges for a checkout in the ledger, earliest first. */
  knownCharges: (ref: string) => Promise<KnownCharge[]>;
};

const PAID = "2";
const CHARGED_BACK = "-3";
/** PayHere's times are in Sri Lanka's time zone. */
const OFFSET = "+05:30";

/**
 * The client for PayHere. The guest's browser posts a form to PayHere's page, and payments are looked up by the
 * checkout's id.
 */
export function createPayHereClient(needs: PayHereNeeds): PaymentProvider {
  const { account, clock, notifyUrl } = needs;
  const { live, url, merchantId } = account;
  const mode = live ? "live" : "test";
  const api = account.app && createPayHereApi(url, account.app, clock);
  /**
   * The key of a charge that is recorded from webhooks contains no payment id, because a webhook's signature does not
   * cover the payment id.
   */
  const firstKey = (ref: string) => `payhere:${mode}:charge:${ref}`;

  return {
    name: "payhere",
    live,
    label: "PayHere",
    can: { close: false, refund: api !== null, partialRefund: false, keyedRefund: false, list: false },
    largestCents: (currency) => account.largestPayment && fromPayHereAmount(account.largestPayment, currency),
    whyNotCharged: (amountCents, currency) =>
      toPayHereAmount(amountCents, currency) === null ? notAccepted(currency) : null,
    formTo: new URL(url).origin,
    wantsReferrer: true,
    webhookEndpoint: null,
    hasWebhook: async () => notifyUrl.startsWith("https:"),

    open: async (order) => {
      const amount = toPayHereAmount(order.amountCents, order.currency);
      // The account is at fault only if no new booking could be paid; otherwise, only this booking cannot be paid.
      if (amount === null)
        return (await wrongPrices()) ?? { ok: false, fault: "refused", reason: notAccepted(order.currency) };
      return { ok: true, ref: order.id, payLink: formOf(needs, order, amount) };
    },

    close: async () => ({ ok: false, fault: "refused", reason: "PayHere's pages cannot be closed." }),

    fetchFacts: async (ref) => {
      const known = await needs.knownCharges(ref);
      if (!api) return { ok: true, facts: factsFromWebhooks(ref, await needs.webhookTypes(ref), known[0]) };
      const found = await api.payments(ref);
      if (!found.ok) return found;
      const [first, ...others] = found.payments;
      if (!first) return { ok: true, facts: [] };
      // Whether the first charge was recorded from its webhook, before the API was set up.
      const fromWebhook = known.some(({ key }) => key === firstKey(ref));
      const facts = [
        ...factsOf(first, {
          key: fromWebhook ? ref : first.payment_id,
          chargeRef: fromWebhook ? ref : first.payment_id,
        }),
        ...others.flatMap((one) => factsOf(one, { key: one.payment_id, chargeRef: one.payment_id })),
      ];
      if (facts.includes(null))
        return {
          ok: false,
          fault: "refused",
          reason: "PayHere returned an amount or a date that Latchkey cannot read.",
        };
      return { ok: true, facts: facts.filter((fact) => fact !== null) };
    },

    refund: async ({ id, chargeRef, checkoutRef, amountCents, currency }) => {
      if (!api) return { ok: false, fault: "refused", reason: "Refunds need PayHere's API, which is not configured." };
      const found = await api.payments(checkoutRef);
      if (!found.ok) return { ...found, fault: "temporary" };
      const paid = found.payments.find((one) => one.payment_id === chargeRef || chargeRef === checkoutRef);
      if (!paid) return { ok: false, fault: "refused", reason: "PayHere has no record of this payment." };
      if (paid.status === "CHARGEBACKED")
        return { ok: false, fault: "refused", reason: "The guest's bank has charged this payment back." };
      if (paid.status !== "REFUNDED") {
        const done = await api.refund(paid.payment_id, "Refund");
        if (!done.ok) return done;
      }
      const refund = { ref: `refund:${paid.payment_id}`, state: "done", ours: id } as const;
      const key = `payhere:${mode}:refund:${chargeRef}`;
      return {
        ok: true,
        facts: [{ key, kind: "refund", amountCents, currency, at: clock(), chargeRef, refund }],
      };
    },

    readWebhook: async (_headers, raw) => parseWebhook(account, raw) ?? "not-signed",

    since: async () => ({ ok: false, fault: "refused", reason: "PayHere cannot list payments." }),

    account: async () => {
      const wrong = await wrongPrices();
      if (wrong) return wrong;
      const words = `PayHere in ${mode} mode, merchant ${merchantId}`;
      if (!api) return { ok: true, words, clockOffsetMs: 0 };
      // The app may lack the permission to look up payments.
      const access = await api.payments("none");
      return access.ok ? { ok: true, words, clockOffsetMs: 0 } : access;
    },
  };

  /** The fault to report if the site's prices are in a currency that PayHere does not accept. */
  async function wrongPrices(): Promise<Fault | null> {
    const currency = await needs.currency();
    if (currency === null || PAYHERE_CURRENCIES.has(currency)) return null;
    return { ok: false, fault: "account", reason: `${ACCEPTED}; your prices are in ${currency}.` };
  }

  function factsOf(paid: PayHerePayment, { key, chargeRef }: { key: string; chargeRef: string }): (Fact | null)[] {
    const { currency, amount_detail: detail } = paid;
    const amountCents = fromPayHereAmount(paid.amount, currency);
    const at = new Date(`${paid.date.replace(" ", "T")}${OFFSET}`);
    if (amountCents === null || Number.isNaN(at.getTime())) return [null];
    const fee = detail?.currency === currency && typeof detail.fee === "number" ? detail.fee : null;
    const about = { amountCents, currency, at, chargeRef };
    // PayHere does not report when a payment was refunded or charged back.
    const since = { ...about, at: clock() };
    const refund = { ref: `refund:${paid.payment_id}`, state: "done", ours: null } as const;
    return [
      {
        key: `payhere:${mode}:charge:${key}`,
        kind: "charge",
        ...about,
        feeCents: fee === null ? null : fromPayHereAmount(fee, currency),
      },
      ...(paid.status === "REFUNDED"
        ? [{ key: `payhere:${mode}:refund:${chargeRef}`, kind: "refund", ...since, refund } as const]
        : []),
      ...(paid.status === "CHARGEBACKED" ? [disputeOf(since, chargeRef)] : []),
    ];
  }

  function disputeOf(about: Pick<Fact, "amountCents" | "currency" | "at" | "chargeRef">, key: string): Fact {
    const dispute = { reason: "charged back", answerBy: null };
    return { key: `payhere:${mode}:dispute:${key}`, kind: "dispute", ...about, dispute };
  }

  /** Returns at most one charge per checkout, because a webhook can be replayed with a different payment id. */
  function factsFromWebhooks(ref: string, types: readonly string[], known: KnownCharge | undefined): Fact[] {
    const webhooks = types.map((type) => {
      const [statusCode = "", amount = "", currency = ""] = type.split(" ");
      return { statusCode, amountCents: fromPayHereAmount(Number(amount), currency) ?? 0, currency };
    });
    const paid = webhooks.find(({ statusCode, amountCents }) => statusCode === PAID && amountCents > 0);
    if (!paid) return [];
    // A charge that was recorded through the API earlier is the same charge.
    const { key, chargeRef } = known ?? { key: firstKey(ref), chargeRef: ref };
    const about = { amountCents: paid.amountCents, currency: paid.currency, at: clock(), chargeRef };
    const isChargedBack = webhooks.some(({ statusCode }) => statusCode === CHARGED_BACK);
    return [{ key, kind: "charge", ...about }, ...(isChargedBack ? [disputeOf(about, chargeRef)] : [])];
  }
}

const ACCEPTED = `PayHere accepts only ${[...PAYHERE_CURRENCIES].join(" and ")}`;
const notAccepted = (currency: string) => `${ACCEPTED}, and this booking is in ${currency}.`;

function formOf({ account, notifyUrl }: PayHereNeeds, order: CheckoutOrder, amount: string): PayLink {
  const { merchantId, url } = account;
  const { id: orderId, currency, title, guest, backTo } = order;
  // PayHere requires two names, so a single name is used for both.
  const [first = "", ...rest] = guest.name.trim().split(/\s+/);
  return {
    kind: "form",
    action: `${url}/pay/checkout`,
    fields: {
      merchant_id: merchantId,
      return_url: `${backTo}?back=paid`,
      cancel_url: `${backTo}?back=cancelled`,
      notify_url: notifyUrl,
      order_id: orderId,
      items: title,
      currency,
      amount,
      first_name: first,
      last_name: rest.join(" ") || first,
      ...(guest.email ? { email: guest.email } : {}),
      ...(guest.phone ? { phone: guest.phone } : {}),
      hash: checkoutHash(account, { orderId, amount, currency }),
    },
    ask: [
      "address",
      "city",
      "country",
      ...(guest.email ? [] : ["email" as const]),
      ...(guest.phone ? [] : ["phone" as const]),
    ],
  };
}

/**
 * Returns only the fields that the signature covers, and the id of a payment. Returns null if the webhook is for
 * another merchant or its signature does not match.
 */
function parseWebhook(account: PayHereAccount, raw: Buffer): WebhookEvent | null {
  const values = new URLSearchParams(raw.toString("utf8"));
  const value = (name: string) => (values.get(name) ?? "").slice(0, 120);
  const signed = {
    orderId: value("order_id"),
    amount: value("payhere_amount"),
    currency: value("payhere_currency"),
    statusCode: value("status_code"),
  };
  const isOurs = value("merchant_id") === account.merchantId;
  if (!isOurs || !isWebhookSigned(account, signed, value("md5sig"))) return null;
  const type = `${signed.statusCode} ${signed.amount} ${signed.currency}`;
  // A payment of 0.00 moved no money.
  const isPayment = signed.statusCode === PAID && Number(signed.amount) !== 0;
  // The id of the payment is not signed, so it only tells a second payment from a repeated webhook.
  const id = `${signed.orderId} ${type}${isPayment ? ` ${value("payment_id").replaceAll(/\W/g, "")}` : ""}`;
  return { id, type, ref: signed.orderId, isPayment };
}
