import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import type { Fact } from "#domain/payments/facts.ts";
import { fromStripeAmount, toStripeAmount } from "#domain/payments/currency.ts";
import { isSameSecret } from "../runtime/ids.ts";
import type { CheckoutOrder, Fault, PaymentProvider, TouchedCheckout, WebhookEvent } from "./ports.ts";
import { hostTexts } from "./payment-texts.ts";
import { createStripeApi, type Value } from "./stripe-api-client.ts";
import { createWebhookEndpoint } from "./stripe-webhook-client.ts";

export type StripeAccount = {
  /** `sk_…` or `rk_…`; `_test_` in the key means test mode. */
  secretKey: string;
  /** The URL of the API: Stripe's own URL, or that of the simulated bank. */
  apiUrl: () => Promise<string>;
  pageOrigin: string;
  /** The webhook's signing secrets, any of which is accepted; empty if there is no webhook. */
  webhookSecrets: () => Promise<readonly string[]>;
  /** Identifies this installation, because several installations may share an account. */
  installation: () => Promise<string>;
};

const TOLERANCE_S = 300;

const id = z.string();
const idOr = <T extends z.ZodMiniType>(expanded: T) => z.union([id, expanded]);
const metadata = z._default(z.nullable(z.record(z.string(), z.string())), {});
const balance = z.object({ fee: z.number(), currency: z.string() });
const charge = z.object({
  id,
  status: z.string(),
  created: z.number(),
  balance_transaction: z.optional(z.nullable(idOr(balance))),
});
const intent = z.object({
  id,
  status: z.string(),
  amount_received: z.number(),
  currency: z.string(),
  latest_charge: z.optional(z.nullable(idOr(charge))),
});
const session = z.object({
  id,
  status: z.nullable(z.enum(["open", "complete", "expired"])),
  payment_status: z.string(),
  livemode: z.boolean(),
  url: z.optional(z.nullable(z.string())),
  amount_total: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  created: z.number(),
  expires_at: z.number(),
  metadata,
  payment_intent: z.optional(z.nullable(idOr(intent))),
});
const refund = z.object({
  id,
  amount: z.number(),
  currency: z.string(),
  created: z.number(),
  status: z.nullable(z.string()),
  metadata,
  payment_intent: z.optional(z.nullable(idOr(z.object({ id })))),
});
const dispute = z.object({
  id,
  amount: z.number(),
  currency: z.string(),
  created: z.number(),
  status: z.string(),
  reason: z.string(),
  payment_intent: z.optional(z.nullable(idOr(z.object({ id })))),
  evidence_details: z.optional(z.nullable(z.object({ due_by: z.optional(z.nullable(z.number())) }))),
});
const listOf = <T extends z.ZodMiniType>(item: T) => z.object({ data: z.array(item), has_more: z.boolean() });

