import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Writable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import type { Engine } from "../database/dialect.ts";
import { rowsOf, tablesOf } from "../database/tables.ts";
import { type BuiltSite, loadBuiltSite } from "../http/built-site.ts";
import { createLogger } from "../runtime/logger.ts";
import { engines } from "../testing/engines.ts";
import { bookStay } from "../testing/given.ts";
import { startPayBank } from "../testing/pay-bank.ts";
import { startPayHereBank } from "../testing/payhere-bank.ts";
import { cookieOf, type TestResponse, startTestApp, type TestApp } from "../testing/test-app.ts";

/**
 * P-09. Guests pay, receive refunds and read their pages; the host uses the portal and makes a backup. Then the pages,
 * receipts, emails, responses, log, tables, files, backup and export are searched.
 */

let site: BuiltSite;
beforeAll(async () => {
  site = await loadBuiltSite(resolve("dist"));
});

/** Card data that the providers send us, and the guest's address at PayHere. */
const CARD = ["************4564", "card_expiry", "last4", "CardFingerprintMark", "A PERERA", "Lake Road"];

const logOf = (lines: string[]) =>
  new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });

/** Every file under a folder, including the contents of backups. */
function filesIn(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const name = join(entry.parentPath, entry.name);
    const bytes = readFileSync(name);
    return [{ name, bytes }, ...unpacked(name, bytes)];
  });
}

/** A backup without a passphrase is a gzip file. */
function unpacked(name: string, bytes: Buffer): { name: string; bytes: Buffer }[] {
  const at = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]));
  if (!name.includes("backups") || at < 0) return [];
  return [{ name: `${name}, unpacked`, bytes: gunzipSync(bytes.subarray(at)) }];
}

type Place = { name: string; bytes: Buffer };

/** The responses about a booking that its guest, a stranger and the host receive, with their headers. */
async function pagesOf(server: TestApp, booked: TestResponse, host: string): Promise<Place[]> {
  const own = { cookie: cookieOf(booked) };
  const { id } = booked.json;
  const { receipts } = (await server.send("GET", `/api/bookings/${id}/payment`, undefined, own)).json;
  const numbers: string[] = receipts.map(({ number }: { number: string }) => number);
  expect(numbers.length).toBeGreaterThan(0);
  const guests = [
    `/booking/pay/${id}`,
    `/booking/pay/${id}?back=paid`,
    `/booking/pay/${id}?back=cancelled`,
    `/booking/confirmation/${id}`,
    `/de/booking/pay/${id}`,
    ...numbers.flatMap((number) => [`/booking/receipt/${id}/${number}`, `/api/bookings/${id}/receipts/${number}`]),
  ];
  const admins = [
    `bookings/${id}`,
    `bookings/${id}/online-payments`,
    `bookings/${id}/dispute-evidence`,
    "bookings.csv",
    "analytics/money",
    "dashboard",
    "settings",
    "payment-webhook",
    "audit",
    "mailbox",
  ].map((path) => `/api/admin/${path}`);
  const seen: Place[] = [];
  for (const [path, headers] of [
    ...guests.flatMap((one) => [[one, own] as const, [one, {}] as const]),
    ...admins.map((one) => [one, { cookie: host }] as const),
  ]) {
    const { text, headers: answered, status } = await server.send("GET", path, undefined, headers);
    if ("cookie" in headers) expect([path, status]).toEqual([path, 200]);
    seen.push({ name: `${status} ${path}`, bytes: Buffer.from(text + JSON.stringify([...answered])) });
  }
  return seen;
}

async function tablesIn(server: TestApp, engine: Engine): Promise<Place> {
  const rows: string[] = [];
  await server.db.transaction().execute(async (trx) => {
    for (const table of await tablesOf(trx, engine))
      for await (const row of rowsOf(trx, engine, table)) rows.push(JSON.stringify(row));
  });
  return { name: "a table", bytes: Buffer.from(rows.join("\n")) };
}

/** Makes a backup, then reads the places where data is stored. */
async function everything(
  server: TestApp,
  engine: Engine,
  lines: readonly string[],
  booked: TestResponse,
): Promise<Place[]> {
  await server.app.runJobs(/messages|mail/);
  // Commands use the machine's clock.
  server.clock.set(new Date().toISOString());
  const cookie = await server.signIn();
  expect((await server.send("POST", "/api/admin/backups", {}, { cookie })).status).toBe(204);
  const runs = async () => (await server.send("GET", "/api/admin/backups", undefined, { cookie })).json;
  await expect.poll(async () => (await runs()).running, { timeout: 30_000 }).toBe(false);
  expect((await runs()).lastGood).toMatchObject({ reason: null });
  const exported = await fetch(`${server.url}/api/admin/export`, { headers: { cookie } });
  const archive = Buffer.from(await exported.arrayBuffer());
  // The key file is not searched, because it must contain a secret.
  const files = filesIn(server.config.dataDir).filter(({ name }) => name !== server.config.secretsKeyFile);
  expect(files.some(({ name }) => name.endsWith("unpacked"))).toBe(true);
  return [
    ...(await pagesOf(server, booked, cookie)),
    await tablesIn(server, engine),
    ...files,
    { name: "the export", bytes: archive },
    ...unpacked("the export of backups", archive),
    { name: "the log", bytes: Buffer.from(lines.join("")) },
  ];
}

