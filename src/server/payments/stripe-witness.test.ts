import { createServer } from "node:http";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSimulatedBank, type SimulatedBank } from "./simulated-bank-server.ts";
import { createStripeApi } from "./stripe-api-client.ts";
import { createWebhookEndpoint, WEBHOOK_EVENTS } from "./stripe-webhook-client.ts";
import { createStripeClient, isSigned } from "./stripe-client.ts";

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
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/webhook`;
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

/** Records requests to Stripe as sent by our client or by Stripe's library, and gives both the same replies. */
async function startRecorder(reply: (method: string) => object) {
  const sent: { call: string; type: string; key: string; values: string[] }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      const { "content-type": type = "", "idempotency-key": key = "" } = request.headers;
      const values = [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).sort();
      sent.push({ call: `${request.method} ${request.url}`, type, key: String(key), values });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(reply(request.method ?? "")));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const library = new Stripe("sk_test_witness", {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
  const apiUrl = async () => `http://127.0.0.1:${port}`;
  return { sent, library, apiUrl, close: () => server.close() };
}

test("our client registers the webhook with the same form data as Stripe's library, for events that Stripe defines", async () => {
  const { sent, library, apiUrl, close } = await startRecorder((method) =>
    method === "GET" ? { data: [], has_more: false } : { id: "we_1", secret: "whsec_1" },
  );
  const api = createStripeApi({ secretKey: "sk_test_witness", apiUrl });
  const ours = createWebhookEndpoint(api, async () => "i1");
  expect(await ours.connect("https://a.example/api/webhooks/stripe")).toEqual({
    ok: true,
    id: "we_1",
    secret: "whsec_1",
  });
  await library.webhookEndpoints.create({
    url: "https://a.example/api/webhooks/stripe",
    enabled_events: [...WEBHOOK_EVENTS],
    api_version: "2026-10-28.endive",
    description: "Latchkey: payments of bookings",
    metadata: { installation: "i1" },
  });
  expect(sent).toHaveLength(3);
  expect(sent[1]?.values).toEqual(sent[2]?.values);
  expect(sent[1]?.call).toEqual(sent[2]?.call);
  close();
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

test.each([
  ["USD", 45_005, 45_005],
  ["JPY", 45_005, 45_005],
  ["ISK", 45_005, 4_500_500],
  ["KWD", 45_010, 45_010],
])(
  "a payment page in %s is requested exactly as Stripe's library requests it, even with special characters in its texts",
  async (currency, amountCents, unit_amount) => {
    const { sent, library, apiUrl, close } = await startRecorder(() => ({
      id: "cs_1",
      status: "open",
      payment_status: "unpaid",
      livemode: false,
      url: "https://bank.example/cs_1",
      amount_total: unit_amount,
      currency: currency.toLowerCase(),
      created: 1,
      expires_at: 2,
    }));
    const title = "Teehaus “Süd” & Söhne + 茶室 [1]=50%: 21–24 нояб., LK-7Q2M";
    const email = "zoë+café@bücher.example";
    const opened = await createStripeClient({
      secretKey: "sk_test_witness",
      apiUrl,
      pageOrigin: "https://bank.example",
      webhookSecrets: async () => [],
      installation: async () => "i1",
    }).open({
      id: "c1",
      ref: null,
      bookingId: "b1",
      purpose: "all",
      amountCents,
      currency,
      endsAt: new Date("2026-11-21T06:31:00.900Z"),
      title,
      guest: { name: "Zoë", email, phone: "" },
      backTo: "https://a.example/de/booking/pay/b1",
    });
    expect(opened).toMatchObject({ ok: true, ref: "cs_1" });
    const about = { checkout: "c1", booking: "b1", installation: "i1" };
    const price_data = { currency: currency.toLowerCase(), unit_amount, product_data: { name: title } };
    const expected: Stripe.Checkout.SessionCreateParams = {
      mode: "payment",
      client_reference_id: "c1",
      allowed_payment_method_types: ["card"],
      submit_type: "pay",
      line_items: [{ quantity: 1, price_data }],
      customer_email: email,
      expires_at: Date.parse("2026-11-21T06:31:00Z") / 1000,
      success_url: "https://a.example/de/booking/pay/b1?back=paid",
      cancel_url: "https://a.example/de/booking/pay/b1?back=cancelled",
      metadata: about,
      payment_intent_data: { description: title, metadata: about },
    };
    await library.checkout.sessions.create(expected, { idempotencyKey: "open:c1" });
    expect(sent[0]).toEqual(sent[1]);
    expect(sent[0]?.values).toContain(`line_items[0][price_data][product_data][name]=${title}`);
    close();
  },
);