export function createStripeClient(account: StripeAccount): PaymentProvider {
  const live = !account.secretKey.includes("_test_");
  const mode = live ? "live" : "test";

  const api = createStripeApi(account);
  const { ask } = api;

  async function sessionOf(ref: string) {
    const expand = ["payment_intent.latest_charge.balance_transaction"];
    const found = await ask(session, "GET", `/v1/checkout/sessions/${encodeURIComponent(ref)}`, { expand });
    if (found.ok && found.body.livemode !== live) {
      const reason = `This payment is not in ${mode} mode.`;
      return { ok: false, fault: "refused", reason } satisfies Fault;
    }
    return found;
  }

  async function listAll<T extends z.ZodMiniType<{ id: string }>>(item: T, path: string, created: { gte: number }) {
    const all: z.output<T>[] = [];
    for (;;) {
      const last = all.at(-1)?.id;
      const page = await ask(listOf(item), "GET", path, {
        created,
        limit: 100,
        ...(last ? { starting_after: last } : {}),
      });
      if (!page.ok) return page;
      all.push(...page.body.data);
      if (!page.body.has_more || page.body.data.length === 0) return { ok: true, all } as const;
    }
  }

  return {
    name: "stripe",
    live,
    label: "Stripe",
    can: { close: true, refund: true, partialRefund: true, keyedRefund: true, list: true },
    largestCents: () => null,
    whyNotCharged: (amountCents, currency) =>
      toStripeAmount(amountCents, currency) === null ? hostTexts.notChargeable : null,
    formTo: account.pageOrigin,
    hasWebhook: async () => (await account.webhookSecrets()).length > 0,
    webhookEndpoint: createWebhookEndpoint(api, account.installation),
    wantsReferrer: false,

    open: async (order) => {
      if (order.ref !== null) {
        const found = await sessionOf(order.ref);
        if (!found.ok) return found;
        const { id: ref, status, url } = found.body;
        if (status === "open" && url) return { ok: true, ref, payLink: { kind: "address", url } };
        return { ok: false, fault: "ended", reason: "The payment page is no longer open." };
      }
      const values = sessionValues(order, await account.installation());
      if (!values) return { ok: false, fault: "refused", reason: hostTexts.notChargeable };
      const made = await ask(session, "POST", "/v1/checkout/sessions", values, `open:${order.id}`);
      // The response to the first request was lost, and the booking has changed since then.
      if (!made.ok && made.code === "idempotency_error") return { ...made, fault: "ended" };
      if (!made.ok) return made;
      const { id: ref, url, livemode } = made.body;
      if (livemode !== live) return { ok: false, fault: "account", reason: `The key is not a ${mode} key.` };
      if (!url) return { ok: false, fault: "refused", reason: "Stripe returned no link to its payment page." };
      return { ok: true, ref, payLink: { kind: "address", url } };
    },

    close: async (ref) => {
      const closed = await ask(session, "POST", `/v1/checkout/sessions/${encodeURIComponent(ref)}/expire`);
      if (closed.ok) return { ok: true, now: "closed" };
      if (closed.fault !== "refused") return closed;
      // Only an open session can be closed, so the session's status now shows whether it was paid.
      const found = await sessionOf(ref);
      if (!found.ok) return found;
      if (found.body.status === "open") return closed;
      return { ok: true, now: found.body.status === "complete" ? "paid" : "closed" };
    },

    fetchFacts: async (ref) => {
      const found = await sessionOf(ref);
      if (!found.ok) return found;
      const paid = found.body.payment_intent;
      if (!paid || typeof paid === "string" || paid.amount_received === 0) return { ok: true, facts: [] };
      const about = { payment_intent: paid.id, limit: 100 };
      const [refunds, disputes] = await Promise.all([
        ask(listOf(refund), "GET", "/v1/refunds", about),
        ask(listOf(dispute), "GET", "/v1/disputes", about),
      ]);
      if (!refunds.ok) return refunds;
      if (!disputes.ok) return disputes;
      const facts = [
        chargeFact(paid, mode),
        ...refunds.body.data.flatMap((one) => refundFacts(one, paid.id, mode)),
        ...disputes.body.data.flatMap((one) => disputeFacts(one, paid.id, mode)),
      ];
      if (facts.includes(null))
        return {
          ok: false,
          fault: "refused",
          reason: "Stripe returned an amount with more decimal places than Latchkey supports.",
        };
      return { ok: true, facts: facts.filter((fact) => fact !== null) };
    },

    refund: async ({ id: ours, attempt, chargeRef, amountCents, currency }) => {
      const amount = toStripeAmount(amountCents, currency);
      if (amount === null) return { ok: false, fault: "refused", reason: "Stripe cannot refund this amount." };
      const values = { payment_intent: chargeRef, amount, metadata: { refund: ours } };
      const made = await ask(
        refund,
        "POST",
        "/v1/refunds",
        values,
        attempt === 0 ? `refund:${ours}` : `refund:${ours}:${attempt}`,
      );
      if (!made.ok) return made;
      return { ok: true, facts: refundFacts(made.body, chargeRef, mode).filter((fact) => fact !== null) };
    },

    readWebhook: async (headers, raw, now) => {
      const secrets = await account.webhookSecrets();
      if (!isSigned(headers.get("stripe-signature") ?? "", raw, secrets, now)) return "not-signed";
      return parseWebhook(raw, live, await account.installation());
    },

    since: async (moment) => {
      const created = { gte: Math.floor(moment.getTime() / 1000) };
      const installation = await account.installation();
      const touched = new Map<string, TouchedCheckout["order"]>();
      const sessions = await listAll(session, "/v1/checkout/sessions", created);
      if (!sessions.ok) return sessions;
      for (const one of sessions.all)
        touched.set(one.id, one.metadata?.["installation"] === installation ? orderOf(one) : null);
      for (const path of ["/v1/refunds", "/v1/disputes"]) {
        const found = await listAll(z.union([refund, dispute]), path, created);
        if (!found.ok) return found;
        for (const { payment_intent: paid } of found.all) {
          const name = typeof paid === "string" ? paid : paid?.id;
          if (name) touched.set(name, null);
        }
      }
      return { ok: true, touched: [...touched].map(([ref, order]) => ({ ref, order })) };
    },

    account: async () => {
      const found = await ask(z.object({ livemode: z.boolean() }), "GET", "/v1/balance");
      if (!found.ok) return found;
      // A restricted key may be allowed to read only some of what we need.
      for (const path of ["/v1/checkout/sessions", "/v1/refunds", "/v1/disputes"]) {
        const listed = await ask(listOf(z.unknown()), "GET", path, { limit: 1 });
        if (!listed.ok) return listed;
      }
      const date = Date.parse(found.headers.get("date") ?? "");
      return { ok: true, words: `Stripe in ${mode} mode`, clockOffsetMs: Number.isNaN(date) ? 0 : Date.now() - date };
    },
  };
}

