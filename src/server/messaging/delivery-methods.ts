import type { GuestChannel, MessageChannel } from "#domain/messaging/message.ts";
import type { Ways } from "./ports.ts";

type Needs = {
  configured: Record<GuestChannel, boolean>;
  switches: { whatsappNotifications: boolean };
  paused: { channel: MessageChannel; reason: string }[];
};

const NOT_SET_UP = {
  email: "Email is not set up yet (SMTP_URL and MAIL_FROM).",
  whatsapp: "WhatsApp is not connected.",
};
const SWITCHED_OFF = "WhatsApp notifications are switched off in the settings.";

/** Whether messages leave by each way at present, and if not, why. */
export function deliveryMethods({ configured, switches, paused }: Needs): Ways {
  // The switch for email is about the host's own notices; guests' messages are sent either way.
  const on = { email: true, whatsapp: switches.whatsappNotifications };
  const way = (channel: GuestChannel) => {
    const closed = paused.find((one) => one.channel === channel)?.reason ?? null;
    const problem = configured[channel] ? (on[channel] ? closed : SWITCHED_OFF) : NOT_SET_UP[channel];
    return { configured: configured[channel], problem };
  };
  return { email: way("email"), whatsapp: way("whatsapp") };
}
