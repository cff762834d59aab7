/**
 * P-40: a flood of webhooks must not slow down bookings. 1,000 simultaneous webhooks about one charge must create one
 * row, and take less than twice as long as 1,000 refused webhooks, which record no payment. One after another, they
 * must take less than three times as long as bookings. These times are 99th percentiles. P-34: if two servers (on
 * SQLite, a single server) record 200 payments at once, the receipt numbers must not have a gap.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { connectDatabase } from "#server/database/connect.ts";
import { createLogger } from "#server/runtime/logger.ts";
import { databaseForApp, engines } from "#server/testing/engines.ts";
import { GUEST, bookStay } from "#server/testing/given.ts";
import { startPayBank } from "#server/testing/pay-bank.ts";
import { ended, startServerProcess } from "#server/testing/processes.ts";
import { ADMIN, cookieOf, type TestResponse, sendTo } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

/** Rounds without and with the flood alternate, so that changes of the machine's load affect both. */
const ROUNDS = 10;
const BOOKINGS = 15;
/** 200 webhooks per second, a hundred times what one network may send. */
const FLOOD = { everyMs: 50, each: 10 };
const SAME = 1000;
const PARALLEL = 200;

for (const engine of engines) {
  await prove(
    {
      id: "PAYLOAD",
      what: "Floods of webhooks, and receipts at once",
      aim: `p99 of bookings under a flood of webhooks < 2 times the quiet one; ${SAME} webhooks of one charge: 1 row, p99 < 2 times that of refused ones; ${PARALLEL} receipts at once${engine === "postgres" ? " by two servers" : ""}: no gap`,
    },
    engine === "postgres" ? "postgres, 2 instances" : engine,
    async () => {
      const { met, ...figures } = await measure(engine);
      return { figures, met };
    },
  );
}

