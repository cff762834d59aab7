import type { Db } from "../database/connect.ts";

/** More changes than this, such as those of a restore, are read over several ticks. */
const MAX_AT_ONCE = 500;

export function createChangeStore(db: Db) {
  return {
    /** Changes with an id above `id`, in order. */
    after: (id: number) =>
      db
        .selectFrom("live_change")
        .select(["id", "topic", "kind", "subject"])
        .where("id", ">", id)
        .orderBy("id")
        .limit(MAX_AT_ONCE)
        .execute(),

    lastId: async (): Promise<number> => {
      const row = await db
        .selectFrom("live_change")
        .select((eb) => eb.fn.max("id").as("id"))
        .executeTakeFirst();
      return row?.id ?? 0;
    },

    removeUpTo: async (id: number) => {
      await db.deleteFrom("live_change").where("id", "<=", id).execute();
    },
  };
}

export type ChangeStore = ReturnType<typeof createChangeStore>;
