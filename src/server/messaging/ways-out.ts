import type { MessageChannel } from "#domain/messaging/message.ts";
import type { Ways } from "./ports.ts";

type Needs = {
  configured: Record<MessageChannel, boolean>;
  switches: { emailNotifications: boolean; whatsappNotifications: boolean };
  paused: { channel: MessageChannel; reason: string }[];
};

const NOT_SET_UP = {
  email: "E-mail is not set up: SMTP_URL and MAIL_FROM are missing.",
  whatsapp: "WhatsApp is not set up: WHATSAPP_TOKEN and its companions are missing.",
};
const SWITCHED_OFF = {
  email: "E-mail notifications are switched off in the settings.",
  whatsapp: "WhatsApp notifications are switched off in the settings.",
};

/** Whether messages leave by each way at present, and if not, why. */
export function waysOut({ configured, switches, paused }: Needs): Ways {
  const on = { email: switches.emailNotifications, whatsapp: switches.whatsappNotifications };
  const way = (channel: MessageChannel) => {
    const closed = paused.find((one) => one.channel === channel)?.reason ?? null;
    const problem = configured[channel] ? (on[channel] ? closed : SWITCHED_OFF[channel]) : NOT_SET_UP[channel];
    return { configured: configured[channel], problem };
  };
  return { email: way("email"), whatsapp: way("whatsapp") };
}
