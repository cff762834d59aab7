import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Act } from "./ports.ts";
import { recordAct } from "./record-act.ts";
import { mountAudit } from "./routes.ts";
import { createAuditStore } from "./store.ts";

export function createAuditModule({ db, clock }: { db: Db; clock: Clock }) {
  const store = createAuditStore(db);
  return {
    mount: (mount: Mount) => mountAudit(mount, store),
    /** Other features get this from `app.ts`; inside a transaction they pass it along. */
    record: (act: Act, within?: Trx) => recordAct({ store, clock }, act, within),
  };
}
