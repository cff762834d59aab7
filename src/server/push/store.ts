import type { Trx } from "../database/transaction.ts";
import type { Selectable } from "kysely";
import * as z from "zod/mini";
import { isStillSignedIn } from "../core/open-session.ts";
import type { Db } from "../database/connect.ts";
import { engineOf, lockKey } from "../database/dialect.ts";
import type { Schema } from "../database/schema.ts";
import {
  changedEvents,
  DEFAULT_PUSH,
  type EventChanges,
  type HostEvent,
  knownEvents,
  type PushDetail,
} from "#domain/messaging/host-event.ts";

export type PushDevice = {
  id: string;
  adminId: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  userAgent: string;
  createdAt: Date;
  /** Hash of the device cookie, which is also stored with sessions; null if there was no device cookie. */
  deviceHash: string | null;
};

type PushChoice = { events: HostEvent[]; detail: PushDetail };

const names = z.array(z.string());

export function createPushStore(db: Db) {
  const choiceOf = async (adminId: string, reader: Db | Trx = db): Promise<PushChoice> => {
    const row = await reader.selectFrom("push_choice").selectAll().where("admin_id", "=", adminId).executeTakeFirst();
    return row ? { events: eventsIn(row.events), detail: row.detail } : DEFAULT_PUSH;
  };

  return {
    find: async (id: string): Promise<PushDevice | null> => {
      const row = await db.selectFrom("push_device").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    ofAdmin: async (adminId: string): Promise<PushDevice[]> => {
      const rows = await db
        .selectFrom("push_device")
        .selectAll()
        .where("admin_id", "=", adminId)
        .orderBy("created_at", "desc")
        .execute();
      return rows.map(fromRow);
    },

    /**
     * Stores a device, and replaces any other device that had the same URL. False if the session has ended in the
     * meantime: the notifications of its device have then been stopped.
     */
    add: (device: PushDevice, sessionHash: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (!(await isStillSignedIn(trx, { id: device.adminId, sessionHash }))) return false;
        await trx.deleteFrom("push_device").where("endpoint", "=", device.endpoint).execute();
        await trx
          .insertInto("push_device")
          .values({
            id: device.id,
            admin_id: device.adminId,
            endpoint: device.endpoint,
            ...device.keys,
            user_agent: device.userAgent,
            device_hash: device.deviceHash,
            created_at: device.createdAt.toISOString(),
          })
          .execute();
        return true;
      }),

    /** Returns false if the admin has no such device. */
    remove: async (adminId: string, id: string): Promise<boolean> => {
      const removed = await db
        .deleteFrom("push_device")
        .where("id", "=", id)
        .where("admin_id", "=", adminId)
        .executeTakeFirst();
      return Number(removed.numDeletedRows) === 1;
    },

    /** Removes a device that can no longer be notified. */
    forget: async (id: string): Promise<void> => {
      await db.deleteFrom("push_device").where("id", "=", id).execute();
    },

    choiceOf: (adminId: string) => choiceOf(adminId),

    /** Omitted fields and events stay as they are. */
    changeChoice: (
      adminId: string,
      { events = {}, detail }: { events?: EventChanges; detail?: PushDetail },
    ): Promise<{ before: PushChoice; after: PushChoice }> =>
      db.transaction().execute(async (trx) => {
        await lockKey(engineOf(trx), trx, `push ${adminId}`);
        const before = await choiceOf(adminId, trx);
        const after = { events: changedEvents(before.events, events), detail: detail ?? before.detail };
        const values = { events: JSON.stringify(after.events), detail: after.detail };
        await trx
          .insertInto("push_choice")
          .values({ admin_id: adminId, ...values })
          .onConflict((conflict) => conflict.column("admin_id").doUpdateSet(values))
          .execute();
        return { before, after };
      }),

    /** The devices of everyone who wants to be notified of an event. */
    interestedIn: async (trx: Trx, event: HostEvent): Promise<{ id: string; userAgent: string }[]> => {
      const rows = await trx
        .selectFrom("push_device")
        .leftJoin("push_choice", "push_choice.admin_id", "push_device.admin_id")
        .select(["push_device.id", "push_device.user_agent", "push_choice.events"])
        .execute();
      return rows
        .filter((row) => (row.events === null ? DEFAULT_PUSH.events : eventsIn(row.events)).includes(event))
        .map((row) => ({ id: row.id, userAgent: row.user_agent }));
    },
  };
}

function eventsIn(stored: string): HostEvent[] {
  return knownEvents(names.parse(JSON.parse(stored)));
}

function fromRow(row: Selectable<Schema["push_device"]>): PushDevice {
  return {
    id: row.id,
    adminId: row.admin_id,
    endpoint: row.endpoint,
    keys: { p256dh: row.p256dh, auth: row.auth },
    userAgent: row.user_agent,
    deviceHash: row.device_hash,
    createdAt: new Date(row.created_at),
  };
}

export type PushStore = ReturnType<typeof createPushStore>;
