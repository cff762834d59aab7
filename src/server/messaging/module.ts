import type { FastifyInstance } from "fastify";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { deviceInWords } from "#domain/auth/device.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { MessageChannel } from "#domain/messaging/message.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Mount } from "../http/mount.ts";
import type { Clock } from "../runtime/clock.ts";
import { randomId } from "../runtime/ids.ts";
import type { ClockGuard } from "../runtime/clock-guard.ts";
import type { Logger } from "../runtime/logger.ts";
import { compose, type ComposeNeeds } from "./compose.ts";
import { planMessages } from "./plan-messages.ts";
import { rescheduleMessages } from "./reschedule-messages.ts";
import { readHouse } from "./property-store.ts";
import { batchPerTick } from "../runtime/batch-per-tick.ts";
import { invitationFile } from "./invitation-files.ts";
import { putRightWaits, sendMessages } from "./jobs.ts";
import { createLongText } from "./long-text.ts";
import { createMessageStore } from "./message-store.ts";
import { createOutboxStore } from "./outbox-store.ts";
import type {
  BookingChange,
  GuestNotification,
  HostDevices,
  HostNotice,
  House,
  NotSendable,
  RecordAct,
} from "./ports.ts";
import { planExisting } from "./plan-existing.ts";
import { queueStore as queue } from "./queue-store.ts";
import { mountMessaging } from "./routes.ts";
import { createSenders } from "./open-sender.ts";
import { createRecipientLimits } from "./recipient-limit-queries.ts";
import { createStaysStore } from "./stays-store.ts";
import { mountTemplates } from "./template-routes.ts";
import { createTemplateStore } from "./template-store.ts";
import { messagingAlerts } from "./messaging-alerts.ts";
import { deliveryMethods } from "./delivery-methods.ts";
import { mountWhatsappWebhook } from "./webhook-routes.ts";
import { createWhatsappStore } from "./whatsapp-store.ts";
import { mailGuest, notifyHost, pushToHost } from "./write-emails.ts";

/**
 * Times and sizes that proofs shorten. `slots` is how many messages are on their way at once: twice as many as there are
 * connections, so that none of these stands idle while messages are claimed and marked.
 */
export type OutboxPace = { everyMs: number; leaseMs: number; slots: number };
const PACE: OutboxPace = { everyMs: 1000, leaseMs: 30_000, slots: 24 };

const NOTICES_OFF: NotSendable = { problem: "Not sent: your email notifications are switched off.", needless: true };

type Needs = {
  database: Database;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "mail" | "whatsapp" | "localMailbox" | "guardBookings" | "demoMode">;
  pace?: Partial<OutboxPace> | undefined;
  clockGuard: ClockGuard;
  /** Where links in messages begin; null: nobody has said it, and messages have none. */
  linkBase: string | null;
  /** Where this very process answers. */
  ownAddress: () => string | null;
  record: RecordAct;
  /** Which ways the host has switched on. */
  switches: () => Promise<{ emailNotifications: boolean; whatsappNotifications: boolean }>;
  stay: (bookingId: string) => Promise<StoredBooking | null>;
  prices: () => Promise<PriceDocument>;
  /** Safe HTML of a long text of the host's. */
  renderMarkdown: (text: string) => Promise<string>;
  /** The guest's own page, as an address that opens it. */
  stayLink: (bookingId: string) => Promise<string>;
  /** Where the guest rates the stay, as a path. */
  ratingPath: (bookingId: string) => Promise<string>;
  /** A telephone number as E.164. */
  dialled: (phone: string) => Promise<string | null>;
  devices: HostDevices;
};

