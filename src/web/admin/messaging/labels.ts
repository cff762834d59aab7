import type { ScheduledMessage } from "#contract/messaging.ts";
import type { DeliveryMethod, MessageStatus, MessageType, TemplateType } from "#domain/messaging/message.ts";

/** SPEC 4, with our own types added. */
export const TYPE_LABELS = {
  welcome: "Welcome",
  check_in_reminder: "Check-in Reminder",
  check_out_reminder: "Check-out Reminder",
  feedback_request: "Feedback Request",
  booking_changed: "Booking Changed",
  booking_cancelled: "Booking Cancelled",
  custom: "Your Message",
  guest_note: "Email to the Guest",
  host_notice: "Notification to You",
  test: "Test",
} satisfies Record<MessageType, string>;

/** The host's name for a custom message, or else the label of the type. */
export function labelOf({ title, messageType }: Pick<ScheduledMessage, "title" | "messageType">): string {
  return title ?? TYPE_LABELS[messageType];
}

/** The labels of some types already say who gets the message. */
export function labelWithRecipient(message: Pick<ScheduledMessage, "title" | "messageType" | "to">): string {
  const { messageType, to } = message;
  if (messageType === "guest_note") return `Email to ${to}`;
  return messageType === "host_notice" ? labelOf(message) : `${labelOf(message)} to ${to}`;
}

/** The first four times come from SPEC 4; the ten minutes are our own. */
export const TYPE_TIMES = {
  welcome: "Immediately after booking confirmation",
  check_in_reminder: "24 hours before check-in, or 10 minutes after a later booking",
  check_out_reminder: "Morning of check-out day",
  feedback_request: "24 hours after check-out",
  booking_changed: "When dates, guests or the price change",
  booking_cancelled: "When a booking is cancelled",
} satisfies Record<TemplateType, string>;

export const STATUS_LABELS = {
  pending: "Pending",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
} satisfies Record<MessageStatus, string>;

export const CHANNEL_LABELS = { email: "email", whatsapp: "WhatsApp", push: "notification" } satisfies Record<
  DeliveryMethod,
  string
>;
