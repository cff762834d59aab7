import type Stripe from "stripe";
import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A checkout session. Amounts are in the currency's smallest unit, as Stripe defines it. */
export type BankSession = {
  id: string;
  status: "open" | "complete" | "expired";
  amount: number;
  currency: string;
  title: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: number;
  created: number;
  metadata: Record<string, string>;
  intentId: string;
  paidAt: number | null;
};
type BankRefund = {
  id: string;
  intentId: string;
  amount: number;
  currency: string;
  created: number;
  metadata: Record<string, string>;
};

/** A webhook endpoint created through the API. */
type BankEndpoint = {
  id: string;
  url: string;
  secret: string;
  events: Stripe.WebhookEndpointCreateParams.EnabledEvent[];
  created: number;
  metadata: Record<string, string>;
};

export type SimulatedBank = {
  apiUrl: () => Promise<string>;
  session: (id: string) => BankSession | null;
  /** The guest pays. Returns false if the session is no longer open. */
  pay: (id: string, sendWebhook: boolean) => Promise<boolean>;
  close: () => Promise<void>;
};

type Options = {
  secretKey: string;
  webhookSecret: string;
  clock: () => Date;
  pageUrl: (sessionId: string) => string;
  /** The URL to which webhooks are sent; null if there is no webhook. */
  webhook: () => string | null;
};

/**
 * A simulated bank for the demo, development and tests. It runs in this process and implements the part of Stripe's API
 * that our client uses. No money moves, and everything is kept in memory only.
 */
