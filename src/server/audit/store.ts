import type { Db } from "../database/connect.ts";
import type { AuditStore } from "./ports.ts";

export function createAuditStore(db: Db): AuditStore {
  return {
    add: async ({ at, actor, act, subject, before, after, changeId = null, aboutGuestOf = null }, within = db) => {
      await within
        .insertInto("audit_entry")
        .values({
          at: at.toISOString(),
          actor,
          act,
          subject,
          before_value: before ? JSON.stringify(before) : null,
          after_value: after ? JSON.stringify(after) : null,
          change_id: changeId,
          about_booking: aboutGuestOf,
        })
        .execute();
    },

    page: async (olderThan, count) => {
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
