import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../http/rate-limit.ts";
import { bookStay } from "../testing/given.ts";
import { startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, startTestApp } from "../testing/test-app.ts";

test("P-40: a flood of webhooks and page requests from one network is limited without calls to the provider; bookings and other webhooks still work", async () => {
  const { webhook, confirmation } = DEFAULT_LIMITS;
  const bank = await startPayBank(() => server.clock());
  const server = await startTestApp("sqlite", {
    config: { stripe: bank.account, trustProxy: true },
    limits: { webhook, confirmation },
  });
  bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
  const day = (n: number) => new Date(Date.UTC(2027, 0, n)).toISOString().slice(0, 10);
  const book = (n: number) => bookStay(server, { checkInDate: day(4 * n + 1), checkOutDate: day(4 * n + 3) });
  const booked = await book(0);
  const own = { cookie: cookieOf(booked) };
  const path = `/api/bookings/${booked.json.id}`;
  const link = await server.send("POST", `${path}/pay`, {}, own);
  const session = bank.sessionOf(link.json.url);
  bank.calls.length = 0;

  const flooder = { "x-forwarded-for": "203.0.113.9" };
  const forged = { ...flooder, "stripe-signature": "t=1,v1=00" };
  const count = (responses: readonly { status: number }[], status: number) =>
    responses.filter((one) => one.status === status).length;
  const [notifications, pages, bookings] = await Promise.all([
    Promise.all(Array.from({ length: 400 }, () => server.send("POST", "/api/webhooks/stripe", {}, forged))),
    Promise.all(
      Array.from({ length: 200 }, () => server.send("GET", `${path}/payment`, undefined, { ...own, ...flooder })),
    ),
    Promise.all(Array.from({ length: 10 }, (_unused, n) => book(n + 1))),
  ]);
  expect([count(notifications, 401), count(notifications, 429)]).toEqual([webhook.calls, 400 - webhook.calls]);
  expect([count(pages, 200), count(pages, 429)]).toEqual([confirmation.calls, 200 - confirmation.calls]);
  expect(notifications.find(({ status }) => status === 429)?.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(count(bookings, 201)).toBe(10);
  expect(bank.calls).toEqual([]);

  // While the flooder is over the limit, webhooks from the bank's own network are accepted, even if they are repeated.
  bank.pay(session);
  const statuses = await Promise.all(Array.from({ length: 100 }, () => bank.sendWebhook(session, "evt_1")));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await server.app.runJobs(/sync payments$/);
  expect((await server.send("GET", `${path}/payment`, undefined, own)).json).toMatchObject({
    state: "paid",
    paidCents: 30_000,
  });
  await server.close();
  await bank.close();
});
