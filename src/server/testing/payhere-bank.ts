import { createHash, randomInt } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../config.ts";

/**
 * A simulated PayHere for tests, independent of the product. It accepts the form only from the registered site and with
 * the right hash, sends its webhooks as forms, and its API lists only payments. It implements the signatures itself,
 * so that an error in our implementation is detected. Its pages never expire: anyone with the form can pay at any time,
 * even twice.
 */

export type PayHerePaid = {
  id: string;
  order: string;
  amount: string;
  currency: string;
  status: "RECEIVED" | "REFUNDED" | "CHARGEBACKED";
  at: Date;
};
type Fault = { call: "token" | "search" | "refund"; when: "before" | "after" | "refused" };

const MERCHANT_ID = "1213817";
const MERCHANT_SECRET = "MzQ-simulated-merchant-secret";
const APP = { appId: "4OVx-simulated", appSecret: "8n4V-simulated-secret" };
const REQUIRED =
  "merchant_id return_url cancel_url notify_url first_name last_name email phone address city country order_id items currency amount hash".split(
    " ",
  );

const hex = (text: string) => createHash("md5").update(text).digest("hex").toUpperCase();

export type PayHereBank = Awaited<ReturnType<typeof startPayHereBank>>;

export async function startPayHereBank(
  clock: () => Date,
  { withApp = true, chance = () => 1 }: { withApp?: boolean; chance?: () => number } = {},
) {
  const orders = new Map<string, Record<string, string>>();
  const paid: PayHerePaid[] = [];
  const calls: string[] = [];
  const refused: string[] = [];
  const faults: Fault[] = [];
  const state = { away: false, keyRefused: false, forbidden: "", site: "", faultChance: 0 };
  const givenIds = new Set<string>();
  const tokens = new Set<string>();
  let tokenCount = 0;
  let whileSearching: (() => Promise<void>) | null = null;
  let notifyTo: string | null = null;

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function faultFor(call: Fault["call"]): Fault["when"] | null {
    const at = faults.findIndex((fault) => fault.call === call);
    if (at >= 0) return faults.splice(at, 1)[0]?.when ?? null;
    if (chance() >= state.faultChance) return null;
    const pick = chance();
    return pick < 0.45 ? "before" : pick < 0.9 ? "after" : "refused";
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (state.away) return void response.destroy();
    const body = Buffer.concat(chunks).toString("utf8");
    const url = new URL(request.url ?? "/", origin);
    calls.push(`${request.method} ${url.pathname}`);
    const json = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const html = (status: number, body: string) =>
      void response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(body);

    if (url.pathname === "/pay/checkout") return takeForm(request, new URLSearchParams(body), html);
    if (url.pathname.startsWith("/pay/done/")) {
      const order = url.pathname.split("/").at(-1) ?? "";
      const form = orders.get(order);
      if (!form) return html(404, "Unknown order");
      if (new URLSearchParams(body).get("do") === "pay") await notify(order, pay(order));
      return void response.writeHead(302, { location: form["return_url"] ?? "/" }).end();
    }
    if (url.pathname === "/merchant/v1/oauth/token") {
      const right = `Basic ${Buffer.from(`${APP.appId}:${APP.appSecret}`).toString("base64")}`;
      if (faultFor("token")) return json(500, {});
      if (state.keyRefused || request.headers.authorization !== right) return json(401, { error: "unauthorized" });
      const issued = `token-${(tokenCount += 1)}`;
      tokens.add(issued);
      return json(200, { access_token: issued, token_type: "bearer", expires_in: 599, scope: "SANDBOX" });
    }
    // Each token is valid until `endTokens` is called, however many tokens were issued.
    if (state.forbidden === url.pathname) return json(403, { error: "forbidden" });
    if (state.keyRefused || !tokens.has(request.headers.authorization?.replace("Bearer ", "") ?? ""))
      return json(401, { error: "invalid_token" });
    if (url.pathname === "/merchant/v1/payment/search") {
      const fault = faultFor("search");
      if (fault === "before") return json(500, {});
      if (fault === "after") return void response.destroy();
      const order = url.searchParams.get("order_id") ?? "";
      const data = paid.filter((one) => one.order === order).map(view);
      const meanwhile = whileSearching;
      whileSearching = null;
      await meanwhile?.();
      if (data.length === 0) return json(200, { status: -1, msg: "No payments found", data: null });
      return json(200, { status: 1, msg: `Payments with order_id:${order}`, data });
    }
    if (url.pathname === "/merchant/v1/payment/refund" && request.method === "POST") {
      const fault = faultFor("refund");
      if (fault === "before") return json(500, {});
      const request: { payment_id?: string; amount?: string } = JSON.parse(body);
      const one = paid.find(({ id }) => id === request.payment_id);
      if (fault === "refused" || !one || one.status !== "RECEIVED" || request.amount !== undefined)
        return json(200, { status: -1, msg: "The payment cannot be refunded", data: null });
      one.status = "REFUNDED";
      refundsOf.push(one.id);
      if (fault === "after") return void response.destroy();
      return json(200, { status: 1, msg: "Successfully processed the refund", data: randomInt(1e9) });
    }
    json(404, {});
  }

  const refundsOf: string[] = [];

  /** Accepts the form that a guest's browser sends. The Referer must be on the merchant's registered site. */
  function takeForm(
    request: IncomingMessage,
    values: URLSearchParams,
    html: (status: number, body: string) => void,
  ): void {
    const form = Object.fromEntries(values);
    const value = (name: string) => form[name] ?? "";
    const hash = hex(
      value("merchant_id") + value("order_id") + value("amount") + value("currency") + hex(MERCHANT_SECRET),
    );
    const from = URL.parse(request.headers.referer ?? "")?.origin;
    const wrong =
      from !== state.site
        ? "Unauthorized payment request"
        : REQUIRED.some((name) => value(name) === "")
          ? `Missing: ${REQUIRED.filter((name) => value(name) === "").join(", ")}`
          : value("merchant_id") !== MERCHANT_ID || value("hash") !== hash || !/^\d+\.\d\d$/.test(value("amount"))
            ? "The hash is wrong"
            : null;
    if (wrong) {
      refused.push(wrong);
      return html(400, `<h1>${wrong}</h1>`);
    }
    orders.set(value("order_id"), form);
    html(
      200,
      `<!doctype html><html lang="en"><title>PayHere</title><h1>PayHere ${value("currency")} ${value("amount")}</h1>
      <form method="post" action="/pay/done/${value("order_id")}"><button name="do" value="pay">Pay</button>
      <button name="do" value="leave">Leave</button></form></html>`,
    );
  }

  const view = ({ id, order, amount, currency, status, at }: PayHerePaid) => ({
    payment_id: Number(id),
    order_id: order,
    date: new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
    description: "Stay",
    status,
    currency,
    amount: Number(amount),
    customer: { fist_name: "Ann", last_name: "Perera", email: "ann@example.com", phone: "+94771234567" },
    amount_detail: { currency, gross: Number(amount), fee: 14.5, net: Number(amount) - 14.5, exchange_rate: 1 },
    payment_method: { method: "VISA", card_customer_name: "A Perera", card_no: "************1234" },
    items: null,
  });

  /** Ids are never repeated: with 10,000 random ids, two would be equal in about one run out of sixteen. */
  function newId(): string {
    const id = `3200${randomInt(1e8, 9e8)}`;
    if (givenIds.has(id)) return newId();
    givenIds.add(id);
    return id;
  }

  function pay(order: string, { amount, id = newId() }: { amount?: string; id?: string } = {}): PayHerePaid {
    const form = orders.get(order) ?? {};
    const one: PayHerePaid = {
      id,
      order,
      amount: amount ?? form["amount"] ?? "",
      currency: form["currency"] ?? "",
      status: "RECEIVED",
      at: clock(),
    };
    paid.push(one);
    return one;
  }

  type NotifyOptions = { statusCode?: string; secret?: string; paymentId?: string; amount?: string };

  async function notify(order: string, about: PayHerePaid, options: NotifyOptions = {}): Promise<number> {
    const { statusCode = "2", secret = MERCHANT_SECRET, paymentId = about.id, amount = about.amount } = options;
    const body = new URLSearchParams({
      merchant_id: MERCHANT_ID,
      order_id: order,
      payment_id: paymentId,
      captured_amount: amount,
      payhere_amount: amount,
      payhere_currency: about.currency,
      status_code: statusCode,
      md5sig: hex(MERCHANT_ID + order + amount + about.currency + statusCode + hex(secret)),
      custom_1: "",
      custom_2: "",
      status_message: "Successfully received the VISA payment",
      method: "VISA",
      card_holder_name: "A PERERA",
      card_no: "************4564",
      card_expiry: "12/31",
      recurring: "0",
    });
    const to = notifyTo ?? orders.get(order)?.["notify_url"];
    if (!to) return 0;
    return fetch(to, { method: "POST", body }).then(
      ({ status }) => status,
      () => 0,
    );
  }

  return {
    account: {
      merchantId: MERCHANT_ID,
      merchantSecret: MERCHANT_SECRET,
      app: withApp ? APP : null,
      url: origin,
      live: false,
      largestPayment: null,
    } satisfies Config["payhere"],
    calls,
    paid,
    orders,
    refused,
    refunds: refundsOf,
    get away() {
      return state.away;
    },
    set away(away: boolean) {
      state.away = away;
    },
    /** Sets the domain that the merchant has registered. */
    registers: (site: string) => {
      state.site = site;
    },
    /**
     * Sets where webhooks are sent. This replaces the form's `notify_url`, because a test server does not know its port
     * until it has started.
     */
    sendWebhooksTo: (address: string) => {
      notifyTo = address;
    },
    /** The app lacks the permission for one path; `""` for none. */
    forbid: (path: string) => {
      state.forbidden = path;
    },
    refuseKey: (is: boolean) => {
      state.keyRefused = is;
    },
    /** Makes some API calls fail before or after taking effect, and refuses some refunds. */
    faultsAtRandom: (share: number) => {
      state.faultChance = share;
    },
    forget: () => {
      orders.clear();
      for (const all of [paid, calls, refused, refundsOf]) all.length = 0;
    },
    /** Invalidates all tokens in use. */
    endTokens: () => tokens.clear(),
    /** `act` is called once, during the next search, before its response is sent. */
    whileSearching: (act: () => Promise<void>) => {
      whileSearching = act;
    },
    failNext: (call: Fault["call"], when: Fault["when"]) => faults.push({ call, when }),
    /** Sends the form as a browser would. Returns the status of the response. */
    submit: async (link: { action: string; fields: Record<string, string> }, referer: string): Promise<number> => {
      const body = new URLSearchParams({ ...link.fields, address: "1 Lake Road", city: "Kandy", country: "Sri Lanka" });
      return (await fetch(link.action, { method: "POST", body, headers: { referer } })).status;
    },
    pay,
    notify,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