export function createMessagingModule({ database, clock, logger, config, linkBase, ...needs }: Needs) {
  const { db } = database;
  const pace = { ...PACE, ...needs.pace };
  const templates = createTemplateStore(database);
  const messages = createMessageStore(database, clock, needs.record);
  const whatsapp = createWhatsappStore(db);
  const connections = Math.ceil(pace.slots / 2);
  const { senders, account } = createSenders({
    db,
    clock,
    config,
    ownAddress: needs.ownAddress,
    connections,
    devices: needs.devices,
  });
  const configured = { email: senders.email !== null, whatsapp: senders.whatsapp !== null };
  const words = { queue, clock };
  const stays = createStaysStore(database.engine);
  const limits = config.guardBookings ? createRecipientLimits(db) : null;
  const { devices } = needs;
  const tell = (trx: Trx, notice: HostNotice) =>
    notifyHost({ ...words, devices, whatsapp: configured.whatsapp }, trx, notice);
  const push = (trx: Trx, notice: HostNotice) => pushToHost({ ...words, devices }, trx, notice);
  /** A site that takes real bookings keeps its email on this machine. */
  const onlyLocal = config.localMailbox && !config.demoMode;
  let stopping = false;

  const longText = createLongText(needs.renderMarkdown, linkBase);
  const composing: ComposeNeeds = {
    linkBase,
    house: batchPerTick<void, House>(() => readHouse(db, longText)),
    stay: needs.stay,
    whatsappOf: whatsapp.numberOf,
    template: templates.read,
    // Without a public address a link would lead nowhere.
    stayLink: async (bookingId) => (linkBase ? needs.stayLink(bookingId) : null),
    ratingLink: async (bookingId) => linkBase && linkBase + (await needs.ratingPath(bookingId)),
    dialled: needs.dialled,
    pushDetail: needs.devices.detailFor,
    invitation: invitationFile,
  };
  /** The host reads letters without the secrets of their links. */
  const showing: ComposeNeeds = {
    ...composing,
    stayLink: async () => linkBase && `${linkBase}/booking/link/…`,
    ratingLink: async () => linkBase && `${linkBase}/rate/…`,
  };
  const troubles = () => messages.troubles(clock());
  const ways = async () =>
    deliveryMethods({ configured, switches: await needs.switches(), paused: (await troubles()).paused });

  async function alarm(channel: MessageChannel, reason: string): Promise<void> {
    const what = channel === "email" ? "Email cannot be sent" : "WhatsApp messages cannot be sent";
    const lines = [reason, "Messages wait, and are sent once this works again."];
    const key = `channel/${channel}/${clock().toISOString().slice(0, 10)}`;
    const notice = { key, event: "delivery" as const, subject: what, lines, link: "/admin/messaging" };
    await db.transaction().execute((trx) => tell(trx, notice));
  }

  async function tooManyProofs(until: Date): Promise<void> {
    const lines = [
      "We have stopped emailing confirmation links for now, so that nobody can misuse your website to flood other people's mailboxes.",
      "Until then, guests who have to confirm their email are asked to call you, or send you a booking request.",
    ];
    const subject = "An unusual number of booking attempts";
    const notice = { key: `proofs/${until.toISOString()}`, subject, lines, link: "/admin/bookings", urgent: true };
    await db.transaction().execute((trx) => tell(trx, notice));
  }

  /** The dashboard says so too; a device says it at once. */
  async function undelivered({ id, bookingId }: { id: string; bookingId: string | null }, reason: string) {
    if (!bookingId) return;
    const subject = "A message to a guest could not be delivered";
    const notice = { key: `undelivered/${id}`, event: "delivery" as const, subject, lines: [reason] };
    await db.transaction().execute((trx) => push(trx, { ...notice, link: "/admin/messaging?show=failed" }));
  }

  async function sendTest() {
    const house = await readHouse(db);
    const id = randomId();
    const at = clock();
    const subject = `Test email from ${house.name}`;
    const body = "This is a test email. Your email settings work.";
    await db
      .transaction()
      .execute((trx) =>
        queue.add(trx, [
          { key: `test/${id}`, bookingId: null, type: "test", channel: "email", due: at, at, subject, body },
        ]),
      );
    return { id, to: house.email };
  }

  async function planAll(today: LocalDate): Promise<void> {
    for (const id of await messages.unplanned(today)) {
      const booking = await needs.stay(id);
      if (booking) await db.transaction().execute((trx) => planExisting({ queue, now: clock() }, trx, booking));
    }
  }

  async function hoursChanged(trx: Trx, actor: string): Promise<void> {
    const moved = await rescheduleMessages({ queue, stays }, trx, clock());
    if (moved === 0) return;
    const subject = moved === 1 ? "1 message" : `${moved} messages`;
    await needs.record({ actor, act: "Rescheduled messages to the new check-in and check-out times", subject }, trx);
  }

  const outbox = createOutboxStore(database, pace.leaseMs);
  const sending = sendMessages(
    {
      outbox,
      clock,
      logger,
      leaseMs: pace.leaseMs,
      slots: pace.slots,
      lookEveryMs: pace.everyMs,
      clockIsSettled: needs.clockGuard.isSettled,
      runsSince: performance.now(),
      sender: async (channel) => {
        if (channel !== "whatsapp") return senders[channel];
        return (await needs.switches()).whatsappNotifications ? senders.whatsapp : null;
      },
      compose: async (message, now) => {
        const toHost = message.type === "host_notice" && message.channel === "email";
        if (toHost && !(await needs.switches()).emailNotifications) return NOTICES_OFF;
        return compose(composing, message, now);
      },
      alarm,
      undelivered,
      limits,
      tooManyProofs,
    },
    pace.everyMs,
    () => stopping,
  );
  const jobs = [...sending, putRightWaits(outbox, clock)];

  return {
    mount: (mount: Mount) => {
      mountMessaging(mount, {
        clock,
        messages,
        templates,
        composing: showing,
        prices: needs.prices,
        ways,
        local: config.localMailbox,
        sendTest,
      });
      mountTemplates(mount, { templates, record: needs.record });
    },
    mountWebhook: (http: FastifyInstance) => mountWhatsappWebhook(http, { account, clock, take: whatsapp.take }),
    jobs,
    /** Follows bookings in their own transactions. */
    listener: {
      bookingChanged: (trx: Trx, change: BookingChange) =>
        planMessages({ queue, notifyHost: tell, pushToHost: push }, trx, change),
    },
    /** Call in the transaction in which the cottage's zone, check-in or check-out time changes. */
    hoursChanged,
    /** Plans the messages of stays that were there before messages were; safe to do again. */
    planExisting: planAll,
    /** A notice to the host, kept exactly when the transaction is; the same key only once. */
    notifyHost: tell,
    /** A notification to each of these devices, to show that they work. */
    testPush: async (tested: { id: string; userAgent: string }[]) => {
      const at = clock();
      const key = `notice/test/${randomId()}`;
      await db.transaction().execute((trx) =>
        queue.add(
          trx,
          tested.map(({ id, userAgent }) => ({
            key: `${key}/push/${id}`,
            bookingId: null,
            type: "test",
            channel: "push",
            anchor: "other",
            due: at,
            subject: "This is a test notification. It works.",
            link: "/admin/settings#section-notifications",
            to: { name: deviceInWords(userAgent), address: id },
            topic: "test",
            at,
          })),
        ),
      );
    },
    /** A letter to a guest, in the same way. */
    mailGuest: (trx: Trx, note: GuestNotification) => mailGuest(words, trx, note),
    /** Whether a letter with a link in it would leave the house. */
    canMail: async () => configured.email && linkBase !== null,
    /** Whether another guest may be asked to prove an email address; if not, the host hears of it. */
    mayAskForProof: async () => {
      const until = (await limits?.proofsPausedUntil(clock())) ?? null;
      if (until) await tooManyProofs(until);
      return until === null;
    },
    /** Whom a cancellation is told to, as people read it. */
    toldOfCancellation: async ({ guest }: StoredBooking) =>
      guest.email && (await ways()).email.problem === null ? [`${guest.name} by email`] : [],
    attention: async () => messagingAlerts({ ...(await troubles()), onlyLocal }),
    /** The stay as guests get it for their calendars. */
    stayFile: async (booking: StoredBooking) => invitationFile(booking, await readHouse(db), "PUBLISH", clock()),
    /** Whether guests can get email here. */
    reachesGuests: configured.email && !onlyLocal,
    /** Which ways out there are in this installation. */
    configured,
    /** Takes on nothing new; what is on its way is finished by whoever waits for the jobs. */
    stop: () => {
      stopping = true;
    },
    close: () => {
      for (const sender of Object.values(senders)) sender?.close();
    },
  };
}
