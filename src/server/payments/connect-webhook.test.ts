import { copyFile, mkdir, rmdir } from "node:fs/promises";
import { afterEach, describe, expect, test } from "vitest";
import { rowsOf, tablesOf } from "../database/tables.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { type PayBank, startPayBank } from "../testing/pay-bank.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

const PUBLIC = "https://cottage.example";
const ADDRESS = `${PUBLIC}/api/webhooks/stripe`;
const WEBHOOK_PATH = "/api/admin/payment-webhook";

/**
 * docs/payments.md, "Faster payment updates from Stripe": with only STRIPE_SECRET_KEY set, the host connects the
 * webhook.
 */
describe.each(engines)("connecting Stripe's webhook in the portal, on %s", (engine) => {
  const open: { close: () => Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const one of open.toReversed()) await one.close();
    open.length = 0;
  });

  let clock: TestApp["clock"] | null = null;
  async function startBank(): Promise<PayBank> {
    clock = null;
    const bank = await startPayBank(() => clock?.() ?? new Date());
    open.push(bank);
    return bank;
  }
  async function start(bank: PayBank, more: object = {}): Promise<TestApp> {
    const server = await startTestApp(engine, {
      ...(clock ? { clock } : {}),
      config: { stripe: { ...bank.account, webhookSecret: null }, publicUrl: PUBLIC, ...more },
    });
    clock ??= server.clock;
    open.push(server);
    return server;
  }
  const portal = (server: TestApp, cookie: string) => ({
    read: async () => (await server.send("GET", WEBHOOK_PATH, undefined, { cookie })).json,
    connect: () => server.send("POST", WEBHOOK_PATH, {}, { cookie }),
    disconnect: () => server.send("DELETE", WEBHOOK_PATH, undefined, { cookie }),
  });
  /**
   * A guest pays and closes the browser. Returns true if the server accepts a webhook about the payment that is signed
   * with this secret.
   */
  async function isRecordedAtOnce(
    server: TestApp,
    bank: PayBank,
    secret: string,
    checkInDate: string,
  ): Promise<boolean> {
    bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
    const night = new Date(Date.parse(checkInDate) + 86_400_000).toISOString().slice(0, 10);
    const booked = await bookStay(server, { checkInDate, checkOutDate: night });
    const own = { cookie: cookieOf(booked) };
    const link = await server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
    const session = bank.sessionOf(link.json.url);
    bank.pay(session);
    const status = await bank.sendWebhook(session, `evt_${session}`, secret);
    expect([200, 401]).toContain(status);
    return status === 200;
  }
  const onlySecret = (bank: PayBank) => [...bank.endpoints.values()].map(({ secret }) => secret).join();

  test("P-40: connecting registers the endpoint with Stripe and encrypts its secret, and the next webhook is accepted", async () => {
    const bank = await startBank();
    const server = await start(bank);
    const cookie = await server.signIn();
    const { read, connect } = portal(server, cookie);
    expect(await read()).toEqual({ source: "none", mayConnect: true, address: null, problem: null });
    expect(await isRecordedAtOnce(server, bank, "whsec_guess", "2027-03-01")).toBe(false);

    const connected = await connect();
    expect(connected.json).toEqual({ source: "portal", mayConnect: true, address: ADDRESS, problem: null });
    const [made] = bank.endpoints.values();
    expect([made?.url, bank.endpoints.size]).toEqual([ADDRESS, 1]);
    const secret = made?.secret ?? "-";
    expect(await isRecordedAtOnce(server, bank, secret, "2027-03-05")).toBe(true);
    expect(await isRecordedAtOnce(server, bank, "whsec_guess", "2027-03-09")).toBe(false);

    // The secret does not appear in the response, the audit log, a table or the archive.
    const audit = await server.send("GET", "/api/admin/audit", undefined, { cookie });
    expect(audit.text).toContain("Connected the Stripe webhook");
    const rows: string[] = [];
    await server.db.transaction().execute(async (trx) => {
      for (const table of await tablesOf(trx, engine))
        for await (const row of rowsOf(trx, engine, table)) rows.push(JSON.stringify(row));
    });
    expect(rows.join()).toContain("stripe-notices");
    const archive = await fetch(`${server.url}/api/admin/export`, { headers: { cookie } });
    const bytes = Buffer.from(await archive.arrayBuffer());
    for (const place of [connected.text, audit.text, rows.join(), bytes.toString("latin1")])
      expect(place.includes(secret)).toBe(false);

    // Another instance also accepts webhooks, as this one would after a restart.
    const other = await start(bank, { ...server.sameDatabase, secretsKeyFile: server.config.secretsKeyFile });
    expect(await isRecordedAtOnce(other, bank, secret, "2027-03-13")).toBe(true);
  });

  test("connecting again replaces the endpoint; disconnecting removes it from Stripe first; other endpoints are kept", async () => {
    const bank = await startBank();
    const server = await start(bank);
    const other = await start(bank, { ...server.sameDatabase, secretsKeyFile: server.config.secretsKeyFile });
    const { read, connect, disconnect } = portal(server, await server.signIn());
    const foreign = {
      id: "we_shop",
      status: "enabled",
      url: "https://shop.example/hook",
      secret: "whsec_shop",
      metadata: {},
    };
    bank.endpoints.set(foreign.id, foreign);
    await connect();
    const first = [...bank.endpoints.values()].at(-1);
    await connect();
    const second = [...bank.endpoints.values()].at(-1);
    expect([bank.endpoints.size, bank.endpoints.has(first?.id ?? ""), bank.endpoints.has("we_shop")]).toEqual([
      2,
      false,
      true,
    ]);
    expect(await isRecordedAtOnce(server, bank, first?.secret ?? "-", "2027-04-01")).toBe(false);
    expect(await isRecordedAtOnce(server, bank, second?.secret ?? "-", "2027-04-03")).toBe(true);
    await other.app.runJobs(/webhook secrets/);
    expect(await isRecordedAtOnce(other, bank, second?.secret ?? "-", "2027-04-05")).toBe(true);

    bank.away = true;
    expect((await disconnect()).status).toBe(409);
    expect((await read()).source).toBe("portal");
    bank.away = false;
    expect((await disconnect()).json).toEqual({ source: "none", mayConnect: true, address: null, problem: null });
    expect([...bank.endpoints.keys()]).toEqual(["we_shop"]);
    expect(await isRecordedAtOnce(server, bank, second?.secret ?? "-", "2027-04-07")).toBe(false);
    await other.app.runJobs(/webhook secrets/);
    expect(await isRecordedAtOnce(other, bank, second?.secret ?? "-", "2027-04-09")).toBe(false);
    // The endpoint was already removed in Stripe's dashboard, which is not an error.
    await connect();
    bank.endpoints.clear();
    expect((await disconnect()).status).toBe(200);
  });

  test("after a rejected key, a failed request or a lost response, the webhook counts as not connected and can be connected", async () => {
    const bank = await startBank();
    const server = await start(bank);
    const { read, connect } = portal(server, await server.signIn());
    bank.refuseKey(true);
    const refused = await connect();
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining("Webhook Endpoints: write")]);
    bank.refuseKey(false);
    bank.failNext("endpoint", "before", 1);
    expect((await connect()).status).toBe(409);
    // The endpoint was created but its secret never arrived. Connecting again removes this endpoint.
    bank.failNext("endpoint", "after", 1);
    expect((await connect()).status).toBe(409);
    expect([(await read()).source, bank.endpoints.size]).toEqual(["none", 1]);
    expect((await connect()).status).toBe(200);
    expect((await read()).source).toBe("portal");
    expect(bank.endpoints.size).toBe(1);
    expect(await isRecordedAtOnce(server, bank, onlySecret(bank), "2027-05-01")).toBe(true);
  });

  test("if another Stripe account is used, or the endpoint is disabled or removed, the host is asked to connect again", async () => {
    const bank = await startBank();
    const server = await start(bank);
    const first = portal(server, await server.signIn());
    await first.connect();
    const former = onlySecret(bank);

    const newBank = await startBank();
    const moved = await start(newBank, { ...server.sameDatabase, secretsKeyFile: server.config.secretsKeyFile });
    const { read, connect } = portal(moved, await moved.signIn());
    expect(await read()).toMatchObject({ mayConnect: true, problem: expect.stringContaining("account has changed") });
    await connect();
    expect((await read()).problem).toBeNull();
    expect(await isRecordedAtOnce(moved, newBank, former, "2027-07-01")).toBe(false);
    expect(await isRecordedAtOnce(moved, newBank, onlySecret(newBank), "2027-07-03")).toBe(true);

    // While Stripe does not respond, the endpoint is assumed to exist.
    newBank.away = true;
    expect((await read()).problem).toBeNull();
    newBank.away = false;
    const held = newBank.holdNext("endpoint");
    const began = performance.now();
    expect((await read()).problem).toBeNull();
    expect(performance.now() - began).toBeLessThan(10_000);
    held.respond();
    const [endpoint] = newBank.endpoints.values();
    if (endpoint) endpoint.status = "disabled";
    expect((await read()).problem).toContain("disabled in Stripe's dashboard");
    newBank.endpoints.clear();
    expect((await read()).problem).toContain("removed");
  });

  test("a webhook that was connected before its id was stored still works", async () => {
    const bank = await startBank();
    const server = await start(bank);
    const cookie = await server.signIn();
    await portal(server, cookie).connect();
    const { secret } = await server.db
      .selectFrom("signing_key")
      .select("secret")
      .where("name", "=", "stripe-notices")
      .executeTakeFirstOrThrow();
    const { endpoint, ...earlier }: Record<string, string> = JSON.parse(secret);
    expect(endpoint).toMatch(/^we_/);
    const row = { secret: JSON.stringify(earlier) };
    await server.db.updateTable("signing_key").set(row).where("name", "=", "stripe-notices").execute();

    const restarted = await start(bank, { ...server.sameDatabase, secretsKeyFile: server.config.secretsKeyFile });
    const { read } = portal(restarted, await restarted.signIn());
    expect(await read()).toMatchObject({ source: "portal", problem: null });
    expect(await isRecordedAtOnce(restarted, bank, onlySecret(bank), "2027-08-01")).toBe(true);
  });

  test("STRIPE_WEBHOOK_SECRET takes precedence, connecting needs HTTPS, and a changed address or key file is reported", async () => {
    const bank = await startBank();
    const server = await start(bank);
    const connected = portal(server, await server.signIn());
    await connected.connect();
    const secret = onlySecret(bank);
    const same = { ...server.sameDatabase, secretsKeyFile: server.config.secretsKeyFile };

    const fixed = await start(bank, { ...same, stripe: bank.account });
    const withVariable = portal(fixed, await fixed.signIn());
    expect(await withVariable.read()).toEqual({
      source: "environment",
      mayConnect: false,
      address: ADDRESS,
      problem: null,
    });
    expect((await withVariable.connect()).status).toBe(409);
    expect(await isRecordedAtOnce(fixed, bank, secret, "2027-06-01")).toBe(false);
    expect(await isRecordedAtOnce(fixed, bank, bank.account.webhookSecret, "2027-06-03")).toBe(true);

    const moved = await start(bank, { ...same, publicUrl: "https://new.example" });
    const elsewhere = portal(moved, await moved.signIn());
    expect(await elsewhere.read()).toMatchObject({ problem: expect.stringContaining("address has changed") });
    expect(await isRecordedAtOnce(moved, bank, secret, "2027-06-05")).toBe(false);
    await elsewhere.connect();
    expect((await elsewhere.read()).problem).toBeNull();
    expect([...bank.endpoints.values()].map(({ url }) => url)).toEqual(["https://new.example/api/webhooks/stripe"]);

    const restored = await start(bank, {
      ...server.sameDatabase,
      publicUrl: "https://new.example",
      secretsKeyFile: `${server.config.dataDir}/other.key`,
    });
    const withoutKey = portal(restored, await restored.signIn());
    expect((await withoutKey.read()).problem).toContain("cannot read the webhook's signing secret");

    // Root may read every file, but nobody can read a folder as a file.
    const copiedKey = `${server.config.dataDir}/copied.key`;
    await mkdir(copiedKey);
    const unreadable = await start(bank, {
      ...server.sameDatabase,
      publicUrl: "https://new.example",
      secretsKeyFile: copiedKey,
    });
    const withoutAccess = portal(unreadable, await unreadable.signIn());
    expect((await withoutAccess.read()).problem).toContain("key file cannot be read");
    const before = [...bank.endpoints.keys()];
    expect((await withoutAccess.connect()).status).toBe(409);
    expect([...bank.endpoints.keys()]).toEqual(before);
    await rmdir(copiedKey);
    await copyFile(server.config.secretsKeyFile, copiedKey);
    await expect.poll(async () => (await withoutAccess.read()).problem).toBeNull();

    const plain = await start(bank, { ...same, publicUrl: "http://localhost:3000" });
    const local = portal(plain, await plain.signIn());
    expect((await local.read()).mayConnect).toBe(false);
    expect((await local.connect()).status).toBe(409);
  });
});
