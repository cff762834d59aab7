import type { BaseNeeds } from "../core/base-needs.ts";
import type { HostEvent } from "#domain/messaging/host-event.ts";
import { deviceInWords } from "#domain/auth/device.ts";
import type { Reach } from "../core/public-hosts.ts";
import { createSigningKey } from "../core/signing-key.ts";
import type { Trx } from "../database/transaction.ts";
import type { Mount } from "../http/mount.ts";
import { createPushClient } from "./push-client.ts";
import { createPushSender } from "./push-sender.ts";
import { type PushRouteNeeds, mountPush } from "./routes.ts";
import { createPushStore } from "./store.ts";
import { newVapidKey, vapidPublicKey } from "./web-push.ts";

type Needs = Pick<BaseNeeds, "database" | "clock"> & {
  contact: () => Promise<string>;
  record: PushRouteNeeds["record"];
  /** How to reach push services. This is not configurable: outside tests, only the guarded connection is used. */
  reach?: Reach | undefined;
};

/** Notifications on the host's own devices (Web Push: RFC 8030, 8291, 8292). */
export function createPushModule({ database, clock, contact, record, reach }: Needs) {
  const devices = createPushStore(database.db);
  const vapidKey = createSigningKey(database, "vapid", newVapidKey);
  const publicKey = async () => vapidPublicKey(await vapidKey());
  const client = createPushClient(reach);
  return {
    mount: (mount: Mount, sendTest: PushRouteNeeds["sendTest"]) =>
      mountPush(mount, { devices, publicKey, sendTest, clock, record }),
    sender: createPushSender({ devices, client, vapidKey, contact, clock }),
    /** Devices whose owners want to be notified of an event, each with its name for the list of messages. */
    interestedIn: async (trx: Trx, event: HostEvent) =>
      (await devices.interestedIn(trx, event)).map(({ id, userAgent }) => ({ id, name: deviceInWords(userAgent) })),
    /** How much detail a device shows; null if the device no longer exists. */
    detailFor: async (deviceId: string) => {
      const device = await devices.find(deviceId);
      return device ? (await devices.choiceOf(device.adminId)).detail : null;
    },
  };
}
