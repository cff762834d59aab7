import type { Missing } from "#domain/settings/settings.ts";

/** What this installation lacks for a switch to do what it says; a switch that works is not named. */
export function missingParts(): Missing {
  return {
    emailNotifications: "No mail server is connected, so nothing is sent by e-mail yet.",
    smsNotifications: "Latchkey has no SMS service; nothing is sent by SMS.",
    whatsappNotifications: "No WhatsApp account is connected, so nothing is sent by WhatsApp yet.",
  };
}
