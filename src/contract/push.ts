import * as z from "zod/mini";
import { HOST_EVENTS, PUSH_DETAILS } from "#domain/messaging/host-event.ts";
import { endpoint } from "./endpoint.ts";

const device = z.object({
  /** SHA-256 of the endpoint, base64url. */
  id: z.string(),
  /** A description that the device's owner recognises: "Chrome on Android". */
  device: z.string(),
  since: z.iso.datetime(),
});

const choice = {
  events: z.array(z.enum(HOST_EVENTS)),
  detail: z.enum(PUSH_DETAILS),
};

/** Notifications on the devices of the signed-in host. */
export const readPush = endpoint("GET", "/api/admin/push", "admin", {
  response: z.object({
    /** What a browser needs to subscribe: our VAPID key, base64url. */
    publicKey: z.string(),
    devices: z.array(device),
    ...choice,
  }),
});
export type PushState = z.output<typeof readPush.response>;

const key = (bytes: number) =>
  z.string().check(
    z.regex(/^[\w-]+$/),
    z.refine((text) => Math.floor((text.length * 3) / 4) === bytes, { error: "This is not a browser's public key" }),
  );

/**
 * Stores the subscription that the browser has created (W3C Push API), instead of its earlier one. Notifications may
 * contain guests' contact details, so in a long session the host must confirm their identity first.
 */
export const subscribePush = endpoint("POST", "/api/admin/push/devices", "admin", {
  confirm: "kept",
  body: z.object({
    endpoint: z.string().check(z.maxLength(1000)),
    keys: z.object({ p256dh: key(65), auth: key(16) }),
  }),
  response: device,
  status: 201,
});

export const removePush = endpoint("DELETE", "/api/admin/push/devices/:id", "admin", {
  params: z.object({ id: z.string() }),
});

/**
 * The host may have changed other events on another device in the meantime, so only the events that the host turns on
 * or off are sent.
 */
export const eventChanges = z.partialRecord(z.enum(HOST_EVENTS), z.boolean());

/** A field that is left out stays unchanged, because each of two panels sends only one of the fields. */
export const savePush = endpoint("PUT", "/api/admin/push", "admin", {
  confirm: "kept",
  body: z.partial(z.object({ ...choice, events: eventChanges })),
});

/** Sends a notification to the signed-in host's devices. */
export const testPush = endpoint("POST", "/api/admin/push/test", "admin", {});
