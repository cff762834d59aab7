/** SPEC 4: the scheduled messages about a stay. */
export const SCHEDULED_TYPES = ["welcome", "check_in_reminder", "check_out_reminder", "feedback_request"] as const;
export type ScheduledType = (typeof SCHEDULED_TYPES)[number];

/** Messages sent when something happens to the stay. */
export const EVENT_MESSAGE_TYPES = ["booking_changed", "booking_cancelled"] as const;
export type EventMessageType = (typeof EVENT_MESSAGE_TYPES)[number];

/** Our own messages about a stay. The host can change their text for all guests. */
export const TEMPLATE_TYPES = [...SCHEDULED_TYPES, ...EVENT_MESSAGE_TYPES] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** Custom messages, whose texts and times the host sets (`custom-message.ts`). */
export const CUSTOM_TYPE = "custom";

/** Scheduled messages, both ours and the host's. */
export const PLANNED_TYPES = [...SCHEDULED_TYPES, CUSTOM_TYPE] as const;
export type PlannedType = (typeof PLANNED_TYPES)[number];

/** An email that another feature writes to a guest, a notification to the host, and the host's test message. */
export const WRITTEN_TYPES = ["guest_note", "host_notice", "test"] as const;

export const MESSAGE_TYPES = [...TEMPLATE_TYPES, CUSTOM_TYPE, ...WRITTEN_TYPES] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/**
 * SPEC 4's three statuses, and `skipped` for messages that are not sent because nobody needs them: the host has skipped
 * them, the booking has changed, or it is too late for them.
 */
export const MESSAGE_STATUSES = ["pending", "sent", "failed", "skipped"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** SPEC 4's two delivery methods for guests. */
export const GUEST_DELIVERY_METHODS = ["email", "whatsapp"] as const;
export type GuestDeliveryMethod = (typeof GUEST_DELIVERY_METHODS)[number];

/** How a guest with this email address and WhatsApp number gets messages. */
export function deliveryMethodsFor(guest: { email: string; whatsapp: string | null }): GuestDeliveryMethod[] {
  return GUEST_DELIVERY_METHODS.filter((method) => guest[method]);
}
/** `push` is used only for hosts' own devices. */
export const DELIVERY_METHODS = [...GUEST_DELIVERY_METHODS, "push"] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];

/** Whether the text of the message has fields, which are filled in for the guest when the message is sent. */
export function hasFields(type: MessageType): type is TemplateType | typeof CUSTOM_TYPE {
  return type === CUSTOM_TYPE || TEMPLATE_TYPES.some((known) => known === type);
}
