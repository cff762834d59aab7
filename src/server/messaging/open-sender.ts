import type { MessageChannel } from "#domain/messaging/message.ts";
import type { Db } from "../database/connect.ts";
import type { Clock } from "../runtime/clock.ts";
import { createEmailSender, type MailFrom } from "./email-sender.ts";
import { createLocalMailSender } from "./local-mail-sender.ts";
import { createLocalWhatsappSender, localAccount } from "./local-whatsapp-sender.ts";
import type { Sender } from "./ports.ts";
import { createWhatsappSender, type WhatsappAccount } from "./whatsapp-sender.ts";

type Needs = {
  db: Db;
  clock: Clock;
  config: { mail: { smtpUrl: string; from: MailFrom } | null; whatsapp: WhatsappAccount | null; localMailbox: boolean };
  ownAddress: () => string | null;
  connections: number;
};
type Senders = Record<MessageChannel, Sender | null>;

/** The ways out of this installation: those that are set up, or the mailbox of this machine, never both. */
export function createSenders({ db, clock, config, ownAddress, connections }: Needs): {
  senders: Senders;
  account: Pick<WhatsappAccount, "appSecret" | "verifyToken"> | null;
} {
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
      },
      account,
    };
  }
  const { mail, whatsapp } = config;
  return {
    senders: {
      email: mail && createEmailSender(mail.smtpUrl, mail.from, connections),
      whatsapp: whatsapp && createWhatsappSender(whatsapp),
    },
    account: whatsapp,
  };
}
