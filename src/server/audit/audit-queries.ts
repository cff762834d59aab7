import type { Db } from "../database/connect.ts";
import type { AuditEntry } from "#contract/audit.ts";
import type { HostAct } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";

export function createAuditStore(db: Db) {
  return {
    /** Pass the action's transaction, so that the entry exists if and only if the action was committed. */
    add: async (
      { at, actor, act, subject, before, after, changeId, aboutGuestOf }: HostAct & { at: Date },
      within: Trx | Db = db,
    ): Promise<void> => {
      await within
        .insertInto("audit_entry")
        .values({
          at: at.toISOString(),
          actor,
          act,
          subject,
          before_value: before ? JSON.stringify(before) : null,
          after_value: after ? JSON.stringify(after) : null,
          change_id: changeId ?? null,
          about_booking: aboutGuestOf ?? null,
        })
        .execute();
    },

    /** The newest `count` entries older than the given one. */
    page: async (olderThan: number | null, count: number): Promise<AuditEntry[]> => {
      let query = db.selectFrom("audit_entry").selectAll().orderBy("id", "desc").limit(count);
      if (olderThan !== null) query = query.where("id", "<", olderThan);
      const rows = await query.execute();
      return rows.map(({ id, at, actor, act, subject, before_value, after_value, change_id }) => ({
        id,
        at,
        actor,
        act,
        subject,
        before: before_value === null ? null : JSON.parse(before_value),
        after: after_value === null ? null : JSON.parse(after_value),
        changeId: change_id,
      }));
    },
  };
}

export type AuditStore = ReturnType<typeof createAuditStore>;
