import * as z from "zod/mini";
import type { Fault } from "./ports.ts";
import { callProvider } from "./provider-fetch-client.ts";

/** PayHere's Retrieval and Refund APIs. They need an API key ("app") from the merchant's account. */

export type PayHereApp = { appId: string; appSecret: string };

const token = z.object({ access_token: z.string(), expires_in: z.optional(z.number()) });
const text = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value: string | number) => String(value)),
);
const amount = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: string | number) => Number(value)),
);
const detail = z.object({ currency: z.string(), fee: z.optional(z.nullable(amount)) });
const payment = z.object({
  payment_id: text,
  order_id: text,
  date: z.string(),
  /** `RECEIVED`, `REFUNDED` or `CHARGEBACKED`, because PayHere lists only paid orders. */
  status: z.string(),
  currency: z.string(),
  amount,
  amount_detail: z.optional(z.nullable(detail)),
});
export type PayHerePayment = z.output<typeof payment>;

const found = z.object({ status: z.number(), data: z.optional(z.nullable(z.array(payment))) });
const refunded = z.object({ status: z.number() });

/** A token is used until a minute before it expires. */
const EARLY_MS = 60_000;
const TOKEN_MS = 5 * 60_000;
/** If PayHere rejects this many tokens, we assume that the app or its permissions are the reason. */
const MAX_TOKENS = 3;

export function createPayHereApi(url: string, { appId, appSecret }: PayHereApp, clock: () => Date) {
  let cached: { token: string; until: number } | null = null;
  let pending: ReturnType<typeof requestToken> | null = null;

  /** API calls that need a token at the same time share one token. */
  async function tokenOf(): ReturnType<typeof requestToken> {
    if (cached && cached.until > clock().getTime()) return { ok: true, token: cached.token };
    pending ??= requestToken().finally(() => {
      pending = null;
    });
    return pending;
  }

  async function requestToken(): Promise<{ ok: true; token: string } | Fault> {
    const response = await callProvider("PayHere", `${url}/merchant/v1/oauth/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${appId}:${appSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    });
    // A failed token request moves no money, so it can be retried.
    if (!response.ok) return { ...response, fault: "temporary" };
    const parsed = token.safeParse(response.body);
    if (response.status === 200 && parsed.success) {
      const forMs = parsed.data.expires_in ? parsed.data.expires_in * 1000 : TOKEN_MS;
      cached = { token: parsed.data.access_token, until: clock().getTime() + Math.max(0, forMs - EARLY_MS) };
      return { ok: true, token: cached.token };
    }
    if (response.status >= 500 || response.status === 429) return busy(response.status);
    return {
      ok: false,
      fault: "account",
      reason: "PayHere does not accept PAYHERE_APP_ID and PAYHERE_APP_SECRET.",
    };
  }

  async function call<S extends z.ZodMiniType>(
    schema: S,
    method: "GET" | "POST",
    path: string,
    body?: object,
    tries = 1,
  ): Promise<{ ok: true; body: z.output<S> } | Fault> {
    const access = await tokenOf();
    if (!access.ok) return access;
    const response = await callProvider("PayHere", `${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${access.token}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) return response;
    const { status } = response;
    if (status === 401 || status === 403) {
      if (cached?.token === access.token) cached = null;
      // A token can expire early, for example when another server requests a token. A rejected API call had no effect,
      // so it can be repeated.
      if (tries < MAX_TOKENS) return call(schema, method, path, body, tries + 1);
      const what =
        status === 401 ? "PayHere rejects the app in PAYHERE_APP_ID" : "The app in PAYHERE_APP_ID lacks a permission";
      return { ok: false, fault: "account", reason: `${what}.` };
    }
    if (status === 429) return busy(status);
    const lost = method === "GET" ? "temporary" : "unknown";
    if (status >= 500) return { ok: false, fault: lost, reason: `PayHere returned an error (${status}).` };
    const parsed = schema.safeParse(response.body);
    if (status >= 200 && status < 300 && parsed.success) return { ok: true, body: parsed.data };
    if (status >= 400) return { ok: false, fault: "refused", reason: `PayHere rejected the request (${status}).` };
    return { ok: false, fault: lost, reason: "PayHere's response has an unknown format." };
  }

  return {
    /** The payments for an order, earliest first, without those of 0.00, which moved no money. */
    payments: async (orderId: string): Promise<{ ok: true; payments: PayHerePayment[] } | Fault> => {
      const response = await call(found, "GET", `/merchant/v1/payment/search?order_id=${encodeURIComponent(orderId)}`);
      if (!response.ok) return response;
      const { status, data } = response.body;
      // 0 and -1 mean that no payment was found.
      if (status !== 1 && status !== 0 && status !== -1)
        return { ok: false, fault: "temporary", reason: `PayHere returned status ${status}.` };
      const payments = (data ?? []).filter((one) => one.order_id === orderId && one.amount !== 0);
      const inOrder = payments.toSorted(
        (a, b) => a.date.localeCompare(b.date) || a.payment_id.localeCompare(b.payment_id),
      );
      return { ok: true, payments: inOrder };
    },
    /** Refunds a whole payment. PayHere has no idempotency key for refunds. */
    refund: async (paymentId: string, description: string): Promise<{ ok: true } | Fault> => {
      const response = await call(refunded, "POST", "/merchant/v1/payment/refund", {
        payment_id: paymentId,
        description,
      });
      if (!response.ok) return response;
      if (response.body.status === 1) return { ok: true };
      return { ok: false, fault: "refused", reason: `PayHere did not refund it (status ${response.body.status}).` };
    },
  };
}

const busy = (status: number) =>
  ({ ok: false, fault: "temporary", reason: `PayHere is busy (${status}).` }) satisfies Fault;
