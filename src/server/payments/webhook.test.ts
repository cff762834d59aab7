import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, startTestApp } from "../testing/test-app.ts";
import { createStripeClient } from "./stripe-client.ts";

describe("P-40: webhook signatures", () => {
  const now = new Date("2026-11-22T10:00:00Z");
  const raw = Buffer.from(
    JSON.stringify({ id: "evt_1", type: "a.type.of.tomorrow", livemode: false, data: { object: { id: "cs_1" } } }),
  );
  const sign = (secret: string, at: number) => createHmac("sha256", secret).update(`${at}.`).update(raw).digest("hex");
  const seconds = now.getTime() / 1000;
  const header = (secrets: string[], at = seconds) => `t=${at},${secrets.map((one) => `v1=${sign(one, at)}`).join()}`;
  const read = (signature: string, { body = raw, installation = async () => "here" } = {}) =>
    createStripeClient({
      secretKey: "sk_test_x",
      apiUrl: async () => "http://127.0.0.1:1",
      pageOrigin: "http://127.0.0.1:1",
      webhookSecrets: async () => ["whsec_new", "whsec_old"],
      installation,
    }).readWebhook(new Headers({ "stripe-signature": signature }), body, now);

  test.each([
    ["the new secret", header(["whsec_new"])],
    ["the old secret", header(["whsec_old"])],
    ["both, and a third that is not ours", header(["whsec_else", "whsec_old", "whsec_new"])],
    ["five minutes ago", header(["whsec_new"], seconds - 300)],
    ["five minutes ahead", header(["whsec_new"], seconds + 300)],
  ])("are accepted: %s", async (_what, signature) => {
    expect(await read(signature)).toMatchObject({ id: "evt_1", type: "a.type.of.tomorrow" });
  });

  test.each([
    ["another secret", header(["whsec_else"])],
    ["301 seconds ago", header(["whsec_new"], seconds - 301)],
    ["301 seconds ahead", header(["whsec_new"], seconds + 301)],
    ["an older scheme", header(["whsec_new"]).replace("v1=", "v0=")],
    ["no time", header(["whsec_new"]).replace(/t=\d+,/, "")],
    ["a truncated signature", header(["whsec_new"]).slice(0, -2)],
    ["an empty header", ""],
  ])("are refused without a database query: %s", async (_what, signature) => {
    const installation = () => Promise.reject(new Error("the database was asked"));
    expect(await read(signature, { installation })).toBe("not-signed");
  });

  test("are refused if the body differs by one byte", async () => {
    const body = Buffer.from(raw.toString().replace("evt_1", "evt_2"));
    expect(await read(header(["whsec_new"]), { body })).toBe("not-signed");
  });
});

describe.each(engines)("many webhooks at once, on %s", (engine) => {
  test("P-03, P-40: 150 webhooks, each sent to two servers, are recorded once each, and all three payments are found", async () => {
    const bank = await startPayBank(() => first.clock());
    const first = await startTestApp(engine, { config: { stripe: bank.account } });
    const second = await startTestApp(engine, {
      clock: first.clock,
      config: { stripe: bank.account, ...first.sameDatabase },
    });
    const sessions: string[] = [];
    for (const day of ["01", "05", "09"]) {
      const stay = {
        checkInDate: `2027-03-${day}`,
        checkOutDate: `2027-03-${Number(day) + 2}`.replace(/-(\d)$/, "-0$1"),
      };
      const booked = await bookStay(first, stay);
      const link = await first.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, { cookie: cookieOf(booked) });
      sessions.push(bank.sessionOf(link.json.url));
    }
    for (const session of sessions) bank.pay(session);
    // Each webhook arrives once at each server, but in a different order.
    const events = Array.from({ length: 150 }, (_unused, n) => ({ session: sessions[n % 3] ?? "", id: `evt_${n}` }));
    const sendAll = (server: typeof first, all: typeof events) => {
      bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
      return all.map(({ session, id }) => bank.sendWebhook(session, id));
    };
    const responses = await Promise.all([...sendAll(first, events), ...sendAll(second, events.toReversed())]);
    expect(new Set(responses)).toEqual(new Set([200]));
    const rows = await first.db.selectFrom("provider_notice").select(["id", "outcome", "object_ref"]).execute();
    expect(rows.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["queued"]));
    expect(new Set(rows.map(({ object_ref }) => object_ref))).toEqual(new Set(sessions));
    await first.app.runJobs(/sync payments$/);
    expect(await first.db.selectFrom("payment").select("id").execute()).toHaveLength(3);
    await second.close();
    await first.close();
    await bank.close();
  });
});
