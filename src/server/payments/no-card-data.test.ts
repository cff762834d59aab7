import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createLogger } from "../runtime/logger.ts";
import { bookStay } from "../testing/given.ts";
import { startPayBank } from "../testing/pay-bank.ts";
import { startPayHereBank } from "../testing/payhere-bank.ts";
import { cookieOf, startTestApp, type TestApp } from "../testing/test-app.ts";

/** P-09: after a guest has paid, got money back and the host has made a backup, every byte of it all is searched. */

/** Parts of a card that the far end sends us, the guest's address at PayHere, and where a payment page is. */
const CARD = ["************4564", "card_expiry", "last4", "CardFingerprintMark", "A PERERA", "Lake Road"];

const logOf = (lines: string[]) =>
  new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });

/** Every file under a folder, and what is packed into it. */
function filesIn(folder: string): { name: string; bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const name = join(entry.parentPath, entry.name);
    const bytes = readFileSync(name);
    return [{ name, bytes }, ...unpacked(name, bytes)];
  });
}

/** A backup is a header and one gzip stream. */
function unpacked(name: string, bytes: Buffer): { name: string; bytes: Buffer }[] {
  const at = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]));
  if (!name.includes("backups") || at < 0) return [];
  return [{ name: `${name}, unpacked`, bytes: gunzipSync(bytes.subarray(at)) }];
}

/** A backup by the host, then every place in which something could have been left. */
async function everything(server: TestApp, lines: readonly string[]): Promise<{ name: string; bytes: Buffer }[]> {
  const cookie = await server.signIn();
  expect((await server.send("POST", "/api/admin/backups", {}, { cookie })).status).toBe(204);
  const runs = async () => (await server.send("GET", "/api/admin/backups", undefined, { cookie })).json;
  await expect.poll(async () => (await runs()).running, { timeout: 30_000 }).toBe(false);
  expect((await runs()).lastGood).toMatchObject({ reason: null });
  const exported = await fetch(`${server.url}/api/admin/export`, { headers: { cookie } });
  const archive = Buffer.from(await exported.arrayBuffer());
  const files = filesIn(server.config.dataDir);
  expect(files.some(({ name }) => name.endsWith("unpacked"))).toBe(true);
  return [
    ...files,
    { name: "the export", bytes: archive },
    ...unpacked("the export of backups", archive),
    { name: "the log", bytes: Buffer.from(lines.join("")) },
  ];
}

function placesOf(found: readonly { name: string; bytes: Buffer }[], secrets: readonly string[]): string[] {
  return found.flatMap(({ name, bytes }) =>
    secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${secret} in ${name}`),
  );
}

const STAY = { checkInDate: "2027-03-01", checkOutDate: "2027-03-04" };

test("P-09, Stripe: no backup, file, table or log line holds a key, a signature, card data or the address of a payment page", async () => {
  const lines: string[] = [];
  const bank = await startPayBank(() => server.clock());
  const server = await startTestApp("sqlite", {
    config: { stripe: bank.account },
    logger: createLogger("debug", logOf(lines)),
  });
  bank.tells(`${server.url}/api/webhooks/stripe`);
  const booked = await bookStay(server, STAY);
  const own = { cookie: cookieOf(booked) };
  bank.failNext("open", "after", 1);
  await server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
  const link = await server.send("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
  const session = bank.sessionOf(link.json.url);
  bank.pay(session);
  await bank.tell(session, "evt_paid");
  await server.app.runJobs(/payment/);
  await server.send("POST", `/api/bookings/${booked.json.id}/cancel`, { expectedFee: "0.00" }, own);
  await server.app.runJobs(/refund/);
  expect(bank.refunded(session)).toBe(45_000);
  const found = await everything(server, lines);
  const { secretKey, webhookSecret } = bank.account;
  expect(placesOf(found, [...CARD, secretKey, webhookSecret, `/pay/${session}`, "v1="])).toEqual([]);
  // Control: what we do write down is found in the database and in the backup.
  expect(placesOf(found, [session]).join()).toMatch(/sqlite.*unpacked/s);
  await server.close();
  await bank.close();
}, 60_000);

test("P-09, PayHere: likewise, with the guest's address, the merchant's secret and the form's hash", async () => {
  const lines: string[] = [];
  const bank = await startPayHereBank(() => server.clock());
  const server = await startTestApp("sqlite", {
    config: { payhere: bank.account },
    logger: createLogger("debug", logOf(lines)),
  });
  bank.registers(server.url);
  bank.tells(`${server.url}/api/webhooks/payhere`);
  const booked = await bookStay(server, STAY);
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
  const found = await everything(server, lines);
  const { merchantSecret, app } = bank.account;
  const secrets = [...CARD, merchantSecret, app?.appSecret ?? "-", "token-1", String(link.json.fields.hash)];
  expect(placesOf(found, secrets)).toEqual([]);
  expect(placesOf(found, [order]).join()).toMatch(/sqlite.*unpacked/s);
  await server.close();
  await bank.close();
}, 60_000);
