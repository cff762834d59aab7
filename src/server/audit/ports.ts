import type { AuditEntry } from "#contract/audit.ts";
import type { Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

export type Values = Record<string, unknown>;
/** Who did what to what; `before` and `after` hold the changed fields. */
export type Act = {
  actor: string;
  act: string;
  subject: string;
  before?: Values;
  after?: Values;
  /** The content change that this act made, which can be undone. */
  changeId?: string | undefined;
  /** The booking whose guest the values may be about: they are cleared when the guest is erased. */
  aboutGuestOf?: string | undefined;
};
export type StoredAct = Act & { at: Date };

export type AuditStore = {
  /** Pass the transaction of the act, so that the entry exists if and only if the act was committed. */
  add: (entry: StoredAct, within?: Trx | Db) => Promise<void>;
  /** The newest `count` entries older than the given one. */
  page: (olderThan: number | null, count: number) => Promise<AuditEntry[]>;
};
