import type { PushNote } from "../core/host.ts";
import { createHash } from "node:crypto";
import type { Clock } from "../runtime/clock.ts";
import type { PushClient } from "./push-client.ts";
import type { PushStore } from "./store.ts";
import { encryptPush, vapidHeader } from "./web-push.ts";

export type PushOutcome =
  | { ok: true; providerId: null }
  | { ok: false; fault: "permanent" | "skip"; reason: string }
  | { ok: false; fault: "temporary"; reason: string; waitMs?: number };

export type PushSenderNeeds = {
  devices: Pick<PushStore, "find" | "forget">;
  client: PushClient;
  vapidKey: () => Promise<string>;
  /** How the operator of a push service can contact the operator of this site: an https URL or `mailto:`. */
  contact: () => Promise<string>;
  clock: Clock;
};

/** A notification is useless after a day. */
const KEPT_SECONDS = 24 * 60 * 60;
const GONE = "This device no longer receives notifications.";

export function createPushSender(needs: PushSenderNeeds) {
  return {
    send: async (deviceId: string, note: PushNote): Promise<PushOutcome> => {
      const device = await needs.devices.find(deviceId);
      if (!device) return { ok: false, fault: "skip", reason: GONE };
      const body = encryptPush(JSON.stringify(note), device.keys);
      if (!body) {
        await needs.devices.forget(deviceId);
        return { ok: false, fault: "skip", reason: GONE };
      }
      const order = { audience: new URL(device.endpoint).origin, subject: await needs.contact(), now: needs.clock() };
      const response = await needs.client.post({
        endpoint: device.endpoint,
        headers: {
          authorization: vapidHeader(await needs.vapidKey(), order),
          "content-encoding": "aes128gcm",
          "content-type": "application/octet-stream",
          ttl: String(KEPT_SECONDS),
          urgency: "high",
          // If an earlier message with this topic has not been delivered yet, the push service discards it.
          topic: createHash("sha256").update(note.tag).digest("base64url").slice(0, 32),
        },
        body,
      });
      if (response.ok) return { ok: true, providerId: null };
      switch (response.reason) {
        case "gone":
          await needs.devices.forget(deviceId);
          return { ok: false, fault: "skip", reason: GONE };
        case "refused-address":
          await needs.devices.forget(deviceId);
          return { ok: false, fault: "permanent", reason: "The device's push service has no public address." };
        case "unreachable":
          return { ok: false, fault: "temporary", reason: "The device's push service cannot be reached." };
        case "status":
          return failedWith(response.status, response.waitMs);
      }
    },
  };
}

function failedWith(status: number, waitMs: number | null): PushOutcome {
  const reason = `The device's push service responded with status ${status}.`;
  const passes = status === 429 || status >= 500;
  return passes
    ? { ok: false, fault: "temporary", reason, ...(waitMs === null ? {} : { waitMs }) }
    : { ok: false, fault: "permanent", reason };
}
