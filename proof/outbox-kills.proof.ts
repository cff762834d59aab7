/**
 * R15: kill -9 of two instances while they send, again and again. Every letter must arrive, no letter more than twice,
 * at most one in twenty twice; and without kills each exactly once. The mail server outlives the kills and counts the
 * copies by Message-ID.
 */
import { parseArgs } from "node:util";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { envOf, openCounter, openOutbox, pause, startSender } from "./support/outbox.ts";

const { values } = parseArgs({ options: { kills: { type: "string", default: "100" } } });
const KILLS = Number(values.kills);
const LETTERS = 400;
const UNDISTURBED = 1000;
const PACE = { leaseMs: 3000, slots: 2 };

for (const engine of engines) {
  const scratch = await scratchDatabase(engine);
  const counter = await openCounter({ checkMs: () => 40 + Math.random() * 60, writeMs: () => 2 + Math.random() * 8 });
  const env = envOf(scratch, counter.url);
  const first = await startSender(env, PACE);
  const outbox = openOutbox(scratch);
  first.kill("SIGKILL");
  await ended(first);
  await outbox.fill(LETTERS, "killed");

  let kills = 0;
  const instance = async () => {
    while (kills < KILLS) {
      const child = await startSender(env, PACE);
      await pause(50 + Math.random() * 450);
      child.kill("SIGKILL");
      kills++;
      await ended(child);
    }
  };
  await Promise.all([instance(), instance()]);
  const leftAfterKills = await outbox.pending();
  const [a, b] = await Promise.all([startSender(env, PACE), startSender(env, PACE)]);
  while ((await outbox.pending()) > 0) await pause(100);
  const copies = [...counter.copies.values()];
  const twice = copies.filter((count) => count === 2).length;
  const figures = {
    engine,
    kills,
    leftAfterKills,
    never: LETTERS - copies.length,
    twice,
    twicePercent: Number(((100 * twice) / LETTERS).toFixed(1)),
    mostCopies: Math.max(...copies),
  };

  counter.copies.clear();
  await outbox.fill(UNDISTURBED, "undisturbed");
  while ((await outbox.pending()) > 0) await pause(100);
  const once = [...counter.copies.values()].filter((count) => count === 1).length;
  for (const child of [a, b]) {
    child.kill("SIGTERM");
    await ended(child);
  }
  await outbox.close();
  await counter.close();
  await scratch.remove();

  console.log(JSON.stringify({ ...figures, undisturbed: UNDISTURBED, exactlyOnce: once }));
  const wrong = figures.never > 0 || figures.mostCopies > 2 || figures.twicePercent > 5 || once !== UNDISTURBED;
  if (wrong) process.exitCode = 1;
}
