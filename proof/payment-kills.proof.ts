/**
 * P-08: kills the server with kill -9 again and again while guests book, pay, return and cancel, and while the
 * provider's responses get lost. Then the server runs without receiving any webhooks, and the books must be in order.
 * With PostgreSQL, two servers share the database, and one of them is killed. To choose the number of kills, the engine
 * and the provider, run `node proof/payment-kills.proof.ts --kills 50 --on sqlite --provider payhere`.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { connectDatabase } from "#server/database/connect.ts";
import type { Engine } from "#server/database/dialect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { GUEST, stayBody } from "#server/testing/given.ts";
import { type HistoryProvider, startHistoryBank } from "#server/testing/history-bank.ts";
import { problems } from "#server/testing/payment-histories.ts";
import { ended, type ServerProcess, startServerProcess } from "#server/testing/processes.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({
  options: { kills: { type: "string", default: "500" }, on: { type: "string" }, provider: { type: "string" } },
});
const KILLS = Number(values.kills);
const CLIENTS = 4;
const MINUTE = 60_000;

const NAMES = { stripe: "kill -9 while guests pay", payhere: "kill -9 while guests pay by PayHere" };
const providers = (["stripe", "payhere"] as const).filter((one) => (values.provider ?? one) === one);
const runs = engines
  .filter((name) => values.on === undefined || values.on === name)
  .flatMap((engine) => providers.map((provider) => ({ engine, provider })));

for (const { engine, provider } of runs) {
  const instances = engine === "postgres" ? 2 : 1;
  await prove(
    {
      id: "PAYKILL",
      what: NAMES[provider],
      aim: `${KILLS} kills: the payment records are consistent afterwards, and nothing that a guest was told is undone`,
    },
    instances === 1 ? engine : `${engine}, ${instances} instances`,
    async () => {
      const found = await killWhilePaying(engine, instances, provider);
      for (const one of found.wrong.slice(0, 5)) console.log(one);
      const { wrong, ...figures } = found;
      return { figures: { ...figures, wrong: wrong.length }, met: wrong.length === 0 && found.paid > 0 };
    },
  );
}

type Guest = { id: string; cookie: string; shownPaid: boolean; askedToCancel: boolean };

async function killWhilePaying(engine: Engine, instances: number, provider: HistoryProvider) {
  const scratch = await scratchDatabase(engine);
  let aheadMs = 0;
  const bank = await startHistoryBank(provider, () => new Date(Date.now() + aheadMs), Math.random);
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess(scratch, { ...bank.config, settledClock: true });
    if (aheadMs > 0) server.child.send(aheadMs);
    return server;
  };
  const kill = async ({ child }: ServerProcess) => {
    child.kill("SIGKILL");
    await ended(child);
  };
  const guests: Guest[] = [];
  let nextNight = 0;
  const today = toLocalDate(new Date().toISOString().slice(0, 10));

  const send = async (url: string, method: string, path: string, body?: unknown, cookie = "") => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const cookies = response.headers.getSetCookie().map((one) => one.split(";")[0]);
    const json: ReturnType<typeof JSON.parse> = await response.json();
    return { status: response.status, json, cookie: cookies.join("; ") };
  };

  async function visit(url: string): Promise<void> {
    const checkInDate = addDays(today, 30 + 2 * (nextNight++ % 300));
    const { json } = await send(url, "POST", "/api/guests", { ...GUEST, email: `g${nextNight}@example.com` });
    const stay = stayBody({ checkInDate, checkOutDate: addDays(checkInDate, 2) });
    const booked = await send(url, "POST", "/api/bookings", { ...stay, guestId: json.id });
    if (booked.status !== 201) return;
    const guest: Guest = { id: booked.json.id, cookie: booked.cookie, shownPaid: false, askedToCancel: false };
    guests.push(guest);
    const path = `/api/bookings/${guest.id}`;
    const link = await send(url, "POST", `${path}/pay`, {}, guest.cookie);
    if (link.status !== 200) return;
    const page = await bank.enter(link.json);
    if (Math.random() < 0.8) bank.pay(page);
    if (Math.random() < 0.5) await bank.sendWebhook(page, Math.random, crypto.randomUUID());
    const back = await send(url, "GET", `${path}/payment?back=paid`, undefined, guest.cookie);
    guest.shownPaid = back.status === 200 && back.json.state === "paid";
    if (Math.random() > 0.3) return;
    guest.askedToCancel = true;
    await send(url, "POST", `${path}/cancel`, { expectedFee: "0.00" }, guest.cookie);
  }

  bank.setFaults(0.1);
  const steady = instances === 2 ? await start() : null;
  for (let kills = 0; kills < KILLS; kills++) {
    const server = await start();
    bank.serves(server.url);
    let killed = false;
    const client = async (url: string) => {
      while (!killed) await visit(url).catch(() => undefined);
    };
    const urls = [server.url, ...(steady ? [steady.url] : [])];
    const clients = Array.from({ length: CLIENTS }, (_unused, n) => client(urls[n % urls.length] ?? server.url));
    await sleep(200 + Math.random() * 2500);
    await kill(server);
    killed = true;
    await Promise.all(clients);
  }

  // From here on, nothing fails and no webhook arrives.
  bank.setFaults(0);
  const server = await start();
  const advance = (ms: number) => {
    aheadMs += ms;
    for (const one of [server, ...(steady ? [steady] : [])]) one.child.send(ms);
  };
  for (const minutes of [0, 40, 11, 11, 11, 11]) {
    advance(minutes * MINUTE);
    await sleep(25_000);
  }
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  const rows = await db.selectFrom("booking").select(["id", "status", "reference"]).execute();
  const wrong = await problems(
    rows.map(({ id }) => id),
    bank,
    db,
  );
  for (const { id, shownPaid, askedToCancel } of guests) {
    const row = rows.find((one) => one.id === id);
    if (!row) wrong.push(`an acknowledged booking is lost: ${id}`);
    else if (shownPaid && !askedToCancel && row.status === "cancelled")
      wrong.push(`${row.reference}: the guest read "paid", but the stay is cancelled`);
  }
  const refunds = await db.selectFrom("refund").select("id").execute();
  await close();
  await kill(server);
  if (steady) await kill(steady);
  await bank.close();
  await scratch.remove();
  return {
    kills: KILLS,
    bookings: rows.length,
    paid: guests.filter(({ shownPaid }) => shownPaid).length,
    refunds: refunds.length,
    wrong,
  };
}
