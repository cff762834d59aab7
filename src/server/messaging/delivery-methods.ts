import type { GuestDeliveryMethod, DeliveryMethod } from "#domain/messaging/message.ts";
import type { DeliveryStatus } from "./ports.ts";

type Needs = {
  configured: Record<GuestDeliveryMethod, boolean>;
  switches: { whatsappNotifications: boolean };
  paused: { channel: DeliveryMethod; reason: string }[];
  /** Why a configured account cannot be used. */
  unusable: string | null;
};

const NOT_SET_UP = {
  email: "Email is not set up yet.",
  whatsapp: "WhatsApp is not connected.",
};
const SWITCHED_OFF = "WhatsApp notifications are switched off in the settings.";

export function deliveryStatusOf({ configured, switches, paused, unusable }: Needs): DeliveryStatus {
  // The email switch is for host notifications; messages to guests are sent even if it is off.
  const on = { email: true, whatsapp: switches.whatsappNotifications };
  const statusOf = (channel: GuestDeliveryMethod) => {
    const pauseReason = paused.find((one) => one.channel === channel)?.reason ?? null;
    const missing = (channel === "email" && unusable) || NOT_SET_UP[channel];
    const problem = configured[channel] ? (on[channel] ? pauseReason : SWITCHED_OFF) : missing;
    return { configured: configured[channel], problem };
  };
  return { email: statusOf("email"), whatsapp: statusOf("whatsapp") };
}
