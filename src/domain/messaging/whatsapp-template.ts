import type { CUSTOM_TYPE, MessageType, TemplateType } from "./message.ts";

/** What is sent by WhatsApp: messages to guests, and urgent notifications to the host. */
export type WhatsappType = TemplateType | typeof CUSTOM_TYPE | "host_notice";

/**
 * The wording that Meta approves for each message (docs/messages.md has the same wording for the host to submit). The
 * placeholders are first name, cottage, arrival, departure and link; in the host notification, they are cottage,
 * subject, what happened and link.
 */
export const WHATSAPP_TEXTS: Record<WhatsappType, string> = {
  welcome: "Dear {{1}}, your stay at {{2}} from {{3}} to {{4}} is booked. Open {{5}} to see everything about it.",
  check_in_reminder: "Dear {{1}}, we expect you at {{2}} on {{3}}, until {{4}}. Open {{5}} to see how to get in.",
  check_out_reminder:
    "Good morning {{1}}, your stay at {{2}}, which began on {{3}}, ends today, {{4}}. Open {{5}} to see the details. Thank you for staying with us!",
  feedback_request: "Dear {{1}}, how was your stay at {{2}} from {{3}} to {{4}}? Open {{5}} to tell us.",
  booking_changed: "Dear {{1}}, your booking at {{2}} is now from {{3}} to {{4}}. Open {{5}} to see the details.",
  booking_cancelled:
    "Dear {{1}}, your booking at {{2}} from {{3}} to {{4}} is cancelled. Open {{5}} to see the details.",
  custom:
    "Dear {{1}}, we have written to you about your stay at {{2}} from {{3}} to {{4}}. Open {{5}} to read our message.",
  host_notice:
    "Notification for the host of {{1}}: {{2}}. Here are the details. {{3}} Open {{4}} to see it in the portal.",
};

export function isSentByWhatsapp(type: MessageType): type is WhatsappType {
  return Object.hasOwn(WHATSAPP_TEXTS, type);
}

/** The name under which the host submits the message template to Meta. */
export function whatsappName(type: WhatsappType): string {
  return `latchkey_${type}`;
}

/** Meta rejects empty placeholders. */
export function whatsappPlaces(parameters: readonly string[]): string[] {
  return parameters.map((text) => text || "-");
}

/** The final text. All placeholders are filled in a single pass, so that a guest's text is not interpreted. */
export function whatsappText(text: string, places: readonly string[]): string {
  return text.replace(/\{\{(\d)\}\}/g, (_, place: string) => places[Number(place) - 1] ?? "");
}
