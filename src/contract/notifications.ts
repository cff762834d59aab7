import * as z from "zod/mini";
import { HOST_EVENTS, MAX_NOTIFICATION_EMAILS } from "#domain/messaging/host-event.ts";
import { endpoint } from "./endpoint.ts";
import { eventChanges } from "./push.ts";

const email = z.email("Enter an address such as ann@example.com").check(z.maxLength(254));

const choice = z.object({
  emails: z
    .array(email)
    .check(z.maxLength(MAX_NOTIFICATION_EMAILS, `Enter at most ${MAX_NOTIFICATION_EMAILS} addresses`)),
  events: z.array(z.enum(HOST_EVENTS)),
  /** The hour in the property's time zone; null for no summary. */
  summaryHour: z.nullable(z.int().check(z.minimum(0), z.maximum(23))),
});

/** The events of which the signed-in host is notified by email. */
export const readNotifications = endpoint("GET", "/api/admin/notifications", "admin", {
  response: z.extend(choice, {
    /** Where notifications go if the host has not set their own address. */
    contactEmail: z.string(),
    timeZone: z.string(),
  }),
});
export type NotificationSettings = z.output<typeof readNotifications.response>;

/** Notifications contain guests' contact details, so in a long session the host must confirm their identity first. */
export const saveNotifications = endpoint("PUT", "/api/admin/notifications", "admin", {
  confirm: "kept",
  /** Missing fields are left unchanged. */
  body: z.partial(z.extend(choice, { events: eventChanges })),
});
