/** 10,000 due messages with one and two instances, compared with sending the same emails without an outbox. */
import { type ChildProcess, fork } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { envOf, openCounter, openOutbox, startSender } from "../proof/support/outbox.ts";
import { report } from "./support/measure.ts";

const { values } = parseArgs({ options: { emails: { type: "string", default: "10000" } } });
const EMAILS = Number(values.emails);
/** As in the product: twice as many messages in flight as connections. */
const PACE = { leaseMs: 30_000, slots: 24 };
const CONNECTIONS = PACE.slots / 2;

const counter = await openCounter({ checkMs: () => 0, writeMs: () => 0 });

/** Emails per second with the same number of connections, but without an outbox. */
function bare(): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = fork("bench/support/bare-smtp.ts", { execArgv: [] });
    child.once("exit", (code) => reject(new Error(`the plain sender exited with ${code}`)));
    child.once("message", (rate: number) => resolve(rate));
    child.send({ url: counter.url, emails: EMAILS, connections: CONNECTIONS });
  });
}

/**
 * Half the speed of the plain sender, because the outbox also claims and marks a row durably and reads the property.
 * With two instances, they and the mail server share the two cores of the test machine.
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
    // Sending is paused while the queue is filled.
    const pauseTable = outbox.db.insertInto("message_channel");
    await pauseTable.values({ channel: "email", paused_until: "2999", reason: "the bench" }).execute();
    await outbox.fill(EMAILS, "due");
    const begun = performance.now();
    await outbox.db.deleteFrom("message_channel").execute();
    while (await outbox.waits()) await pause(50);
    const rate = EMAILS / ((performance.now() - begun) / 1000);
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
