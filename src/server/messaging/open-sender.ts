import type { DeliveryMethod } from "#domain/messaging/message.ts";
import type { Db } from "../database/connect.ts";
import type { Clock } from "../runtime/clock.ts";
import { createEmailSender, type MailFrom } from "./email-sender.ts";
import { createLocalMailSender } from "./local-mail-sender.ts";
import { createLocalWhatsappSender, localAccount } from "./local-whatsapp-sender.ts";
import type { HostDevices, Sender } from "./ports.ts";
import { createWhatsappSender, type WhatsappAccount } from "./whatsapp-sender.ts";

type Needs = {
  db: Db;
  clock: Clock;
  config: { mail: { smtpUrl: string; from: MailFrom } | null; whatsapp: WhatsappAccount | null; localMailbox: boolean };
  ownAddress: () => string | null;
  connections: number;
  devices: Pick<HostDevices, "send">;
};
type Senders = Record<DeliveryMethod, Sender | null>;

/**
 * The delivery methods of this installation. Email and WhatsApp messages go either to the configured services or to the
 * mailbox on this machine, never to both.
 */
export function createSenders({ db, clock, config, ownAddress, connections, devices }: Needs): {
  senders: Senders;
  account: Pick<WhatsappAccount, "appSecret" | "verifyToken"> | null;
} {
  // Push notifications go to the host's own browsers, even if emails stay on this machine.
  const push: Sender = {
    send: async ({ to, push: note }) =>
      note
        ? devices.send(to.address, note)
        : { ok: false, fault: "permanent", reason: "This kind of message cannot be sent to a device." },
    close: () => {},
  };
  if (config.localMailbox) {
    const account = localAccount();
    const webhook = () => {
      const address = ownAddress();
      return address && `${address}/api/webhooks/whatsapp`;
    };
    return {
      senders: {
        email: createLocalMailSender(db, clock),
        whatsapp: createLocalWhatsappSender({ db, clock, webhook }, account),
        push,
      },
      account,
    };
  }
  const { mail, whatsapp } = config;
  return {
    senders: {
      email: mail && createEmailSender({ where: "SMTP_URL", url: mail.smtpUrl }, mail.from, connections),
      whatsapp: whatsapp && createWhatsappSender(whatsapp),
      push,
    },
    account: whatsapp,
  };
}