export function createSimulatedBank(options: Options): SimulatedBank {
  const sessions = new Map<string, BankSession>();
  const refunds = new Map<string, BankRefund>();
  const endpoints = new Map<string, BankEndpoint>();
  const replayed = new Map<string, { body: string; response: object }>();
  let server: Promise<Server> | null = null;
  const now = () => Math.floor(options.clock().getTime() / 1000);
  const newId = (prefix: string) => `${prefix}_test_${randomBytes(12).toString("hex")}`;

  function current(id: string): BankSession | null {
    const session = sessions.get(id) ?? null;
    if (session?.status === "open" && session.expiresAt <= now()) session.status = "expired";
    return session;
  }

  function start(): Promise<Server> {
    server ??= new Promise((resolve) => {
      const made = createServer((request, response) => {
        respond(request, response).catch(() => response.writeHead(500).end());
      });
      made.listen(0, "127.0.0.1", () => resolve(made));
    });
    return server;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString("utf8");
    const send = (status: number, sent: object) =>
      void response
        .writeHead(status, { "content-type": "application/json", date: options.clock().toUTCString() })
        .end(JSON.stringify(sent));
    if (request.headers.authorization !== `Bearer ${options.secretKey}`) return send(401, refusal("api_key_invalid"));
    const url = new URL(request.url ?? "/", "http://bank");
    const key = request.headers["idempotency-key"];
    const before = typeof key === "string" ? replayed.get(key) : undefined;
    if (before)
      return before.body === body ? send(200, before.response) : send(400, { error: { type: "idempotency_error" } });
    const result = responseTo(request.method ?? "GET", url, new URLSearchParams(body));
    if (typeof key === "string" && result.status === 200) replayed.set(key, { body, response: result.body });
    send(result.status, result.body);
  }

  function responseTo(method: string, url: URL, values: URLSearchParams): { status: number; body: object } {
    const ok = (body: object) => ({ status: 200, body });
    const refused = (status: number, code: string) => ({ status, body: refusal(code) });
    const [, , what = "", kind = "", id = "", act = ""] = url.pathname.split("/");
    const about = url.searchParams.get("payment_intent");
    const since = Number(url.searchParams.get("created[gte]") ?? 0);
    if (method === "GET" && what === "balance")
      return ok({ object: "balance", livemode: false, available: [], pending: [] });
    if (method === "GET" && what === "disputes") return ok(list("/v1/disputes", []));
    if (method === "GET" && what === "refunds") {
      const found = [...refunds.values()].filter((one) => (about ? one.intentId === about : one.created >= since));
      return ok(list("/v1/refunds", found.map(refundView)));
    }
    if (method === "POST" && what === "refunds") return addRefund(values);
    if (what === "webhook_endpoints") return webhookEndpoints(method, kind, values);
    if (what !== "checkout" || kind !== "sessions") return refused(404, "resource_missing");
    if (method === "POST" && id === "") return addSession(values);
    if (method === "GET" && id === "") {
      const found = [...sessions.keys()].flatMap((one) => current(one) ?? []).filter((one) => one.created >= since);
      const matching = about ? found.filter((one) => one.intentId === about) : found;
      return ok(list("/v1/checkout/sessions", matching.map(sessionView)));
    }
    const session = current(id);
    if (!session) return refused(404, "resource_missing");
    if (method === "GET" && act === "") return ok(sessionView(session));
    if (method !== "POST" || act !== "expire") return refused(404, "resource_missing");
    if (session.status !== "open") return refused(400, "checkout_session_not_open");
    session.status = "expired";
    return ok(sessionView(session));
  }

  function addSession(values: URLSearchParams): { status: number; body: object } {
    const amount = Number(values.get("line_items[0][price_data][unit_amount]"));
    const expiresAt = Number(values.get("expires_at"));
    const left = expiresAt - now();
    const inTime = left >= 30 * 60 && left <= 24 * 3600;
    if (!Number.isInteger(amount) || amount <= 0 || !inTime) return { status: 400, body: refusal("parameter_invalid") };
    const session: BankSession = {
      id: newId("cs"),
      status: "open",
      amount,
      currency: values.get("line_items[0][price_data][currency]") ?? "usd",
      title: values.get("line_items[0][price_data][product_data][name]") ?? "",
      successUrl: values.get("success_url") ?? "",
      cancelUrl: values.get("cancel_url") ?? "",
      expiresAt,
      created: now(),
      metadata: metadataIn(values),
      intentId: newId("pi"),
      paidAt: null,
    };
    sessions.set(session.id, session);
    return { status: 200, body: sessionView(session) };
  }

  function webhookEndpoints(method: string, id: string, values: URLSearchParams): { status: number; body: object } {
    if (method === "GET" && id === "")
      return { status: 200, body: list("/v1/webhook_endpoints", [...endpoints.values()].map(endpointView)) };
    if (method === "DELETE") {
      if (!endpoints.delete(id)) return { status: 404, body: refusal("resource_missing") };
      return { status: 200, body: { id, object: "webhook_endpoint", deleted: true } };
    }
    const url = values.get("url") ?? "";
    const events = [...values].flatMap(([name, value]) => (name.startsWith("enabled_events[") ? [value] : []));
    if (method !== "POST" || id !== "" || !URL.canParse(url) || events.length === 0)
      return { status: 400, body: refusal("url_invalid") };
    const secret = `whsec_${randomBytes(24).toString("hex")}`;
    // The events are returned unchanged, without checking that Stripe has these events.
    const enabled = events as BankEndpoint["events"];
    const made = { id: newId("we"), url, secret, events: enabled, created: now(), metadata: metadataIn(values) };
    endpoints.set(made.id, made);
    // As with Stripe, only the response that creates the endpoint contains the secret.
    return { status: 200, body: { ...endpointView(made), secret } };
  }

  function endpointView({ id, url, events, created, metadata }: BankEndpoint) {
    return {
      id,
      object: "webhook_endpoint",
      url,
      enabled_events: events,
      status: "enabled",
      livemode: false,
      created,
      metadata,
    } satisfies PartOf<Stripe.WebhookEndpoint>;
  }

  function addRefund(values: URLSearchParams): { status: number; body: object } {
    const intentId = values.get("payment_intent") ?? "";
    const session = [...sessions.values()].find((one) => one.intentId === intentId);
    if (session?.status !== "complete") return { status: 404, body: refusal("resource_missing") };
    const gone = [...refunds.values()].reduce((sum, one) => sum + (one.intentId === intentId ? one.amount : 0), 0);
    const amount = Number(values.get("amount") ?? session.amount - gone);
    if (!Number.isInteger(amount) || amount <= 0 || gone + amount > session.amount) {
      return { status: 400, body: refusal("charge_already_refunded") };
    }
    const refund = {
      id: newId("re"),
      intentId,
      amount,
      currency: session.currency,
      created: now(),
      metadata: metadataIn(values),
    };
    refunds.set(refund.id, refund);
    return { status: 200, body: refundView(refund) };
  }

  function sessionView(session: BankSession) {
    const paid = session.status === "complete";
    const { id, status, amount, currency, metadata, intentId, created, expiresAt } = session;
    return {
      id,
      object: "checkout.session",
      status,
      payment_status: paid ? "paid" : "unpaid",
      livemode: false,
      mode: "payment",
      amount_total: amount,
      currency,
      created,
      expires_at: expiresAt,
      client_reference_id: metadata["checkout"] ?? null,
      url: status === "open" ? options.pageUrl(id) : null,
      metadata,
      payment_intent: paid ? intentView(intentId, amount, currency, session.paidAt ?? created) : null,
    } satisfies PartOf<Stripe.Checkout.Session>;
  }

  /** Sends a webhook, signed like Stripe's, to the fixed URL and to the created endpoints that receive this type. */
  async function sendWebhooks(type: string, object: object): Promise<void> {
    const own = options.webhook();
    const created = [...endpoints.values()].filter(({ events }) => events.some((one) => one === type || one === "*"));
    const all = [...(own ? [{ url: own, secret: options.webhookSecret }] : []), ...created];
    for (const { url, secret } of all) await sendWebhook(url, secret, type, object);
  }

  async function sendWebhook(address: string, secret: string, type: string, object: object): Promise<void> {
    const body = JSON.stringify({
      id: newId("evt"),
      object: "event",
      type,
      livemode: false,
      created: now(),
      data: { object },
    });
    const time = now();
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    const headers = { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` };
    await fetch(address, { method: "POST", redirect: "manual", headers, body }).catch(() => undefined);
  }

  return {
    apiUrl: async () => `http://127.0.0.1:${((await start()).address() as AddressInfo).port}`,
    session: current,
    pay: async (id, withWebhook) => {
      const session = current(id);
      if (session?.status !== "open") return false;
      session.status = "complete";
      session.paidAt = now();
      if (withWebhook) await sendWebhooks("checkout.session.completed", sessionView(session));
      return true;
    },
    close: async () => {
      const running = await server;
      running?.closeAllConnections();
      await new Promise<void>((resolve) => (running ? running.close(() => resolve()) : resolve()));
    },
  };
}

function intentView(id: string, amount: number, currency: string, created: number) {
  const fee = Math.ceil((amount * 29) / 1000) + 30;
  return {
    id,
    object: "payment_intent",
    status: "succeeded",
    amount,
    amount_received: amount,
    currency,
    latest_charge: {
      id: id.replace("pi_", "ch_"),
      object: "charge",
      status: "succeeded",
      amount,
      currency,
      created,
      balance_transaction: { id: id.replace("pi_", "txn_"), object: "balance_transaction", fee, currency },
    },
  } satisfies PartOf<Stripe.PaymentIntent>;
}

function refundView({ id, intentId, amount, currency, created, metadata }: BankRefund) {
  const known = { id, payment_intent: intentId, amount, currency, created, metadata };
  return { object: "refund", status: "succeeded", ...known } satisfies PartOf<Stripe.Refund>;
}

/** A deep partial version of a Stripe type: any field may be missing, but none may be added. */
type PartOf<T> = T extends object ? { [K in keyof T]?: PartOf<T[K]> } : T;

const list = (url: string, data: object[]) => ({ object: "list", url, has_more: false, data });
const refusal = (code: string) => ({
  error: { type: "invalid_request_error", code, message: "Refused by the simulated bank" },
});

function metadataIn(values: URLSearchParams): Record<string, string> {
  const named = [...values].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(named);
}
