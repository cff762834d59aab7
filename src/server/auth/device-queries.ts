import type { Database } from "../database/connect.ts";
import { lockSetup } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { endPushOn } from "./account-queries.ts";

type SeenDevice = { deviceHash: string; adminId: string; at: Date; userAgent: string };

export function createDeviceStore({ db, engine }: Database) {
  return {
    /** Whether this device is the admin's: they have signed in on it, or an emailed link was recently opened on it. */
    isKnown: async (
      deviceHash: string,
      adminId: string,
      { signedIn, linkOpened }: { signedIn: Date; linkOpened: Date },
    ): Promise<boolean> => {
      const device = await db
        .selectFrom("known_device")
        .select("admin_id")
        .where("device_hash", "=", deviceHash)
        .where("admin_id", "=", adminId)
        .where("last_at", ">", signedIn.toISOString())
        .executeTakeFirst();
      if (device) return true;
      const link = await db
        .selectFrom("sign_in_link")
        .select("token_hash")
        .where("device_hash", "=", deviceHash)
        .where("opened_at", ">", linkOpened.toISOString())
        .executeTakeFirst();
      return link !== undefined;
    },

    remember: async ({ deviceHash, adminId, at, userAgent }: SeenDevice): Promise<void> => {
      const seen = { last_at: at.toISOString(), user_agent: userAgent };
      await db
        .insertInto("known_device")
        .values({ device_hash: deviceHash, admin_id: adminId, ...seen })
        .onConflict((conflict) => conflict.columns(["device_hash", "admin_id"]).doUpdateSet(seen))
        .execute();
    },

    /** The devices that count as the admin's, by the hash of their cookie. */
    devicesOf: async (adminId: string, since: Date) => {
      const rows = await db
        .selectFrom("known_device")
        .selectAll()
        .where("admin_id", "=", adminId)
        .where("last_at", ">", since.toISOString())
        .orderBy("last_at", "desc")
        .execute();
      return rows.map((row) => ({
        deviceHash: row.device_hash,
        lastAt: new Date(row.last_at),
        userAgent: row.user_agent ?? "",
      }));
    },

    forgetDevice: (deviceHash: string, adminId: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom("known_device")
          .where("device_hash", "=", deviceHash)
          .where("admin_id", "=", adminId)
          .execute();
        await endPushOn(trx, adminId, deviceHash);
      }),

    /**
     * Stores a new link, unless a link created between `since` and `at` is still unopened. Of several simultaneous
     * calls, only one succeeds.
     */
    addLink: async (trx: Trx, tokenHash: string, at: Date, since: Date): Promise<boolean> => {
      await lockSetup(engine, trx);
      const unopened = await trx
        .selectFrom("sign_in_link")
        .select("token_hash")
        .where("opened_at", "is", null)
        .where("created_at", ">", since.toISOString())
        // A link sent while the clock was ahead would otherwise prevent new ones until the clock catches up.
        .where("created_at", "<=", at.toISOString())
        .executeTakeFirst();
      if (unopened) return false;
      await trx.insertInto("sign_in_link").values({ token_hash: tokenHash, created_at: at.toISOString() }).execute();
      return true;
    },

    /** Marks a link as opened on a device; false if there is no such unopened link created after `since`. */
    openLink: async (trx: Trx, tokenHash: string, deviceHash: string, at: Date, since: Date): Promise<boolean> => {
      const opened = await trx
        .updateTable("sign_in_link")
        .set({ opened_at: at.toISOString(), device_hash: deviceHash })
        .where("token_hash", "=", tokenHash)
        .where("created_at", ">", since.toISOString())
        .where("opened_at", "is", null)
        .executeTakeFirst();
      return Number(opened.numUpdatedRows) === 1;
    },

    forget: async ({ devices, links }: { devices: Date; links: Date }): Promise<void> => {
      await db.deleteFrom("known_device").where("last_at", "<", devices.toISOString()).execute();
      await db.deleteFrom("sign_in_link").where("created_at", "<", links.toISOString()).execute();
    },
  };
}
export type DeviceStore = ReturnType<typeof createDeviceStore>;