async function measure(engine: (typeof engines)[number]) {
  const scratch = await databaseForApp(engine);
  const bank = await startPayBank(() => new Date());
  const options = { stripe: bank.account, settledClock: true, firstAdmin: ADMIN, webhookLimit: true };
  const server = await startServerProcess(scratch, options);
  const send = sendTo(server.url);
  let night = 0;
  const today = toLocalDate(new Date().toISOString().slice(0, 10));
  const nights = () => {
    night += 1;
    const checkInDate = addDays(today, 30 + night);
    return { checkInDate, checkOutDate: addDays(checkInDate, 1) };
  };
  const book = () => bookStay({ send }, nights(), { ...GUEST, email: `g${night}@example.com` });
  const timeBookings = async (times: number[]) => {
    for (let n = 0; n < BOOKINGS; n++) {
      const begun = performance.now();
      const { status, text } = await book();
      if (status !== 201) throw new Error(text);
      times.push(performance.now() - begun);
    }
  };

  await book();
  const [quiet, flooded]: [number[], number[]] = [[], []];
  const statuses: Record<number, number> = {};
  const sendInvalid = async () => {
    const { status } = await send("POST", "/api/webhooks/stripe", {}, { "stripe-signature": "t=1,v1=00" });
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  for (let round = 0; round < ROUNDS; round++) {
    await timeBookings(quiet);
    const sent: Promise<void>[] = [];
    const flood = setInterval(() => {
      for (let n = 0; n < FLOOD.each; n++) sent.push(sendInvalid());
    }, FLOOD.everyMs);
    await timeBookings(flooded);
    clearInterval(flood);
    await Promise.all(sent);
  }
  server.child.kill("SIGTERM");
  await ended(server.child);

  // Without the limit for each network, all webhooks are read, checked and recorded.
  const first = await startServerProcess(scratch, { ...options, webhookLimit: false });
  const second = engine === "postgres" ? await startServerProcess(scratch, { ...options, webhookLimit: false }) : first;
  const here = sendTo(first.url);
  const there = sendTo(second.url);
  const booked = await bookStay({ send: here }, nights(), { ...GUEST, email: "payer@example.com" });
  const own = { cookie: cookieOf(booked) };
  const link = await here("POST", `/api/bookings/${booked.json.id}/pay`, {}, own);
  const session = bank.sessionOf(link.json.url);
  bank.pay(session);
  bank.sendWebhooksTo(`${first.url}/api/webhooks/stripe`);
  const calm: number[] = [];
  const sendOne = async (id: string, times: number[]) => {
    const begun = performance.now();
    if ((await bank.sendWebhook(session, id)) !== 200) throw new Error("a webhook was rejected");
    times.push(performance.now() - begun);
  };
  for (let n = 0; n < 50; n++) await sendOne(`evt_calm_${n}`, calm);
  // The same load without payments.
  const sendUnsigned = async (times: number[]) => {
    const begun = performance.now();
    const { status } = await here("POST", "/api/webhooks/stripe", {}, { "stripe-signature": "t=1,v1=00" });
    if (status !== 401) throw new Error(`an unsigned webhook was answered with ${status}`);
    times.push(performance.now() - begun);
  };
  await Promise.all(Array.from({ length: SAME }, () => sendUnsigned([])));
  const refused: number[] = [];
  await Promise.all(Array.from({ length: SAME }, () => sendUnsigned(refused)));
  const crowd: number[] = [];
  await Promise.all(Array.from({ length: SAME }, (_unused, n) => sendOne(`evt_${n % 10}`, crowd)));
  await sleep(7000);
  const { db, close } = connectDatabase(scratch, createLogger("silent"));
  const charges = await db.selectFrom("payment").select("id").where("booking_id", "=", booked.json.id).execute();

  const signedIn = await here("POST", "/api/admin/auth/login", ADMIN);
  const cookie = cookieOf(signedIn).split("; ")[0] ?? "";
  const stays: TestResponse[] = [];
  for (let n = 0; n < PARALLEL; n++) {
    const stay = { ...GUEST, ...nights(), guestCount: 2, status: "confirmed" };
    stays.push(await here("POST", "/api/admin/bookings", stay, { cookie }));
  }
  let again = 0;
  await Promise.all(
    stays.map(async ({ json }, n) => {
      const cash = { kind: "payment", amount: "10", method: "cash", paidOn: today, version: 1 };
      for (let tries = 0; tries < 20; tries++) {
        const { status } = await (n % 2 === 0 ? here : there)("POST", `/api/admin/bookings/${json.id}/payments`, cash, {
          cookie,
        });
        // 409 means that the payment was recorded although the earlier response said that the server was busy.
        if (status === 201 || status === 409) return;
        if (status !== 503) throw new Error(`a payment was answered with ${status}`);
        again += 1;
      }
    }),
  );
  const numbers = (await db.selectFrom("receipt").select("number").execute()).map((row) => Number(row.number));
  const gaps = Math.max(...numbers) - new Set(numbers).size;
  await close();
  for (const { child } of new Set([first, second])) {
    child.kill("SIGTERM");
    await ended(child);
  }
  await bank.close();
  await scratch.remove();
  const figures = {
    "p99 quiet, ms": p99(quiet),
    "p99 under the flood, ms": p99(flooded),
    ratio: Number((p99(flooded) / p99(quiet)).toFixed(2)),
    webhooks: JSON.stringify(statuses),
    "p99 of a webhook, ms": p99(calm),
    "p99 of 1,000 at once, ms": p99(crowd),
    "p99 of 1,000 refused at once, ms": p99(refused),
    rows: charges.length,
    receipts: numbers.length,
    gaps,
    doubles: numbers.length - new Set(numbers).size,
    "asked to come again": again,
  };
  const met =
    figures.ratio < 2 &&
    figures["p99 of a webhook, ms"] < 3 * figures["p99 quiet, ms"] &&
    figures["p99 of 1,000 at once, ms"] < 2 * figures["p99 of 1,000 refused at once, ms"] &&
    charges.length === 1 &&
    numbers.length === PARALLEL + 1 &&
    gaps === 0 &&
    figures.doubles === 0;
  return { ...figures, met };
}

function p99(times: number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN);
}
