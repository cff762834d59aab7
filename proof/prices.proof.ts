/**
 * compares at least 10,000 quotes from `POST /api/quote`, with random prices and stays, with the same rules in
 * SQL.
 */
import { fakeClock } from "#server/testing/fake-clock.ts";
import { compareWithOracle } from "#server/testing/price-oracle.ts";
import { TODAY } from "#server/testing/random-prices.ts";
import { startTestApp } from "#server/testing/test-app.ts";
import { prove } from "./support/proof.ts";

/** More than needed, because documents that leave no bookable night are rejected. */
const DOCUMENTS = 11_000;
const ENOUGH = 10_000;

await prove(
  {
    id: "Q04",
    what: "Prices compared with an oracle",
    aim: "10,000 random documents and stays: 0 differences between POST /api/quote and the rules in SQL",
  },
  "sqlite",
  async () => {
    const server = await startTestApp("sqlite", { clock: fakeClock(`${TODAY}T06:00:00Z`) });
    const cookie = await server.signIn();
    const host = (method: string, path: string, body?: unknown) => server.send(method, path, body, { cookie });
    const { compared, bookable, unsavable, differences } = await compareWithOracle(host, {
      documents: DOCUMENTS,
      stays: 1,
      seed: Date.now() % 1_000_000,
    });
    await server.close();
    for (const difference of differences.slice(0, 3)) console.log(JSON.stringify(difference));
    return {
      figures: { compared, bookable, "documents refused": unsavable, differences: differences.length },
      met: compared >= ENOUGH && differences.length === 0,
    };
  },
);
