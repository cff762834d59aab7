/**
 * P-08: kills a server with kill -9 at each named point of a payment: K1 after the nights are held and before the
 * provider creates its page, K2 after the provider's page has been created, K3 while the server responds to a webhook,
 * K4 while a late payment takes the nights again, K5 after the refund is recorded, K6 after the provider has made the
 * refund, K7 in the sweep. Another server on the same database then continues without any webhook, and the books must
 * be in order. To choose the engine and the number of kills at each point, run `node proof/payment-kill-points.proof.ts
 * --times 3 --on sqlite`.
 */
import { parseArgs } from "node:util";
import type { Engine } from "#server/database/dialect.ts";
import { engines } from "#server/testing/engines.ts";
import { GUEST, bookStay } from "#server/testing/given.ts";
import { type FaultKind, type HookWhen, startPayBank } from "#server/testing/pay-bank.ts";
import { stripeBooks } from "#server/testing/history-bank.ts";
import { problems } from "#server/testing/payment-histories.ts";
import { ended, type ServerProcess, startServerProcess } from "#server/testing/processes.ts";
import { cookieOf, type TestResponse, startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({ options: { times: { type: "string", default: "20" }, on: { type: "string" } } });
const TIMES = Number(values.times);
const MINUTE = 60_000;
const POINTS = ["K1", "K2", "K3", "K4", "K5", "K6", "K7"] as const;

for (const engine of engines.filter((name) => values.on === undefined || values.on === name)) {
  await prove(
    {
      id: "PAYPOINT",
      what: "kill -9 at the named points of a payment",
      aim: `${TIMES} kills at each of ${POINTS.length} points: the payment records are consistent, and nothing acknowledged is lost`,
    },
    engine,
    async () => {
      const { wrong, ...figures } = await killAtPoints(engine);
      for (const one of wrong.slice(0, 5)) console.log(one);
      return {
        figures: { ...figures, wrong: wrong.length },
        met: wrong.length === 0 && figures.kills === TIMES * 7 && figures.webhooksAnswered > 0,
      };
    },
  );
}

async function killAtPoints(engine: Engine) {
  const bank = await startPayBank(() => main.clock());
  const main = await startTestApp(engine, { config: { stripe: bank.account } });
  main.clock.set(new Date().toISOString());
  const guests: { sent: TestResponse }[] = [];
  const wrong: string[] = [];
  const figures = { kills: 0, bookings: 0, refunds: 0, webhooksAnswered: 0 };
  let day = 30;

  const nights = () => {
    day += 3;
    const at = (n: number) => new Date(main.clock().getTime() + n * 1440 * MINUTE).toISOString().slice(0, 10);
    return { checkInDate: at(day), checkOutDate: at(day + 2) };
  };
  const jobs = (which: RegExp) => main.app.runJobs(which);
  const book = async () => {
    const sent = await bookStay(main, nights(), { ...GUEST, email: `g${guests.length}@example.com` });
    if (sent.status !== 201) throw new Error(sent.text);
    guests.push({ sent });
    return { sent, path: `/api/bookings/${sent.json.id}`, own: { cookie: cookieOf(sent) } };
  };
  const begun = async () => {
    const guest = await book();
    const link = await main.send("POST", `${guest.path}/pay`, {}, guest.own);
    return { ...guest, session: bank.sessionOf(link.json.url) };
  };
  const paid = async () => {
    const guest = await begun();
    bank.pay(guest.session);
    await main.send("GET", `${guest.path}/payment?back=paid`, undefined, guest.own);
    return guest;
  };
  /** Its clock is controlled here; its jobs run as soon as it has started. */
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess(main.sameDatabase, { stripe: bank.account, settledClock: true });
    server.child.send(main.clock().getTime() - Date.now());
    return server;
  };
  const kill = ({ child }: ServerProcess) => void child.kill("SIGKILL");
  const post = (server: ServerProcess, path: string, cookie: string) =>
    fetch(server.url + path, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: "{}",
    }).catch(() => null);
  /** Records a failure if the point is not reached in time. */
  const dead = async ({ child }: ServerProcess, point: string) => {
    const timer = setTimeout(() => {
      wrong.push(`${point} was not reached`);
      child.kill("SIGKILL");
    }, 60_000);
    await ended(child);
    clearTimeout(timer);
    figures.kills += 1;
  };

  const acts: Record<(typeof POINTS)[number], () => Promise<void>> = {
    K1: async () => {
      const guest = await book();
      const server = await start();
      bank.atNext("open", "before", () => kill(server));
      await post(server, `${guest.path}/pay`, guest.own.cookie);
      await dead(server, "K1");
    },
    K2: async () => {
      const guest = await book();
      const server = await start();
      bank.atNext("open", "after", () => kill(server));
      await post(server, `${guest.path}/pay`, guest.own.cookie);
      await dead(server, "K2");
    },
    K3: async () => {
      const { session } = await begun();
      bank.pay(session);
      const server = await start();
      bank.sendWebhooksTo(`${server.url}/api/webhooks/stripe`);
      // Some webhooks get a response before the server is killed, and one is cut off.
      const answered: string[] = [];
      let killAfterMs: number | null = Math.random() * 300;
      while (server.child.signalCode === null) {
        const id = `evt_${crypto.randomUUID()}`;
        const status = await bank.sendWebhook(session, id);
        if (status === 200) answered.push(id);
        else if (status !== 0) wrong.push(`K3: a webhook was answered with ${status}`);
        if (status === 0) break;
        if (killAfterMs !== null) setTimeout(() => kill(server), killAfterMs);
        killAfterMs = null;
      }
      await dead(server, "K3");
      if (answered.length === 0) return;
      figures.webhooksAnswered += answered.length;
      const rows = await main.db.selectFrom("provider_notice").select("id").where("id", "in", answered).execute();
      if (rows.length !== answered.length) wrong.push("K3: a webhook was answered but is lost");
    },
    K4: async () => {
      const { session } = await begun();
      main.clock.advance(35 * MINUTE);
      await jobs(/unpaid/);
      bank.pay(session, { late: true });
      main.clock.advance(61 * MINUTE);
      await killAtStart("retrieve", "answered", "K4", Math.random() * 25);
    },
    K5: async () => {
      const guest = await paid();
      await main.send("POST", `${guest.path}/cancel`, { expectedFee: "0.00" }, guest.own);
      await killAtStart("refund", "before", "K5");
    },
    K6: async () => {
      const guest = await paid();
      await main.send("POST", `${guest.path}/cancel`, { expectedFee: "0.00" }, guest.own);
      await killAtStart("refund", "after", "K6");
    },
    K7: async () => {
      await paid();
      await killAtStart("list", "before", "K7");
    },
  };

  /** For points that the jobs reach automatically after startup. */
  async function killAtStart(kind: FaultKind, when: HookWhen, point: string, afterMs = 0): Promise<void> {
    let reachedAt = Infinity;
    bank.atNext(kind, when, () => {
      reachedAt = performance.now();
    });
    const server = await start();
    const timer = setInterval(() => performance.now() >= reachedAt + afterMs && kill(server), 1);
    await dead(server, point);
    clearInterval(timer);
  }

  for (let times = 0; times < TIMES; times++) {
    for (const point of POINTS) await acts[point]();
    // The nights of the next round must be bookable.
    if (day > 300) {
      main.clock.advance(270 * 1440 * MINUTE);
      day = 30;
    }
  }
  bank.sendWebhooksTo("http://127.0.0.1:9/");
  for (let steps = 0; steps < 20; steps++) {
    main.clock.advance(11 * MINUTE);
    await jobs(/payment|unpaid|refund/);
  }
  for (let steps = 0; steps < 10; steps++) {
    main.clock.advance(360 * MINUTE);
    await jobs(/payment|unpaid|refund/);
  }
  const ids = guests.map(({ sent }) => sent.json.id);
  wrong.push(...(await problems(ids, stripeBooks(bank), main.db)));
  figures.bookings = guests.length;
  figures.refunds = bank.refunds.size;
  await main.close();
  await bank.close();
  return { ...figures, wrong };
}
