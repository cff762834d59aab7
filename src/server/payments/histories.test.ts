import { describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { playHistories } from "../testing/payment-histories.ts";

/** A small selection from `npm run proof -- payments`, with different seeds each day. */
describe.each(engines.flatMap((engine) => [["stripe", engine] as const, ["payhere", engine] as const]))(
  "random histories of payments with %s on %s",
  (provider, engine) => {
    test("P-01, P-02, P-05, P-07: no night is sold twice, no money is lost or wrongly kept, nothing is refunded twice", async () => {
      const firstSeed = Math.floor(Date.now() / 86_400_000) * 1000;
      const instances = engine === "postgres" ? 2 : 1;
      const count = engine === "postgres" ? 2 : 6;
      const found = await playHistories({ engine, provider, count, firstSeed, instances });
      expect(found).toEqual({ played: count, broken: [], kills: 0 });
    });
  },
);
