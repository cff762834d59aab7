/** 10,000 due messages drained by one and by two instances on both engines, against bare sends of the same letters. */
import { createTransport } from "nodemailer";
import { engines, scratchDatabase } from "#server/testing/engines.ts";
import { ended } from "#server/testing/processes.ts";
import { envOf, openCounter, openOutbox, pause, startSender } from "../proof/support/outbox.ts";
import { report } from "./support/measure.ts";

const LETTERS = 10_000;
const SLOTS = 12;
const counter = await openCounter({ checkMs: () => 0, writeMs: () => 0 });

/** Letters a second without any outbox: the same library, the same number of connections. */
async function bare(): Promise<number> {
  const transport = createTransport({ url: counter.url, pool: true, maxConnections: SLOTS, maxMessages: Infinity });
  const begun = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < LETTERS) {
      const to = { name: "Guest", address: `guest${next++}@example.com` };
      await transport.sendMail({
        from: "letters@cottage.example",
        to,
        subject: "Letter",
        text: "A letter.",
        html: "<p>A letter.</p>",
      });
    }
  };
  await Promise.all(Array.from({ length: SLOTS }, worker));
  transport.close();
  return LETTERS / ((performance.now() - begun) / 1000);
}

for (const engine of engines) {
  const bareRate = await bare();
  for (const instances of [1, 2]) {
    const scratch = await scratchDatabase(engine);
    const env = envOf(scratch, counter.url);
    const pace = { leaseMs: 30_000, slots: SLOTS };
    const idle = await startSender(env, pace);
    const outbox = openOutbox(scratch);
    idle.kill("SIGTERM");
    await ended(idle);
    await outbox.fill(LETTERS, "due");
    const begun = performance.now();
    const children = await Promise.all(Array.from({ length: instances }, () => startSender(env, pace)));
    while ((await outbox.pending()) > 0) await pause(20);
    const rate = LETTERS / ((performance.now() - begun) / 1000);
    report(
      `outbox on ${engine}, ${instances === 1 ? "one instance" : "two instances"}`,
      { "ours/s": rate, "bare/s": bareRate },
      { ratio: rate / bareRate, atLeast: 0.2 },
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