function placesOf(found: readonly Place[], secrets: readonly string[]): string[] {
  return found.flatMap(({ name, bytes }) =>
    secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${secret} in ${name}`),
  );
}

const stay = (month: string) => ({ checkInDate: `2027-${month}-01`, checkOutDate: `2027-${month}-04` });
const NEIGHBOUR = { name: "Nora Neighbour", email: "nora@example.com", phone: "+94 77 999 8888" };

test.each(engines)(
  "P-09, Stripe: no page, receipt, email, backup, file, table or log line holds a key, a secret, a signature, card data or the address of a payment page, on %s",
  async (engine) => {
    const lines: string[] = [];
    const bank = await startPayBank(() => server.clock());
    const server = await startTestApp(engine, {
      site,
      config: {
        stripe: { ...bank.account, webhookSecret: null },
        publicUrl: "https://cottage.example",
        localMailbox: true,
      },
      logger: createLogger("debug", logOf(lines)),
    });
    bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
    const host = await server.signIn();
    expect((await server.send("POST", "/api/admin/payment-webhook", {}, { cookie: host })).status).toBe(200);
    const webhookSecret = [...bank.endpoints.values()].map(({ secret }) => secret).join();
    const booked = await bookStay(server, stay("03"));
    const neighbour = await bookStay(server, stay("04"), NEIGHBOUR);
    const payPath = (one: TestResponse) => `/api/bookings/${one.json.id}/pay`;
    const own = { cookie: cookieOf(booked) };
    bank.failNext("open", "after", 1);
    await server.send("POST", payPath(booked), {}, own);
    const link = await server.send("POST", payPath(booked), {}, own);
    const other = await server.send("POST", payPath(neighbour), {}, { cookie: cookieOf(neighbour) });
    const session = bank.sessionOf(link.json.url);
    bank.pay(session);
    expect(await bank.sendWebhook(session, "evt_paid", webhookSecret)).toBe(200);
    expect(await bank.sendWebhook(session, "evt_forged", "another secret")).toBe(401);
    await server.app.runJobs(/payment/);
    await server.send("POST", `/api/bookings/${booked.json.id}/cancel`, { expectedFee: "0.00" }, own);
    await server.app.runJobs(/refund/);
    expect(bank.refunded(session)).toBe(45_000);
    const found = await everything(server, engine, lines, booked);
    const addresses = [session, bank.sessionOf(other.json.url)].map((one) => `/pay/${one}`);
    // A signature is `t=…,v1=…`. Compressed files contain any three characters by chance, so we search for four.
    const secrets = [...CARD, bank.account.secretKey, webhookSecret, ...addresses, ",v1="];
    expect(placesOf(found, secrets)).toEqual([]);
    // This guest's pages contain nothing about the other guest.
    const guests = found.filter(({ name }) => /^\d+ \/(?!api\/admin)/.test(name));
    expect(placesOf(guests, [...Object.values(NEIGHBOUR), String(neighbour.json.id)])).toEqual([]);
    // Control: the search finds the data that we do store and show.
    expect(placesOf(found, [session]).join()).toMatch(/a table.*unpacked/s);
    expect(placesOf(guests, ["Ann Perera"]).length).toBeGreaterThan(2);
    expect(placesOf(found, ["Ann Perera"]).join()).toContain("mailbox");
    await server.close();
    await bank.close();
  },
  60_000,
);

test.each(engines)(
  "P-09, PayHere: no page, receipt, email, backup, file, table or log line holds card data, a secret, a token, the guest's address or the form's hash, on %s",
  async (engine) => {
    const lines: string[] = [];
    const bank = await startPayHereBank(() => server.clock());
    const server = await startTestApp(engine, {
      site,
      config: { payhere: bank.account, localMailbox: true },
      logger: createLogger("debug", logOf(lines)),
    });
    bank.registers(server.url);
    bank.sendWebhooksTo(`${server.url}/api/webhooks/payhere`);
    const booked = await bookStay(server, stay("03"));
    const own = { cookie: cookieOf(booked) };
    const link = await server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
    expect(await bank.submit(link.json, server.url)).toBe(200);
    const order = String(link.json.fields.order_id);
    const paid = bank.pay(order);
    expect(await bank.notify(order, paid)).toBe(200);
    expect(await bank.notify(order, paid, { secret: "another secret" })).toBe(401);
    await server.app.runJobs(/payment/);
    bank.failNext("refund", "before");
    await server.send("POST", `/api/bookings/${booked.json.id}/cancel`, { expectedFee: "0.00" }, own);
    await server.app.runJobs(/refund/);
    server.clock.advance(11 * 60_000);
    await server.app.runJobs(/refund/);
    expect(paid.status).toBe("REFUNDED");
    const found = await everything(server, engine, lines, booked);
    const { merchantSecret, app } = bank.account;
    const secrets = [...CARD, merchantSecret, app?.appSecret ?? "-", "token-1", String(link.json.fields.hash)];
    expect(placesOf(found, secrets)).toEqual([]);
    expect(placesOf(found, [order]).join()).toMatch(/a table.*unpacked/s);
    await server.close();
    await bank.close();
  },
  60_000,
);
