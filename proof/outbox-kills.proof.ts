/**
 * R15: kill -9 of two instances while they send, again and again. Every letter must arrive, no letter more than twice,
 * at most one in twenty twice; and without kills each exactly once. The mail server outlives the kills and counts the
 * copies by Message-ID. The planted hole marks a letter before it sends it, and loses some.
 */
import { parseArgs } from "node:util";
import { type ScratchDatabase, engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { envOf, openCounter, openOutbox, pause, startSender } from "./support/outbox.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({ options: { kills: { type: "string", default: "100" } } });
const KILLS = Number(values.kills);
const LETTERS = 4 * KILLS;
const UNDISTURBED = 10 * KILLS;
const HOLE_KILLS = Math.min(KILLS, 10);
const PACE = { leaseMs: 3000, slots: 2 };
type Counter = Awaited<ReturnType<typeof openCounter>>;

/** Kills two instances in turn while they send; answers what is still to be sent then. */
async function killed(scratch: ScratchDatabase, counter: Counter, kills: number, hole: boolean): Promise<number> {
  const env = envOf(scratch, counter.url);
  const outbox = openOutbox(scratch);
  let killedSoFar = 0;
  const instance = async () => {
    while (killedSoFar < kills) {
      killedSoFar++;
      const child = await startSender(env, { ...PACE, hole });
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

/** Two instances that nobody disturbs send the rest. */
async function sendRest(scratch: ScratchDatabase, counter: Counter, letters: (() => Promise<void>)[]): Promise<void> {
  const env = envOf(scratch, counter.url);
  const outbox = openOutbox(scratch);
  const children = await Promise.all([startSender(env, PACE), startSender(env, PACE)]);
  for (const next of letters) {
    await next();
    while ((await outbox.pending()) > 0) await pause(100);
  }
  for (const child of children) {
    child.kill("SIGTERM");
    await ended(child);
  }
  await outbox.close();
}

async function prepared(engine: (typeof engines)[number], counter: Counter, letters: number) {
  const scratch = await scratchDatabase(engine);
  const first = await startSender(envOf(scratch, counter.url), PACE);
  first.kill("SIGKILL");
  await ended(first);
  const outbox = openOutbox(scratch);
  await outbox.fill(letters, "killed");
  return { scratch, outbox };
}

const openSlowCounter = () =>
  openCounter({ checkMs: () => 80 + Math.random() * 80, writeMs: () => 2 + Math.random() * 4 });

async function lostByTheHole(engine: (typeof engines)[number]): Promise<number> {
  const counter = await openSlowCounter();
  const { scratch, outbox } = await prepared(engine, counter, LETTERS);
  await killed(scratch, counter, HOLE_KILLS, true);
  const marked = LETTERS - (await outbox.pending());
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
      aim: "400 letters, 100 kills: 0 never delivered, copies at most 2, at most 5 % twice, same Message-ID; 1,000 without kills each exactly once",
    },
    engine,
    async () => {
      const counter = await openSlowCounter();
      const { scratch, outbox } = await prepared(engine, counter, LETTERS);
      const leftAfterKills = await killed(scratch, counter, KILLS, false);
      const figures = { letters: LETTERS, kills: KILLS, leftAfterKills, cutOff: await outbox.leased() };
      const found = { never: 0, twice: 0, twicePercent: 0, mostCopies: 0, undisturbed: UNDISTURBED, exactlyOnce: 0 };
      await sendRest(scratch, counter, [
        async () => {},
        async () => {
          const copies = [...counter.copies.values()];
          found.never = LETTERS - copies.length;
          found.twice = copies.filter((count) => count > 1).length;
          found.twicePercent = Number(((100 * found.twice) / LETTERS).toFixed(1));
          found.mostCopies = Math.max(...copies);
          counter.copies.clear();
          await outbox.fill(UNDISTURBED, "undisturbed");
        },
      ]);
      found.exactlyOnce = [...counter.copies.values()].filter((count) => count === 1).length;
      await outbox.close();
      await counter.close();
      await scratch.remove();
      const lostByHole = await lostByTheHole(engine);
      return {
        figures: { ...figures, ...found },
        met:
          found.never === 0 &&
          found.mostCopies <= 2 &&
          found.twicePercent <= 5 &&
          found.exactlyOnce === UNDISTURBED &&
          leftAfterKills > 0,
        planted: { hole: `marks a letter before it sends it (lost ${lostByHole})`, seen: lostByHole > 0 },
      };
    },
  );
}
