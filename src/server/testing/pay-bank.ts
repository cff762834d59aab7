import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../config.ts";

/**
 * A simulated payment provider, independent of the product. It implements the part of Stripe's API that we use, rejects
 * calls and loses or repeats responses as configured, and knows the true state.
 */

type Refund = {
  id: string;
  intent: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
  created: number;
};
type Dispute = { id: string; intent: string; amount: number; status: string; created: number };
type Session = {
  id: string;
  intent: string;
  status: "open" | "complete" | "expired";
  requested: number;
  charged: number;
  currency: string;
  created: number;
  expiresAt: number;
  paidAt: number;
  metadata: Record<string, string>;
};
type Reply = { status: number; body: object };
type Endpoint = { id: string; status: string; url: string; secret: string; metadata: Record<string, string> };
export type FaultKind = "open" | "expire" | "retrieve" | "refund" | "list" | "endpoint";
/**
 * `before` returns 500 without any effect, and returns the same response when the request is repeated with the same
 * key. `after` takes effect and drops the connection. `busy` returns 429. `in-flight` drops the connection; it takes
 * effect only when `finishInFlight` is called, and only once for each key.
 */
export type FaultWhen = "before" | "after" | "busy" | "in-flight";

const WEBHOOK_SECRET = "whsec_simulated";
const PARAMETERS =
  /^(mode|client_reference_id|allowed_payment_method_types\[\d\]|submit_type|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\]|customer_email|expires_at|success_url|cancel_url|metadata\[\w+\]|payment_intent_data\[(description|metadata\]\[\w+)\]|payment_intent|amount|limit|starting_after|url|enabled_events\[\d\]|api_version|description|created\[gte\]|expand\[0\])$/;

/**
 * `before` and `after` mean before and after the effect, while the caller is still waiting for the response. `answered`
 * means after the response.
 */
export type HookWhen = "before" | "after" | "answered";

export type PayBank = Awaited<ReturnType<typeof startPayBank>>;

