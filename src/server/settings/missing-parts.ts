import type { Missing } from "#domain/settings/settings.ts";

/** What this installation lacks for each switch that cannot work; working switches are omitted. */
export function missingParts(ways: { email: boolean; whatsapp: boolean }): Missing {
  return {
    ...(ways.email ? {} : { emailNotifications: "No mail server is connected, so no email is sent yet." }),
    smsNotifications: "Latchkey has no SMS service; nothing is sent by SMS.",
    ...(ways.whatsapp
      ? {}
      : { whatsappNotifications: "No WhatsApp account is connected, so nothing is sent by WhatsApp yet." }),
  };
}
