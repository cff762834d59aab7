import type { Db } from "../database/connect.ts";
import { hashToken } from "../runtime/ids.ts";
import type { SignInTallies } from "./ports.ts";

export function createTalliesStore(db: Db): SignInTallies {
  return {
    changeTries: (networkHash, at, change) =>
      db.transaction().execute(async (trx) => {
        // Writing first locks the row on PostgreSQL; on SQLite the transaction is the only writer already.
        const row = await trx
          .insertInto("sign_in_network")
          .values({ network_hash: networkHash, tries: "[]", last_at: at.toISOString() })
          .onConflict((conflict) => conflict.column("network_hash").doUpdateSet({ last_at: at.toISOString() }))
          .returning("tries")
          .executeTakeFirstOrThrow();
        const { tries, result } = change(JSON.parse(row.tries));
        if (tries) {
          await trx
            .updateTable("sign_in_network")
            .set({ tries: JSON.stringify(tries) })
            .where("network_hash", "=", networkHash)
            .execute();
        }
        return result;
      }),

    isKnownNetwork: async (adminId, networkHash, since) => {
      const row = await db
        .selectFrom("known_network")
        .select("admin_id")
        .where("admin_id", "=", adminId)
        .where("network_hash", "=", networkHash)
        .where("last_at", ">", since.toISOString())
        .executeTakeFirst();
      return row !== undefined;
    },

    rememberNetwork: async (adminId, networkHash, at) => {
      const last_at = at.toISOString();
      await db
        .insertInto("known_network")
        .values({ admin_id: adminId, network_hash: networkHash, last_at })
        .onConflict((conflict) => conflict.columns(["admin_id", "network_hash"]).doUpdateSet({ last_at }))
        .execute();
    },

    reserveFailure: async (usernameHash, allowed, at) => {
      const last_at = at.toISOString();
      const row = await db
        .insertInto("sign_in_failure")
        .values({ username_hash: usernameHash, failures: 1, last_at })
        .onConflict((conflict) =>
          conflict
            .column("username_hash")
            .doUpdateSet((eb) => ({ failures: eb("sign_in_failure.failures", "+", 1), last_at }))
            .where("sign_in_failure.failures", "<", allowed),
        )
        .returning("failures")
        .executeTakeFirst();
      return row !== undefined;
    },

    releaseFailure: async (usernameHash) => {
      await db
        .updateTable("sign_in_failure")
        .set((eb) => ({ failures: eb("failures", "-", 1) }))
        .where("username_hash", "=", usernameHash)
        .where("failures", ">", 0)
        .execute();
    },

    clearFailures: async (usernameHash) => {
      await db.deleteFrom("sign_in_failure").where("username_hash", "=", usernameHash).execute();
    },

    forget: async ({ tries, failures, networks, pending }) => {
      const admins = await db.selectFrom("admin").select("username").execute();
      const accounts = admins.map((admin) => hashToken(admin.username));
      await db.deleteFrom("sign_in_network").where("last_at", "<", tries.toISOString()).execute();
      await db.deleteFrom("known_network").where("last_at", "<", networks.toISOString()).execute();
      await db.deleteFrom("pending_sign_in").where("created_at", "<", pending.toISOString()).execute();
      await db
        .deleteFrom("sign_in_failure")
        .where("last_at", "<", failures.toISOString())
        .where("username_hash", "not in", accounts.length > 0 ? accounts : [""])
        .execute();
    },
  };
}
