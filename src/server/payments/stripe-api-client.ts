import * as z from "zod/mini";
import { retryAfterMs } from "../core/remote-call.ts";
import type { Fault } from "./ports.ts";
import { callProvider } from "./provider-fetch-client.ts";

export const API_VERSION = "2026-10-28.endive";

/** Nested values in Stripe's form encoding: `metadata[booking]=…`, `line_items[0][quantity]=1`. */
export type Value = string | number | boolean | Value[] | { [name: string]: Value };

function formBody(values: Record<string, Value>): string {
  const pairs: [string, string][] = [];
  const add = (name: string, value: Value): void => {
    if (Array.isArray(value)) return value.forEach((one, place) => add(`${name}[${place}]`, one));
    if (typeof value === "object") return Object.entries(value).forEach(([key, one]) => add(`${name}[${key}]`, one));
    pairs.push([name, String(value)]);
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  return new URLSearchParams(pairs).toString();
}

type Refused = Fault & { code?: string };
export type StripeApi = ReturnType<typeof createStripeApi>;

/** Calls Stripe's API and validates successful responses against their schemas. */
export function createStripeApi({ secretKey, apiUrl }: { secretKey: string; apiUrl: () => Promise<string> }) {
  return {
    ask: async <S extends z.ZodMiniType>(
      schema: S,
      method: "GET" | "POST" | "DELETE",
      path: string,
      values: Record<string, Value> = {},
      idempotencyKey?: string,
    ): Promise<{ ok: true; body: z.output<S>; headers: Headers } | Refused> => {
      const body = formBody(values);
      const query = method === "GET" && body ? `?${body}` : "";
      const response = await callProvider("Stripe", `${await apiUrl()}${path}${query}`, {
        method,
        headers: {
          authorization: `Bearer ${secretKey}`,
          "stripe-version": API_VERSION,
          ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
          ...(idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
        },
        ...(method === "POST" ? { body } : {}),
      });
      if (!response.ok) return response;
      if (response.status >= 200 && response.status < 300) {
        const parsed = schema.safeParse(response.body);
        if (parsed.success) return { ok: true, body: parsed.data, headers: response.headers };
        return {
          ok: false,
          fault: method === "GET" ? "temporary" : "unknown",
          reason: "Stripe's response has an unknown format.",
        };
      }
      return faultOf(response.status, response.headers, response.body, method);
    },
  };
}

const errorBody = z.object({ error: z.object({ type: z.optional(z.string()), code: z.optional(z.string()) }) });

function faultOf(status: number, headers: Headers, body: unknown, method: "GET" | "POST" | "DELETE"): Refused {
  const parsed = errorBody.safeParse(body);
  const code = parsed.success ? (parsed.data.error.code ?? parsed.data.error.type ?? "") : "";
  const detail = code ? ` (${code.replaceAll(/[^a-z_]/gi, "").slice(0, 60)})` : "";
  const waitMs = retryAfterMs(headers.get("retry-after"));
  if (status === 401 || status === 403) {
    const what = status === 401 ? "Stripe does not accept STRIPE_SECRET_KEY" : "STRIPE_SECRET_KEY lacks a permission";
    return { ok: false, fault: "account", reason: `${what}${detail}.`, waitMs };
  }
  if (status === 429 || status === 409)
    return { ok: false, fault: "temporary", reason: `Stripe is busy${detail}.`, waitMs };
  if (status >= 500) {
    return {
      ok: false,
      fault: method === "GET" ? "temporary" : "unknown",
      reason: `Stripe returned an error${detail}.`,
      waitMs,
    };
  }
  return { ok: false, fault: "refused", reason: `Stripe rejected the request${detail}.`, code };
}
