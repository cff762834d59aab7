/** 10,000 due messages drained by one and by two instances on both engines, against bare sends of the same letters. */
import { type ChildProcess, fork } from "node:child_process";
import { parseArgs } from "node:util";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { envOf, openCounter, openOutbox, pause, startSender } from "../proof/support/outbox.ts";
import { report } from "./support/measure.ts";

const { values } = parseArgs({ options: { letters: { type: "string", default: "10000" } } });
const LETTERS = Number(values.letters);
/** As the product has it: twice as many messages on their way as there are connections. */
const PACE = { leaseMs: 30_000, slots: 24 };
const CONNECTIONS = PACE.slots / 2;

const counter = await openCounter({ checkMs: () => 0, writeMs: () => 0 });

/** Letters a second of the same sender in a process of its own, by as many connections, without any outbox. */
function bare(): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork("bench/support/bare-smtp.ts", { execArgv: [] });
    child.once("exit", (code) => reject(new Error(`the bare sender ended with ${code}`)));
    child.once("message", (rate: number) => resolve(rate));
    child.send({ url: counter.url, letters: LETTERS, connections: CONNECTIONS });
  });
}

/**
 * Half of what the sender does alone: beside each letter the outbox claims and marks a row that is on the disk before it
 * counts, and reads the house. With two instances three processes share the two cores of the machine that we measure on,
 * and the mail server is one of them.
 */
const AIM = { 1: 0.5, 2: 0.4 } as const;

for (const engine of engines) {
  const bareRate = await bare();
  for (const instances of [1, 2] as const) {
    const scratch = await scratchDatabase(engine);
    const env = envOf(scratch, counter.url);
    const children: ChildProcess[] = [];
    for (let at = 0; at < instances; at++) children.push(await startSender(env, PACE));
    const outbox = openOutbox(scratch);
    // Closed while the queue is filled: the clock runs from the first letter to the last.
    const pauseTable = outbox.db.insertInto("message_channel");
    await pauseTable.values({ channel: "email", paused_until: "2999", reason: "the bench" }).execute();
    await outbox.fill(LETTERS, "due");
    const begun = performance.now();
    await outbox.db.deleteFrom("message_channel").execute();
    while (await outbox.waits()) await pause(50);
    const rate = LETTERS / ((performance.now() - begun) / 1000);
    report(
      `outbox on ${engine}, ${instances === 1 ? "one instance" : "two instances"}`,
      { "ours/s": rate, "bare/s": bareRate },
      { ratio: rate / bareRate, atLeast: AIM[instances] },
    );
    for (const child of children) {
      child.kill("SIGTERM");
      await ended(child);
    }
    await outbox.close();
    await scratch.remove();
  }
}
await counter.close();