/** The order of a session that this installation created; null if its amount or its ids are not usable. */
function orderOf({ metadata: about, ...one }: z.output<typeof session>): TouchedCheckout["order"] {
  const currency = one.currency?.toUpperCase() ?? "";
  const amountCents = one.amount_total === null ? null : fromStripeAmount(one.amount_total, currency);
  const { checkout: id, booking: bookingId } = about ?? {};
  if (amountCents === null || !id || !bookingId) return null;
  const moment = (seconds: number) => new Date(seconds * 1000);
  return { id, bookingId, amountCents, currency, endsAt: moment(one.expires_at), createdAt: moment(one.created) };
}

function sessionValues(order: CheckoutOrder, installation: string): Record<string, Value> | null {
  const { id: checkout, bookingId: booking, amountCents, currency, guest, endsAt, title, backTo } = order;
  const unit_amount = toStripeAmount(amountCents, currency);
  if (unit_amount === null) return null;
  const about = { checkout, booking, installation };
  return {
    mode: "payment",
    client_reference_id: checkout,
    allowed_payment_method_types: ["card"],
    submit_type: "pay",
    line_items: [
      { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount, product_data: { name: title } } },
    ],
    ...(guest.email ? { customer_email: guest.email } : {}),
    expires_at: Math.floor(endsAt.getTime() / 1000),
    success_url: `${backTo}?back=paid`,
    cancel_url: `${backTo}?back=cancelled`,
    metadata: about,
    payment_intent_data: { description: title, metadata: about },
  };
}

type Intent = z.output<typeof intent>;

function chargeFact(paid: Intent, mode: string): Fact | null {
  const currency = paid.currency.toUpperCase();
  const amountCents = fromStripeAmount(paid.amount_received, currency);
  if (amountCents === null) return null;
  const latest = typeof paid.latest_charge === "string" ? null : (paid.latest_charge ?? null);
  const settled = latest?.balance_transaction;
  const fee = settled && typeof settled !== "string" ? settled : null;
  return {
    key: `stripe:${mode}:charge:${paid.id}`,
    kind: "charge",
    amountCents,
    currency,
    at: new Date((latest?.created ?? 0) * 1000),
    chargeRef: paid.id,
    // A fee in another currency cannot be compared with the charge.
    feeCents: fee && fee.currency.toUpperCase() === currency ? fromStripeAmount(fee.fee, currency) : null,
  };
}

