import type { Database } from "../database/connect.ts";
import { commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import { updateConflicts } from "./update-conflicts.ts";
import type { NotifyHost, RecordAct } from "../core/host.ts";
import type { Act, Refusal, ServedTo } from "./ports.ts";

export type HostActionNeeds = {
  record: RecordAct;
  notifyHost: NotifyHost | null;
  /** Stops publishing our calendar for the channel (S-68). */
  closeFeed: (trx: Trx, channelId: string) => Promise<void>;
  servedTo: ServedTo;
};
export const STALE: Refusal = {
  ok: false,
  status: 409,
  message: "This has changed. Check it, then try again.",
};
export const unknown = (what: string): Refusal => ({ ok: false, status: 404, message: `This ${what} does not exist.` });

/**
 * Runs one of the host's actions under the calendar's lock, then updates conflicts. If the action is refused, it is
 * rolled back.
 */
export function hostActionRunner({ db }: Database, notifyHost: NotifyHost | null) {
  return <R extends { ok: boolean }>(work: (trx: Trx) => Promise<R>, { at, today }: Act) =>
    commitUnderCalendarLock(db, async (trx) => {
      const result = await work(trx);
      if (result.ok) await updateConflicts(trx, at, today, notifyHost);
      return result;
    });
}
