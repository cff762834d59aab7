import { createServer } from "node:http";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSimulatedBank, type SimulatedBank } from "./simulated-bank-server.ts";
import { createStripeApi, formBody } from "./stripe-api-client.ts";
import { createWebhookEndpoint, WEBHOOK_EVENTS } from "./stripe-webhook-client.ts";
import { isSigned } from "./stripe-client.ts";

/** Checks our client and the simulated bank against Stripe's own library, which is not part of the product. */

const SECRET = "whsec_test";
const now = () => new Date();
let bank: SimulatedBank;
let stripe: Stripe;
beforeAll(async () => {
  bank = createSimulatedBank({
    secretKey: "sk_test_witness",
    webhookSecret: SECRET,
    clock: now,
    pageUrl: (id) => `https://bank.example/${id}`,
    webhook: () => null,
  });
  const { port, hostname: host } = new URL(await bank.apiUrl());
  stripe = new Stripe("sk_test_witness", { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
});
afterAll(() => bank.close());

const values = {
  mode: "payment",
  allowed_payment_method_types: ["card"],
  submit_type: "pay",
  client_reference_id: "c1",
  line_items: [
    {
      quantity: 1,
      price_data: { currency: "usd", unit_amount: 45_000, product_data: { name: "Stay & tea, 3 nights" } },
    },
  ],
  expires_at: Math.floor(Date.now() / 1000) + 31 * 60,
  success_url: "https://a.example/booking/pay/x?back=paid",
  cancel_url: "https://a.example/booking/pay/x?back=cancelled",
  metadata: { checkout: "c1", booking: "b1", installation: "i1" },
  payment_intent_data: { description: "Stay", metadata: { checkout: "c1" } },
} satisfies Stripe.Checkout.SessionCreateParams;

test("P-46: Stripe's own library works with the simulated bank: create, retrieve, expire, pay, refund, list, errors", async () => {
  const made = await stripe.checkout.sessions.create(values, { idempotencyKey: "k1" });
  expect([made.status, made.payment_status, made.amount_total]).toEqual(["open", "unpaid", 45_000]);
  expect((await stripe.checkout.sessions.create(values, { idempotencyKey: "k1" })).id).toBe(made.id);
  const other = { ...values, submit_type: "book" as const };
  await expect(stripe.checkout.sessions.create(other, { idempotencyKey: "k1" })).rejects.toThrow(
    Stripe.errors.StripeIdempotencyError,
  );
  const tooShort = { ...values, expires_at: Math.floor(Date.now() / 1000) + 29 * 60 };
  await expect(stripe.checkout.sessions.create(tooShort)).rejects.toBeInstanceOf(
    Stripe.errors.StripeInvalidRequestError,
  );

  expect(await bank.pay(made.id, false)).toBe(true);
  const paid = await stripe.checkout.sessions.retrieve(made.id, { expand: ["payment_intent"] });
  const intent = paid.payment_intent;
  if (!intent || typeof intent === "string") throw new Error("The payment intent was not expanded");
  expect([paid.status, intent.amount_received, intent.status]).toEqual(["complete", 45_000, "succeeded"]);
  await expect(stripe.checkout.sessions.expire(made.id)).rejects.toBeInstanceOf(
    Stripe.errors.StripeInvalidRequestError,
  );

  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 15_000, metadata: { refund: "r1" } });
  expect([refund.status, refund.metadata?.["refund"]]).toEqual(["succeeded", "r1"]);
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 30_001 })).rejects.toThrow();
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ amount }) => amount)).toEqual([15_000]);
  expect((await stripe.disputes.list({ payment_intent: intent.id })).data).toEqual([]);
  const unused = await stripe.checkout.sessions.create(values);
  expect((await stripe.checkout.sessions.expire(unused.id)).status).toBe("expired");
  expect((await stripe.balance.retrieve()).livemode).toBe(false);
});

