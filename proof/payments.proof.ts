/**
 * P-01, P-02, P-05, P-07: random histories of payments through Stripe and PayHere with outages, lost responses, wrong
 * amounts, and webhooks that are lost, repeated or forged; on SQLite, and on PostgreSQL with two instances and a third
 * one that is killed again and again. To choose the provider and the number of histories, run
 * `node proof/payments.proof.ts --provider stripe --sqlite 1000 --postgres 200`; 0 leaves an engine out. `--minutes 20`
 * ends each run after that time.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { playHistories } from "#server/testing/payment-histories.ts";
import { prove } from "./support/proof.ts";

const { values } = parseArgs({
  options: {
    sqlite: { type: "string", default: "10000" },
    postgres: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    provider: { type: "string" },
    minutes: { type: "string", default: "Infinity" },
  },
});

// In memory, because on a disk a history spends nine tenths of its time waiting. Power cuts are not tested here.
if (existsSync("/dev/shm")) process.env["TMPDIR"] = "/dev/shm";

const providers = (["stripe", "payhere"] as const).filter((one) => (values.provider ?? one) === one);
const engines = [
  ["sqlite", Number(values.sqlite), 1],
  ["postgres", Number(values.postgres), 2],
] as const;
const NAMES = { stripe: "Payments in random histories", payhere: "Payments by PayHere in random histories" };

for (const provider of providers) {
  for (const [engine, count, instances] of engines) {
    if (count === 0) continue;
    const kills = engine === "postgres";
    await prove(
      {
        id: "PAY",
        what: NAMES[provider],
        aim: `${count} histories with lost responses and webhooks${kills ? ", kill -9" : ""}: 0 broken`,
      },
      instances === 1 ? engine : `${engine}, ${instances} instances`,
      () => play(provider, engine, count, instances, kills),
    );
  }
}

async function play(
  provider: "stripe" | "payhere",
  engine: "sqlite" | "postgres",
  count: number,
  instances: 1 | 2,
  kills: boolean,
) {
  const end = Date.now() + Number(values.minutes) * 60_000;
  const found = await playHistories({
    engine,
    provider,
    count,
    firstSeed: Number(values.seed),
    instances,
    kills,
    goOn: () => Date.now() < end,
    onProgress: (played, broken) => {
      if (played % 250 === 0) console.log(`${provider} on ${engine}: ${played} played, ${broken} groups broken`);
    },
  });
  const { played, broken } = found;
  for (const one of broken.slice(0, 3)) console.log(JSON.stringify(one));
  return {
    figures: { histories: played, broken: broken.length, ...(kills ? { kills: found.kills } : {}) },
    met: broken.length === 0 && played > 0 && (!kills || found.kills > 0),
    ...(played < count ? { notTried: `${count - played} of ${count} histories: the time ran out` } : {}),
  };
}
