import type { KeptBooking } from "#domain/booking/booking.ts";
import type { MessageChannel } from "#domain/messaging/message.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { compose } from "./compose.ts";
import { createEmailSender } from "./email-sender.ts";
import { followBooking } from "./follow-booking.ts";
import { readHouse } from "./house-store.ts";
import { invitationFile } from "./invitation-files.ts";
import { sendMessages } from "./jobs.ts";
import { createOutboxStore } from "./outbox-store.ts";
import type { BookingChange, GuestNote, HostNotice, Sender } from "./ports.ts";
import { queueStore as queue } from "./queue-store.ts";
import { createTemplateStore } from "./template-store.ts";
import { mailGuest, tellHost } from "./write-letters.ts";

/** Times and sizes that proofs shorten. */
export type OutboxPace = { everyMs: number; leaseMs: number; slots: number };
const PACE: OutboxPace = { everyMs: 1000, leaseMs: 30_000, slots: 12 };

type Needs = {
  database: Database;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "publicUrl" | "mail">;
  pace?: Partial<OutboxPace> | undefined;
  /** Which ways the host has switched on. */
  switches: () => Promise<{ emailNotifications: boolean; whatsappNotifications: boolean }>;
  stay: (bookingId: string) => Promise<KeptBooking | null>;
  /** The guest's own page, as an address that opens it. */
  stayLink: (bookingId: string) => Promise<string>;
};

export function createMessagingModule({ database, clock, logger, config, ...needs }: Needs) {
  const { db } = database;
  const pace = { ...PACE, ...needs.pace };
  const templates = createTemplateStore(db);
  const senders: { [channel in MessageChannel]?: Sender | undefined } = {
    email: config.mail ? createEmailSender(config.mail.smtpUrl, config.mail.from, pace.slots) : undefined,
  };
  const words = { queue, clock };
  const tell = (trx: Trx, notice: HostNotice) => tellHost(words, trx, notice);
  let stopping = false;

  const composeNeeds = {
    linkBase: config.publicUrl,
    house: () => readHouse(db),
    stay: needs.stay,
    whatsappOf: async () => null,
    template: templates.read,
    // Without a public address a link would lead nowhere.
    stayLink: async (bookingId: string) => (config.publicUrl ? needs.stayLink(bookingId) : null),
    ratingLink: async () => null,
    invitation: invitationFile,
  };

  const jobs = sendMessages(
    {
      outbox: createOutboxStore(database, pace.leaseMs),
      clock,
      logger,
      leaseMs: pace.leaseMs,
      slots: pace.slots,
      lookEveryMs: pace.everyMs,
      sender: async (channel) => {
        const { emailNotifications, whatsappNotifications } = await needs.switches();
        const on = { email: emailNotifications, whatsapp: whatsappNotifications };
        return on[channel] ? (senders[channel] ?? null) : null;
      },
      compose: (message, now) => compose(composeNeeds, message, now),
      alarm: (channel, reason) =>
        db.transaction().execute((trx) =>
          tell(trx, {
            key: `channel/${channel}/${clock().toISOString().slice(0, 10)}`,
            subject: channel === "email" ? "E-mail cannot be sent" : "WhatsApp messages cannot be sent",
            lines: [reason, "Messages wait until this is put right."],
            link: "/admin/messaging",
          }),
        ),
    },
    pace.everyMs,
    () => stopping,
  );

  return {
    jobs,
    /** Follows bookings in their own transactions. */
    listener: {
      bookingChanged: (trx: Trx, change: BookingChange) => followBooking({ queue, tellHost: tell }, trx, change),
    },
    /** A notice to the host, kept exactly when the transaction is; the same key only once. */
    tellHost: tell,
    /** A letter to a guest, in the same way. */
    mailGuest: (trx: Trx, note: GuestNote) => mailGuest(words, trx, note),
    /** Whether a letter with a link in it would leave the house. */
    canMail: async () =>
      senders.email !== undefined && config.publicUrl !== null && (await needs.switches()).emailNotifications,
    /** The stay as guests get it for their calendars. */
    stayFile: async (booking: KeptBooking) => invitationFile(booking, await readHouse(db), "PUBLISH", clock()),
    /** Which ways out there are in this installation. */
    ways: { email: senders.email !== undefined, whatsapp: senders.whatsapp !== undefined },
    /** Takes on nothing new; what is on its way is finished by whoever waits for the jobs. */
    stop: () => {
      stopping = true;
    },
    close: () => {
      for (const sender of Object.values(senders)) sender?.close();
    },
  };
}
