/**
 * R15: repeatedly kills two sending instances with kill -9. Every email must arrive; none may arrive more than twice,
 * and at most one in twenty may arrive twice. Without kills, each must arrive exactly once. The mail server is not
 * killed and counts copies by Message-ID. The negative control marks emails as sent before sending them.
 */
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type ScratchDatabase, engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { envOf, openCounter, openOutbox, startSender } from "./support/outbox.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({ options: { kills: { type: "string", default: "100" } } });
const KILLS = Number(values.kills);
const EMAILS = 4 * KILLS;
const UNDISTURBED = 10 * KILLS;
const HOLE_KILLS = Math.min(KILLS, 10);
const PACE = { leaseMs: 3000, slots: 2 };
type Counter = Awaited<ReturnType<typeof openCounter>>;

/** Returns the number of unsent emails. */
async function killed(scratch: ScratchDatabase, counter: Counter, kills: number, markFirst: boolean): Promise<number> {
  const env = envOf(scratch, counter.url);
  const outbox = openOutbox(scratch);
  let killedSoFar = 0;
  const instance = async () => {
    while (killedSoFar < kills) {
      killedSoFar++;
      const child = await startSender(env, { ...PACE, markFirst });
      await pause(100 + Math.random() * 500);
      child.kill("SIGKILL");
      await ended(child);
    }
  };
  await Promise.all([instance(), instance()]);
  const left = await outbox.pending();
  await outbox.close();
  return left;
}

async function sendRest(scratch: ScratchDatabase, counter: Counter, emails: (() => Promise<void>)[]): Promise<void> {
  const env = envOf(scratch, counter.url);
  const outbox = openOutbox(scratch);
  const children = await Promise.all([startSender(env, PACE), startSender(env, PACE)]);
  for (const next of emails) {
    await next();
    while ((await outbox.pending()) > 0) await pause(100);
  }
  for (const child of children) {
    child.kill("SIGTERM");
    await ended(child);
  }
  await outbox.close();
}

async function prepared(engine: (typeof engines)[number], counter: Counter, emails: number) {
  const scratch = await scratchDatabase(engine);
  const first = await startSender(envOf(scratch, counter.url), PACE);
  first.kill("SIGKILL");
  await ended(first);
  const outbox = openOutbox(scratch);
  await outbox.fill(emails, "killed");
  return { scratch, outbox };
}

const openSlowCounter = () =>
  openCounter({ checkMs: () => 80 + Math.random() * 80, writeMs: () => 2 + Math.random() * 4 });

async function lostByTheHole(engine: (typeof engines)[number]): Promise<number> {
  const counter = await openSlowCounter();
  const { scratch, outbox } = await prepared(engine, counter, EMAILS);
  await killed(scratch, counter, HOLE_KILLS, true);
  const marked = EMAILS - (await outbox.pending());
  await outbox.close();
  await pause(200);
  const lost = marked - counter.copies.size;
  await counter.close();
  await scratch.remove();
  return lost;
}

for (const engine of engines) {
  await prove(
    {
      id: "R15",
      what: "Crash while sending; two instances",
      aim: "400 emails, 100 kills: 0 undelivered, at most 2 copies, at most 5 % sent twice, same Message-ID; without kills, 1,000 exactly once",
    },
    engine,
    async () => {
      const counter = await openSlowCounter();
      const { scratch, outbox } = await prepared(engine, counter, EMAILS);
      const leftAfterKills = await killed(scratch, counter, KILLS, false);
      const figures = { emails: EMAILS, kills: KILLS, leftAfterKills, cutOff: await outbox.leased() };
      const found = { never: 0, twice: 0, twicePercent: 0, mostCopies: 0, undisturbed: UNDISTURBED, exactlyOnce: 0 };
      await sendRest(scratch, counter, [
        async () => {},
        async () => {
          const copies = [...counter.copies.values()];
          found.never = EMAILS - copies.length;
          found.twice = copies.filter((count) => count > 1).length;
          found.twicePercent = Number(((100 * found.twice) / EMAILS).toFixed(1));
          found.mostCopies = Math.max(...copies);
          counter.copies.clear();
          await outbox.fill(UNDISTURBED, "undisturbed");
        },
      ]);
      found.exactlyOnce = [...counter.copies.values()].filter((count) => count === 1).length;
      await outbox.close();
      await counter.close();
      await scratch.remove();
      const lostByControl = await lostByTheHole(engine);
      return {
        figures: { ...figures, ...found },
        met:
          found.never === 0 &&
          found.mostCopies <= 2 &&
          found.twicePercent <= 5 &&
          found.exactlyOnce === UNDISTURBED &&
          leftAfterKills > 0,
        negativeControl: {
          fault: `marks an email as sent before sending it (lost ${lostByControl})`,
          detected: lostByControl > 0,
        },
      };
    },
  );
}
