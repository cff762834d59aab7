/** P-01, P-02, P-05, P-07: random histories of payments with every fault. Counts as arguments: `-- 10000 2000`. */
import { playHistories } from "#server/testing/payment-histories.ts";
import { prove } from "./support/proof.ts";

const [onSqlite = 10_000, onPostgres = 2000] = process.argv
  .slice(2)
  .map(Number)
  .filter((count) => count > 0);

for (const [engine, count, instances] of [
  ["sqlite", onSqlite, 1],
  ["postgres", onPostgres, 2],
] as const) {
  await prove(
    {
      id: "PAY",
      what: `Payments in random histories, ${engine}`,
      aim: `${count} histories, ${instances} instances, lost answers and notices: 0 broken`,
    },
    engine,
    async () => {
      const broken = await playHistories({ engine, count, firstSeed: 1, instances });
      for (const one of broken.slice(0, 3)) console.log(JSON.stringify(one));
      return { figures: { histories: count, broken: broken.length }, met: broken.length === 0 };
    },
  );
}
