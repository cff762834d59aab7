import type { CUSTOM_TYPE, MessageType, TemplateType } from "./message.ts";

/** What is sent by WhatsApp: messages to guests, and urgent notifications to the host. */
export type WhatsappType = TemplateType | typeof CUSTOM_TYPE | "host_notice";

/**
 * The wording that Meta approves for each message (docs/messages.md has the same wording for the host to submit). The
 * placeholders are first name, cottage, arrival, departure and link; in the host notification, they are cottage,
 * subject, what happened and link.
 */
export const WHATSAPP_TEXTS: Record<WhatsappType, string> = {
  welcome: "Dear {{1}}, your stay at {{2}} from {{3}} to {{4}} is booked. Everything about it: {{5}}",
  check_in_reminder: "Dear {{1}}, we expect you at {{2}} on {{3}}, until {{4}}. How to get in: {{5}}",
  check_out_reminder: "Good morning {{1}}, your stay at {{2}} since {{3}} ends today, {{4}}. Thank you! {{5}}",
  feedback_request: "Dear {{1}}, how was your stay at {{2}} from {{3}} to {{4}}? Tell us here: {{5}}",
  booking_changed: "Dear {{1}}, your booking at {{2}} is now from {{3}} to {{4}}. Details: {{5}}",
  booking_cancelled: "Dear {{1}}, your booking at {{2}} from {{3}} to {{4}} is cancelled. Details: {{5}}",
  custom: "Dear {{1}}, we have written to you about your stay at {{2}} from {{3}} to {{4}}. Read it here: {{5}}",
  host_notice: "{{1}}: {{2}}. {{3}} See: {{4}}",
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
