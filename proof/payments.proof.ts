/**
 * P-01, P-02, P-05, P-07: random histories of payments with every fault, on SQLite and with two instances on PostgreSQL. Other
 * counts: `node proof/payments.proof.ts --sqlite 1000 --postgres 200`; 0 leaves an engine out. `--minutes 20` ends each
 * engine's run after that time, and the figures say how many histories were played.
 */
import { parseArgs } from "node:util";
import { playHistories } from "#server/testing/payment-histories.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({
  options: {
    sqlite: { type: "string", default: "10000" },
    postgres: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "Infinity" },
  },
});

for (const [engine, count, instances] of [
  ["sqlite", Number(values.sqlite), 1],
  ["postgres", Number(values.postgres), 2],
] as const) {
  if (count === 0) continue;
  await prove(
    {
      id: "PAY",
      what: "Payments in random histories",
      aim: `${count} histories, lost answers and notices: 0 broken`,
    },
    instances === 1 ? engine : `${engine}, ${instances} instances`,
    async () => {
      const end = Date.now() + Number(values.minutes) * 60_000;
      const goOn = () => Date.now() < end;
      const { played, broken } = await playHistories({
        engine,
        count,
        firstSeed: Number(values.seed),
        instances,
        goOn,
      });
      for (const one of broken.slice(0, 3)) console.log(JSON.stringify(one));
      return {
        figures: { histories: played, broken: broken.length },
        met: broken.length === 0,
        ...(played < count ? { notTried: `${count - played} of ${count} histories: the time was over` } : {}),
      };
    },
  );
}
