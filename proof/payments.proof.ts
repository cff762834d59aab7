/**
 * P-01, P-02, P-05, P-07: random histories of payments with every fault, on SQLite and with two instances on PostgreSQL. Other
 * counts: `node proof/payments.proof.ts --sqlite 1000 --postgres 200`; 0 leaves an engine out.
 */
import { parseArgs } from "node:util";
import { playHistories } from "#server/testing/payment-histories.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({
  options: {
    sqlite: { type: "string", default: "10000" },
    postgres: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
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
      const broken = await playHistories({ engine, count, firstSeed: Number(values.seed), instances });
      for (const one of broken.slice(0, 3)) console.log(JSON.stringify(one));
      return { figures: { histories: count, broken: broken.length }, met: broken.length === 0 };
    },
  );
}
