import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import type { HostAct } from "../core/host.ts";
import { recordAct } from "./record-act.ts";
import { type AuditStore, createAuditStore } from "./audit-queries.ts";
import { auditLog } from "#contract/audit.ts";

export function createAuditModule({ db, clock }: { db: Db; clock: Clock }) {
  const store = createAuditStore(db);
  return {
    mount: (mount: Mount) => mountAudit(mount, store),
    /** Other features get this function from `parts.ts`; inside a transaction, they pass that transaction to it. */
    record: (act: HostAct, within?: Trx) => recordAct({ add: store.add, clock }, act, within),
  };
}

const PAGE_SIZE = 50;

function mountAudit(mount: Mount, store: AuditStore): void {
  mount(auditLog, async ({ query }) => {
    // Reads one entry more than the page size, to find out whether there is a next page.
    const found = await store.page(query.olderThan ?? null, PAGE_SIZE + 1);
    const entries = found.slice(0, PAGE_SIZE);
    return { entries, next: found.length > PAGE_SIZE ? (entries.at(-1)?.id ?? null) : null };
  });
}
