import type { Tries } from "#domain/auth/lockout.ts";
import type { Db } from "../database/connect.ts";

export function createTalliesStore(db: Db) {
  return {
    /** Atomically changes the attempts counted under a name, across all processes. */
    changeTries: <R>(
      name: string,
      at: Date,
      change: (tries: Tries) => { tries: Tries | null; result: R },
    ): Promise<R> =>
      db.transaction().execute(async (trx) => {
        // Writing first locks the row on PostgreSQL; on SQLite the transaction is the only writer anyway.
        const row = await trx
          .insertInto("sign_in_network")
          .values({ network_hash: name, tries: "[]", last_at: at.toISOString() })
          .onConflict((conflict) => conflict.column("network_hash").doUpdateSet({ last_at: at.toISOString() }))
          .returning("tries")
          .executeTakeFirstOrThrow();
        const { tries, result } = change(JSON.parse(row.tries));
        if (tries) {
          await trx
            .updateTable("sign_in_network")
            .set({ tries: JSON.stringify(tries) })
            .where("network_hash", "=", name)
            .execute();
        }
        return result;
      }),

    isKnownNetwork: async (adminId: string, networkHash: string, since: Date): Promise<boolean> => {
      const row = await db
        .selectFrom("known_network")
        .select("admin_id")
        .where("admin_id", "=", adminId)
        .where("network_hash", "=", networkHash)
        .where("last_at", ">", since.toISOString())
        .executeTakeFirst();
      return row !== undefined;
    },

    rememberNetwork: async (adminId: string, networkHash: string, at: Date): Promise<void> => {
      const last_at = at.toISOString();
      await db
        .insertInto("known_network")
        .values({ admin_id: adminId, network_hash: networkHash, last_at })
        .onConflict((conflict) => conflict.columns(["admin_id", "network_hash"]).doUpdateSet({ last_at }))
        .execute();
    },

    /** Deletes all attempts counted under a name. */
    clear: async (name: string): Promise<void> => {
      await db.deleteFrom("sign_in_network").where("network_hash", "=", name).execute();
    },

    forget: async ({ tries, networks, pending }: { tries: Date; networks: Date; pending: Date }): Promise<void> => {
      await db.deleteFrom("sign_in_network").where("last_at", "<", tries.toISOString()).execute();
      await db.deleteFrom("known_network").where("last_at", "<", networks.toISOString()).execute();
      await db.deleteFrom("pending_sign_in").where("created_at", "<", pending.toISOString()).execute();
    },
  };
}

export type SignInTallies = ReturnType<typeof createTalliesStore>;