function refundFacts(one: z.output<typeof refund>, chargeRef: string, mode: string): (Fact | null)[] {
  const currency = one.currency.toUpperCase();
  const amountCents = fromStripeAmount(one.amount, currency);
  if (amountCents === null) return [null];
  const failed = one.status === "failed" || one.status === "canceled";
  const state = one.status === "succeeded" ? "done" : "pending";
  const details = { ref: one.id, state, ours: one.metadata?.["refund"] ?? null } as const;
  const about = { amountCents, currency, at: new Date(one.created * 1000), chargeRef, refund: details };
  return [
    { key: `stripe:${mode}:refund:${one.id}`, kind: "refund", ...about },
    ...(failed ? [{ key: `stripe:${mode}:refund-failed:${one.id}`, kind: "refund-failed", ...about } as const] : []),
  ];
}

/** Inquiries (`warning_…`) and prevented disputes are not chargebacks, so they do not count as facts. */
function disputeFacts(one: z.output<typeof dispute>, chargeRef: string, mode: string): (Fact | null)[] {
  if (one.status.startsWith("warning_") || one.status === "prevented") return [];
  const currency = one.currency.toUpperCase();
  const amountCents = fromStripeAmount(one.amount, currency);
  if (amountCents === null) return [null];
  const dueBy = one.evidence_details?.due_by;
  const details = { reason: one.reason.replaceAll("_", " "), answerBy: dueBy ? new Date(dueBy * 1000) : null };
  const about = { amountCents, currency, at: new Date(one.created * 1000), chargeRef, dispute: details };
  return [
    { key: `stripe:${mode}:dispute:${one.id}`, kind: "dispute", ...about },
    ...(one.status === "won"
      ? [{ key: `stripe:${mode}:dispute-won:${one.id}`, kind: "dispute-won", ...about } as const]
      : []),
  ];
}

/**
 * Verifies the `t=…,v1=…` header against the raw bytes. It is enough if one of the secrets matches one of the
 * signatures.
 */
export function isSigned(header: string, raw: Buffer, secrets: readonly string[], now: Date): boolean {
  const parts = header.split(",").map((part) => part.split("=", 2));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_S) return false;
  const given = parts.flatMap(([name, value = ""]) => (name === "v1" ? [value] : []));
  return secrets.some((secret) => {
    const expected = createHmac("sha256", secret).update(`${time}.`).update(raw).digest("hex");
    return given.some((one) => isSameSecret(one, expected));
  });
}

const event = z.object({
  id: z.string().check(z.maxLength(120)),
  type: z.string().check(z.maxLength(120)),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.optional(z.string()),
      object: z.optional(z.string()),
      payment_intent: z.optional(z.nullable(z.union([z.string(), z.object({ id: z.string() })]))),
      metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
    }),
  }),
});

/** Reads only which object has changed; what happened to the object is fetched from Stripe. */
function parseWebhook(raw: Buffer, live: boolean, installation: string): WebhookEvent | "not-ours" {
  let json: unknown;
  try {
    json = JSON.parse(raw.toString("utf8"));
  } catch {
    return "not-ours";
  }
  const parsed = event.safeParse(json);
  if (!parsed.success || parsed.data.livemode !== live) return "not-ours";
  const { object } = parsed.data.data;
  const owner = object.metadata?.["installation"];
  if (owner !== undefined && owner !== installation) return "not-ours";
  const paid = typeof object.payment_intent === "string" ? object.payment_intent : object.payment_intent?.id;
  const ref = object.object === "checkout.session" ? object.id : (paid ?? object.id);
  const { id: eventId, type } = parsed.data;
  return { id: eventId, type, ref: (ref ?? "").slice(0, 120), isPayment: type === "checkout.session.completed" };
}
