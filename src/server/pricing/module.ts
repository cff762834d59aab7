import type { Database } from "../database/connect.ts";
import { lockSettings } from "../database/dialect.ts";
import { commitIfOk } from "../database/transaction.ts";
import type { Mount } from "../http/mount.ts";
import type { CodeNeeds } from "./change-codes.ts";
import { findCode, hasRoomForCode, listCodes, markCodeRemoved, writeCode } from "./code-queries.ts";
import type { QuoteNeeds } from "./ask-quote.ts";
import { mountPricing, type PriceStorage, type PricingRouteNeeds } from "./routes.ts";

type Needs = QuoteNeeds & {
  database: Database;
  record: CodeNeeds["record"];
  limits: PricingRouteNeeds["limits"];
};

export function createPricingModule({ database, clock, ...rest }: Needs) {
  const { db, engine } = database;
  const inExclusiveTransaction: CodeNeeds["inExclusiveTransaction"] = (work) =>
    commitIfOk(db, async (trx) => {
      await lockSettings(engine, trx);
      return work(trx, {
        find: (code) => findCode(trx, code),
        hasRoom: (code) => hasRoomForCode(trx, code),
        write: (code) => writeCode(trx, code),
        remove: (code) => markCodeRemoved(trx, code, clock()),
      });
    });
  const codes = {
    inExclusiveTransaction,
    findCode: (typed: string) => findCode(db, typed),
    listCodes: () => listCodes(db),
  };
  return {
    mount: (mount: Mount, storage: PriceStorage) => mountPricing(mount, { ...rest, clock, ...codes, storage }),
  };
}
