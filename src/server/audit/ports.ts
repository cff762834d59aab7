import type { AuditEntry } from "#contract/audit.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

export type Values = Record<string, unknown>;
/** Who did what to what; `before` and `after` hold what changed, by field. */
export type Act = {
  actor: string;
  act: string;
  subject: string;
  before?: Values;
  after?: Values;
  /** The change of the content that this act was, which can be undone. */
  changeId?: string | undefined;
};
export type StoredAct = Act & { at: Date };

export type AuditStore = {
  /** Inside a transaction where one is given, so that the entry exists exactly when its effect does. */
  add: (entry: StoredAct, within?: Trx | Db) => Promise<void>;
  /** The newest `count` that are older than the given entry. */
  page: (olderThan: number | null, count: number) => Promise<AuditEntry[]>;
};