test("P-46: Stripe's own library creates, lists and deletes webhook endpoints at the simulated bank and accepts its signatures", async () => {
  const received: { body: string; signature: string }[] = [];
  const listener = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      received.push({ body, signature: String(request.headers["stripe-signature"]) });
      response.end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/notices`;
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: ["checkout.session.completed"],
    metadata: { installation: "i1" },
  });
  expect(made.secret).toMatch(/^whsec_/);
  const [listed] = (await stripe.webhookEndpoints.list()).data;
  expect([listed?.id, listed?.url, listed?.metadata, listed?.secret]).toEqual([
    made.id,
    url,
    { installation: "i1" },
    undefined,
  ]);
  const session = await stripe.checkout.sessions.create(values);
  await bank.pay(session.id, true);
  expect(received).toHaveLength(1);
  const event = stripe.webhooks.constructEvent(
    received[0]?.body ?? "",
    received[0]?.signature ?? "",
    made.secret ?? "",
  );
  expect([event.type, (event.data.object as Stripe.Checkout.Session).id]).toEqual([
    "checkout.session.completed",
    session.id,
  ]);
  expect((await stripe.webhookEndpoints.del(made.id)).deleted).toBe(true);
  expect((await stripe.webhookEndpoints.list()).data).toEqual([]);
  await expect(stripe.webhookEndpoints.del(made.id)).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  listener.close();
});

test("our client registers the webhook with the same form data as Stripe's library, for events that Stripe defines", async () => {
  const sent: string[] = [];
  const recorder = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      sent.push(`${request.method} ${request.url} ${body}`);
      const reply = request.method === "GET" ? { data: [], has_more: false } : { id: "we_1", secret: "whsec_1" };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => recorder.listen(0, "127.0.0.1", resolve));
  const address = recorder.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const api = createStripeApi({ secretKey: "sk_test_witness", apiUrl: async () => `http://127.0.0.1:${port}` });
  const ours = createWebhookEndpoint(api, async () => "i1");
  expect(await ours.connect("https://a.example/api/webhooks/stripe")).toEqual({ ok: true, secret: "whsec_1" });
  const library = new Stripe("sk_test_witness", {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
  await library.webhookEndpoints.create({
    url: "https://a.example/api/webhooks/stripe",
    enabled_events: [...WEBHOOK_EVENTS],
    api_version: "2026-10-28.endive",
    description: "Latchkey: payments of bookings",
    metadata: { installation: "i1" },
  });
  const sorted = (call = "") => {
    const [method, path, body = ""] = call.split(" ");
    return [method, path, ...[...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).sort()];
  };
  expect(sent).toHaveLength(3);
  expect(sorted(sent[1])).toEqual(sorted(sent[2]));
  recorder.close();
});

test("we accept signatures made by Stripe's library, unless the secret, body or time is wrong", () => {
  const payload = JSON.stringify({ id: "evt_1", object: "event", type: "checkout.session.completed" });
  const timestamp = Math.floor(Date.now() / 1000);
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
  const raw = Buffer.from(payload);
  expect(isSigned(header, raw, ["whsec_older", SECRET], now())).toBe(true);
  expect(isSigned(header, raw, ["whsec_older"], now())).toBe(false);
  expect(isSigned(header, Buffer.from(`${payload} `), [SECRET], now())).toBe(false);
  const old = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: timestamp - 301 });
  const early = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp: timestamp + 301 });
  expect([isSigned(old, raw, [SECRET], now()), isSigned(early, raw, [SECRET], now())]).toEqual([false, false]);
});

test("we encode a checkout request with the same form parameters as Stripe's library", async () => {
  const sent: string[] = [];
  const recording = new Stripe("sk_test_witness", {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (_url: string | URL | Request, init?: RequestInit) => {
      sent.push(typeof init?.body === "string" ? init.body : "");
      return new Response("{}", { status: 200, headers: { "content-type": "application/json" } });
    }),
  });
  await recording.checkout.sessions.create(values);
  const sorted = (body: string) => [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).sort();
  expect(sorted(formBody(values))).toEqual(sorted(sent[0] ?? ""));
});