export async function startPayBank(clock: () => Date, chance: () => number = () => 1, live = false) {
  const mode = live ? "live" : "test";
  const secretKey = `sk_${mode}_simulated`;
  const sessions = new Map<string, Session>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  const endpoints = new Map<string, Endpoint>();
  const replayed = new Map<string, { body: string; reply: Reply }>();
  const faults: { kind: FaultKind; when: FaultWhen; left: number }[] = [];
  const calls: string[] = [];
  const opened: { key: string; values: Record<string, string> }[] = [];
  let webhook: string | null = null;
  let hook: { kind: FaultKind; when: HookWhen; act: () => void } | null = null;
  const inFlight: { key: string; method: string; url: URL; body: string }[] = [];
  let held: { kind: FaultKind; reached: () => void; until: Promise<void> } | null = null;
  const state = { away: false, keyRefused: false, forbidden: "", faultChance: 0, refundsPend: 0 };
  const now = () => Math.floor(clock().getTime() / 1000);
  const newId = (prefix: string) => `${prefix}_${mode}_${randomBytes(9).toString("hex")}`;
  const refusal = (status: number, code: string): Reply => ({
    status,
    body: { error: { type: "invalid_request_error", code } },
  });

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function current(id: string): Session | undefined {
    const session = sessions.get(id);
    if (session?.status === "open" && session.expiresAt <= now()) session.status = "expired";
    return session;
  }

  function faultFor(kind: FaultKind): FaultWhen | null {
    const planned = faults.find((fault) => fault.kind === kind && fault.left > 0);
    if (planned) {
      planned.left -= 1;
      return planned.when;
    }
    if (chance() >= state.faultChance) return null;
    const pick = chance();
    return pick < 0.4 ? "before" : pick < 0.8 ? "after" : "busy";
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (state.away) return void response.destroy();
    const body = Buffer.concat(chunks).toString("utf8");
    const url = new URL(request.url ?? "/", origin);
    const method = request.method ?? "GET";
    calls.push(`${method} ${url.pathname}`);
    const send = ({ status, body: sent }: Reply) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(sent));
    if (state.keyRefused || request.headers.authorization !== `Bearer ${secretKey}`)
      return send(refusal(401, "api_key_invalid"));
    if (state.forbidden === `${method} ${url.pathname}`) return send(refusal(403, "more_permissions_required"));
    const given = [...url.searchParams, ...new URLSearchParams(body)];
    const unknown = given.find(([name]) => !PARAMETERS.test(name));
    if (unknown) return send(refusal(400, `parameter_unknown_${unknown[0].replaceAll(/\W/g, "_")}`));
    const kind = kindOf(method, url.pathname);
    if (kind === "open")
      opened.push({ key: String(request.headers["idempotency-key"]), values: Object.fromEntries(given) });
    const key = request.headers["idempotency-key"];
    const known = typeof key === "string" ? replayed.get(key) : undefined;
    if (known)
      return known.body === body
        ? send(known.reply)
        : send({ status: 400, body: { error: { type: "idempotency_error" } } });
    const hooked = hook?.kind === kind ? hook : null;
    if (hooked) {
      hook = null;
      const done = hooked.when === "before" ? null : respond(method, url, body);
      if (done && typeof key === "string" && done.status < 300) replayed.set(key, { body, reply: done });
      if (done && hooked.when === "answered") send(done);
      return hooked.act();
    }
    const heldCall = held?.kind === kind ? held : null;
    const fault = faultFor(kind);
    if (heldCall) {
      held = null;
      heldCall.reached();
    }
    if (fault === "busy") {
      await heldCall?.until;
      return send({ status: 429, body: { error: { type: "rate_limit_error" } } });
    }
    if (fault === "in-flight") {
      inFlight.push({ key: String(key), method, url, body });
      return void response.destroy();
    }
    const reply =
      fault === "before" ? { status: 500, body: { error: { type: "api_error" } } } : respond(method, url, body);
    // Stripe stores the first response under the key. This includes server errors, but not rejected requests.
    if (typeof key === "string" && (reply.status < 300 || reply.status >= 500)) replayed.set(key, { body, reply });
    if (fault === "after") return void response.destroy();
    await heldCall?.until;
    send(reply);
  }

  function kindOf(method: string, path: string): FaultKind {
    if (path.endsWith("/expire")) return "expire";
    if (path.startsWith("/v1/webhook_endpoints/")) return "endpoint";
    if (method === "POST" && path === "/v1/webhook_endpoints") return "endpoint";
    if (method === "POST") return path === "/v1/refunds" ? "refund" : "open";
    return path.split("/").length > 4 ? "retrieve" : "list";
  }

  function respond(method: string, url: URL, body: string): Reply {
    const ok = (sent: object): Reply => ({ status: 200, body: sent });
    const values = new URLSearchParams(body);
    const [, , what = "", part = "", id = "", act = ""] = url.pathname.split("/");
    const intent = url.searchParams.get("payment_intent");
    const since = Number(url.searchParams.get("created[gte]") ?? 0);
    const listed = <T extends { intent: string; created: number }>(all: Iterable<T>, view: (one: T) => object) => {
      const data = [...all].filter((one) => (intent ? one.intent === intent : one.created >= since)).map(view);
      return ok({ object: "list", url: url.pathname, has_more: false, data });
    };
    if (what === "balance") return ok({ object: "balance", livemode: live, available: [], pending: [] });
    if (what === "disputes") return listed(disputes.values(), disputeView);
    if (what === "refunds") return method === "POST" ? addRefund(values) : listed(refunds.values(), refundView);
    if (what === "webhook_endpoints") return webhookEndpoints(method, part, values);
    if (what !== "checkout" || part !== "sessions") return refusal(404, "resource_missing");
    if (method === "POST" && !id) return addSession(values);
    if (method === "GET" && !id) {
      for (const one of sessions.keys()) current(one);
      return listed(sessions.values(), sessionView);
    }
    const session = current(id);
    if (!session) return refusal(404, "resource_missing");
    if (act !== "expire") return ok(sessionView(session));
    if (session.status !== "open") return refusal(400, "checkout_session_not_open");
    session.status = "expired";
    return ok(sessionView(session));
  }

  function webhookEndpoints(method: string, id: string, values: URLSearchParams): Reply {
    const view = ({ secret: _secret, ...shown }: Endpoint) => ({ object: "webhook_endpoint", ...shown });
    const known = endpoints.get(id);
    if (method === "GET" && id) return known ? { status: 200, body: view(known) } : refusal(404, "resource_missing");
    if (method === "GET") {
      const data = [...endpoints.values()].map(view);
      return { status: 200, body: { object: "list", url: "/v1/webhook_endpoints", has_more: false, data } };
    }
    if (method === "DELETE")
      return endpoints.delete(id)
        ? { status: 200, body: { id, object: "webhook_endpoint", deleted: true } }
        : refusal(404, "resource_missing");
    const url = values.get("url") ?? "";
    // Stripe requires HTTPS for live webhooks. This simulation also requires HTTPS in test mode.
    if (!url.startsWith("https://") || !values.get("enabled_events[0]")) return refusal(400, "url_invalid");
    const made = { id: newId("we"), status: "enabled", url, secret: newId("whsec"), metadata: metadataIn(values) };
    endpoints.set(made.id, made);
    return { status: 200, body: { ...view(made), secret: made.secret } };
  }

  function addSession(values: URLSearchParams): Reply {
    const requested = Number(values.get("line_items[0][price_data][unit_amount]"));
    const expiresAt = Number(values.get("expires_at"));
    const left = expiresAt - now();
    if (!Number.isInteger(requested) || requested <= 0 || left < 30 * 60 || left > 24 * 3600)
      return refusal(400, "parameter_invalid");
    const session: Session = {
      id: newId("cs"),
      intent: newId("pi"),
      status: "open",
      requested,
      charged: 0,
      currency: values.get("line_items[0][price_data][currency]") ?? "",
      created: now(),
      expiresAt,
      paidAt: 0,
      metadata: metadataIn(values),
    };
    sessions.set(session.id, session);
    return { status: 200, body: sessionView(session) };
  }

  function left(session: Session): number {
    const gone = [...refunds.values()]
      .filter((one) => one.intent === session.intent && one.status !== "failed")
      .reduce((sum, one) => sum + one.amount, 0);
    return session.charged - gone;
  }

  function addRefund(values: URLSearchParams): Reply {
    const intent = values.get("payment_intent") ?? "";
    const session = [...sessions.values()].find((one) => one.intent === intent);
    const amount = Number(values.get("amount"));
    if (!session || session.charged === 0) return refusal(404, "resource_missing");
    if ([...disputes.values()].some((one) => one.intent === intent && one.status !== "won"))
      return refusal(400, "charge_disputed");
    if (!Number.isInteger(amount) || amount <= 0 || amount > left(session))
      return refusal(400, "charge_already_refunded");
    const status = chance() < state.refundsPend ? "pending" : "succeeded";
    const refund = { id: newId("re"), intent, amount, status, metadata: metadataIn(values), created: now() };
    refunds.set(refund.id, refund);
    return { status: 200, body: refundView(refund) };
  }

  const currencyOf = (intent: string) => [...sessions.values()].find((one) => one.intent === intent)?.currency ?? "usd";
  const refundView = ({ id, intent, amount, status, metadata, created }: Refund) => ({
    id,
    object: "refund",
    payment_intent: intent,
    amount,
    status,
    metadata,
    created,
    currency: currencyOf(intent),
  });
  const disputeView = ({ id, intent, amount, status, created }: Dispute) => ({
    id,
    object: "dispute",
    payment_intent: intent,
    amount,
    status,
    created,
    reason: "product_not_received",
    currency: currencyOf(intent),
    evidence_details: { due_by: created + 7 * 86_400 },
  });

  function sessionView(session: Session) {
    const { id, intent, status, charged, currency, created, expiresAt, paidAt, metadata, requested } = session;
    const charge = {
      id: intent.replace("pi", "ch"),
      object: "charge",
      status: "succeeded",
      amount: charged,
      created: paidAt,
      // Stripe's data about a card, which the product must not store.
      billing_details: { name: "A PERERA" },
      payment_method_details: { type: "card", card: { last4: "4564", fingerprint: "CardFingerprintMark" } },
      balance_transaction: { id: intent.replace("pi", "txn"), object: "balance_transaction", fee: 99, currency },
    };
    return {
      id,
      object: "checkout.session",
      status,
      livemode: live,
      currency,
      created,
      expires_at: expiresAt,
      metadata,
      payment_status: charged > 0 ? "paid" : "unpaid",
      amount_total: requested,
      url: status === "open" ? `${origin}/pay/${id}` : null,
      payment_intent:
        charged > 0
          ? {
              id: intent,
              object: "payment_intent",
              status: "succeeded",
              amount_received: charged,
              currency,
              latest_charge: charge,
            }
          : null,
    };
  }

  return {
    account: {
      secretKey,
      webhookSecret: WEBHOOK_SECRET,
      apiUrl: origin,
      pageOrigin: origin,
    } satisfies Config["stripe"],
    calls,
    /** The requests for payment pages, as they were received, with their idempotency keys. */
    opened,
    /** Forgets the idempotency keys, as Stripe does after a day. */
    forgetKeys: () => replayed.clear(),
    sessions,
    refunds,
    disputes,
    /** Webhook endpoints created through the API, with their signing secrets. */
    endpoints,
    get away() {
      return state.away;
    },
    set away(away: boolean) {
      state.away = away;
    },
    /** Rejects the API key, as if it had been rolled in the dashboard. */
    refuseKey: (refused: boolean) => {
      state.keyRefused = refused;
    },
    /** The key lacks the permission for one call, such as `POST /v1/refunds`; `""` for none. */
    forbid: (call: string) => {
      state.forbidden = call;
    },
    faultsAtRandom: (share: number, pending = 0) => {
      state.faultChance = share;
      state.refundsPend = pending;
    },
    sendWebhooksTo: (address: string) => {
      webhook = address;
    },
    sessionOf: (url: string) => url.split("/").at(-1) ?? "",
    statusOf: (id: string) => current(id)?.status,
    callsWith: (id: string) => calls.filter((call) => call.includes(id)),
    /** With `late`, the payment succeeds although the page has expired, as can happen with a slow bank. */
    pay: (id: string, { late = false, amount }: { late?: boolean; amount?: number } = {}): boolean => {
      const session = current(id);
      if (!session || session.charged > 0 || (session.status !== "open" && !late)) return false;
      session.status = "complete";
      session.charged = amount ?? session.requested;
      session.paidAt = now();
      return true;
    },
    failNext: (kind: FaultKind, when: FaultWhen, times: number) => faults.push({ kind, when, left: times }),
    /** `act` is called once, at the next API call of this kind, for example to kill the server at that point. */
    atNext: (kind: FaultKind, when: HookWhen, act: () => void) => {
      hook = { kind, when, act };
    },
    /** The next API call of this kind takes effect at once, but its response is held back until `respond` is called. */
    holdNext: (kind: FaultKind): { reached: Promise<void>; respond: () => void } => {
      let reached = () => {};
      let respond = () => {};
      const until = new Promise<void>((resolve) => (respond = resolve));
      const arrived = new Promise<void>((resolve) => (reached = resolve));
      held = { kind, reached, until };
      return { reached: arrived, respond };
    },
    /** The API calls in flight take effect now, unless another API call with the same key has already taken effect. */
    finishInFlight: () => {
      for (const { key, method, url, body } of inFlight.splice(0))
        if (!replayed.has(key)) replayed.set(key, { body, reply: respond(method, url, body) });
    },
    noFaults: () => {
      faults.length = 0;
      state.faultChance = 0;
    },
    refunded: (id: string) =>
      [...refunds.values()]
        .filter(({ intent, status }) => intent === sessions.get(id)?.intent && status !== "failed")
        .reduce((sum, { amount }) => sum + amount, 0),
    refundCount: (id: string) =>
      [...refunds.values()].filter(({ intent }) => intent === sessions.get(id)?.intent).length,
    /** `metadata` is only for a refund that another server has requested. */
    refundByHand: (id: string, amount: number, metadata: Record<string, string> = {}): string => {
      const refund = {
        id: newId("re"),
        intent: sessions.get(id)?.intent ?? "",
        amount,
        status: "succeeded",
        metadata,
        created: now(),
      };
      refunds.set(refund.id, refund);
      return refund.id;
    },
    failRefund: (id: string) => {
      const refund = refunds.get(id);
      if (refund) refund.status = "failed";
    },
    settleRefund: (id: string, status: "succeeded" | "failed") => {
      const refund = refunds.get(id);
      if (refund?.status === "pending") refund.status = status;
    },
    dispute: (id: string, status = "needs_response"): string => {
      const session = sessions.get(id);
      const dispute = {
        id: newId("dp"),
        intent: session?.intent ?? "",
        amount: session?.charged ?? 0,
        status,
        created: now(),
      };
      disputes.set(dispute.id, dispute);
      return dispute.id;
    },
    winDispute: (id: string) => {
      const dispute = disputes.get(id);
      if (dispute) dispute.status = "won";
    },
    /** The amount that the provider holds for a session: charges less refunds and less disputes that were not won. */
    holds: (id: string): number => {
      const session = sessions.get(id);
      if (!session) return 0;
      const disputed = [...disputes.values()]
        .filter(({ intent, status }) => intent === session.intent && status !== "won")
        .reduce((sum, { amount }) => sum + amount, 0);
      return left(session) - disputed;
    },
    /**
     * Sends one webhook at once; the time in its signature is `offS` seconds from now. Returns the status of the
     * response, or 0 if there is none.
     */
    sendWebhook: async (
      id: string,
      eventId: string,
      secret = WEBHOOK_SECRET,
      offS = 0,
      event: { livemode?: boolean; installation?: string; type?: string } = {},
    ): Promise<number> => {
      const session = current(id);
      if (!webhook || !session) return 0;
      const { livemode = live, installation, type = "checkout.session.completed" } = event;
      const object = { ...sessionView(session) };
      if (installation) object.metadata = { ...object.metadata, installation };
      const body = JSON.stringify({ id: eventId, type, livemode, data: { object } });
      const time = now() + offS;
      const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
      const headers = { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` };
      return fetch(webhook, { method: "POST", headers, body }).then(
        ({ status }) => status,
        () => 0,
      );
    },
    /** Forgets all payments, so that the simulator stays fast over thousands of histories. */
    forget: () => {
      for (const all of [sessions, refunds, disputes, replayed]) all.clear();
      calls.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function metadataIn(values: URLSearchParams): Record<string, string> {
  const named = [...values].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(named);
}
