import type { BaseNeeds } from "../core/base-needs.ts";
import { counted } from "#domain/text/counted.ts";
import { pathIn } from "#domain/language/language-path.ts";
import type { FastifyInstance } from "fastify";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { deviceInWords } from "#domain/auth/device.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { deliveryMethodsFor, type DeliveryMethod, type GuestDeliveryMethod } from "#domain/messaging/message.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { Config } from "../config.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import type { Trx } from "../database/transaction.ts";
import { adminOf, type Call } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { randomId } from "../runtime/ids.ts";
import type { ClockGuard } from "../runtime/clock-guard.ts";
import { compose, type ComposeNeeds } from "./compose.ts";
import { mountCustomMessages } from "./custom-message-routes.ts";
import { findCustomMessage } from "./custom-message-queries.ts";
import { withdrawCoalesced } from "./coalesced-message-queries.ts";
import { notifyHostOfChange } from "./host-change-emails.ts";
import { planMessages, planExisting, tellsOfCancellation } from "./plan-messages.ts";
import { rescheduleMessages } from "./reschedule-messages.ts";
import { batchPerTick } from "../runtime/batch-per-tick.ts";
import { invitationFile } from "./invitation-files.ts";
import { resetOverlongWaits, sendMessages } from "./jobs.ts";
import type { Reach } from "../core/public-hosts.ts";
import { createSecretBox } from "../core/secret-files.ts";
import { mountMailAccount, testEmailText } from "./mail-account-routes.ts";
import { createPortalMail, MAIL_REACH } from "./portal-mail-client.ts";
import { createMessageStore } from "./message-store.ts";
import { createOutboxStore } from "./outbox-queries.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { BookingChange } from "../core/booking-changes.ts";
import type { HostChange, HostNotification, HostRecipient } from "../core/host.ts";
import type { ClaimedMessage, HostDevices, HostReaders, NotSendable } from "./ports.ts";
import {
  type HostText,
  readHostEmail,
  readHours,
  readPropertyInfo,
  type PropertyInfo,
  createLongText,
} from "./property-queries.ts";
import { addMessages, whatsappOf } from "./queue-queries.ts";
import { mountMessaging } from "./routes.ts";
import { createSenders } from "./open-sender.ts";
import { createRecipientLimits } from "./recipient-limit-queries.ts";
import { sentMessages } from "./sent-messages.ts";
import { mountTemplates } from "./template-routes.ts";
import { createTemplateStore } from "./template-store.ts";
import { messagingAlerts } from "./messaging-alerts.ts";
import { deliveryStatusOf } from "./delivery-methods.ts";
import { mountWhatsappWebhook } from "./webhook-routes.ts";
import type { WhatsappReply } from "./whatsapp-reports.ts";
import { recordWhatsapp } from "./whatsapp-store.ts";
import {
  ALWAYS_SENT,
  mailGuest,
  mailPerson,
  notifyHost,
  type PersonMail,
  pushToHost,
  toHost,
  withdrawGuestEmails,
  withdrawMail,
  withdrawPersonMail,
} from "./write-emails.ts";

/**
 * Times and sizes that tests reduce. `slots` is how many messages of each delivery method may be in progress at the
 * same time. It is twice the number of connections, so that no connection is idle while messages are claimed and
 * marked.
 */
export type OutboxPace = { everyMs: number; leaseMs: number; slots: number };
const PACE: OutboxPace = { everyMs: 1000, leaseMs: 30_000, slots: 24 };

const HOST_EMAILS_OFF: NotSendable = {
  problem: "Not sent: your email notifications are switched off.",
  needless: true,
};

type Needs = Pick<BaseNeeds, "database" | "clock" | "logger" | "record"> &
  Pick<ComposeNeeds, "linkBase" | "stay" | "toInternational" | "replyAddress" | "cleanerPath" | "isOpenConflict"> & {
    config: Pick<Config, "mail" | "whatsapp" | "localMailbox" | "guardBookings" | "demoMode" | "secretsKeyFile">;
    /** How to reach mail servers that a host has entered. */
    mailReach?: Reach | undefined;
    pace?: Partial<OutboxPace> | undefined;
    clockGuard: ClockGuard;
    hashKey: () => Promise<string>;
    /** The local URL of this process. */
    ownAddress: () => string | null;
    /** The host's switches for emails to hosts and for all WhatsApp messages. */
    switches: () => Promise<{ emailNotifications: boolean; whatsappNotifications: boolean }>;
    overpaid: (trx: Trx, booking: StoredBooking) => Promise<number>;
    prices: () => Promise<PriceDocument>;
    /** Safe HTML for one of the host's long text fields. */
    renderMarkdown: (text: string) => Promise<string>;
    /** What guests pay and when, in the host's own words. */
    payNotes: () => Promise<HostText>;
    /** The absolute URL of the guest's own page, including the secret that gives access, for a message by `channel`. */
    stayLink: (bookingId: string, channel: GuestDeliveryMethod) => Promise<string>;
    ratingPath: (bookingId: string) => Promise<string>;
    devices: HostDevices;
    readers: HostReaders;
    webhookLimit: RateLimit;
  };

export function createMessagingModule({ database, clock, logger, config, linkBase, ...needs }: Needs) {
  const { db } = database;
  const reading = { demo: config.demoMode, local: config.localMailbox };
  const pace = { ...PACE, ...needs.pace };
  const templates = createTemplateStore(database);
  const messages = createMessageStore(database, clock, needs.record);
  const connections = Math.ceil(pace.slots / 2);
  const { devices, ownAddress, readers, record } = needs;
  const { senders, account } = createSenders({ db, clock, config, ownAddress, connections, devices });
  const reach = needs.mailReach ?? MAIL_REACH;
  const box = createSecretBox(config.secretsKeyFile);
  const portal = createPortalMail({ db, box, reach, connections });
  const fixed = config.localMailbox ? "local" : config.mail ? "environment" : null;
  const emailSender = async () => senders.email ?? portal.sender();
  /** Whether email is set up and usable; `unusable` says why an account cannot be used. */
  const emailState = async () => {
    if (senders.email) return { configured: true, unusable: null };
    const { row, problem } = await portal.state();
    return { configured: row !== null && problem === null, unusable: problem };
  };
  const configured = { whatsapp: senders.whatsapp !== null };
  const limits = config.guardBookings ? createRecipientLimits(db, needs.hashKey) : null;
  const notify = (trx: Trx, notification: HostNotification) =>
    notifyHost({ clock, devices, readers, whatsapp: configured.whatsapp }, trx, notification);
  const push = (trx: Trx, notification: HostNotification) => pushToHost({ clock, devices }, trx, notification);
  const notifyOfChange = (trx: Trx, change: HostChange) =>
    notifyHostOfChange({ pushToHost: push, readers }, trx, change);
  /** Whether a site with real bookings only saves its emails on this machine instead of sending them. */
  const onlyLocal = config.localMailbox && !config.demoMode;
  let stopping = false;

  const longText = createLongText(needs.renderMarkdown, linkBase);
  const composing: ComposeNeeds = {
    linkBase,
    hideSecrets: false,
    property: batchPerTick<void, PropertyInfo>(() =>
      readPropertyInfo(db, { longText, payNotes: needs.payNotes, ...reading }),
    ),
    stay: needs.stay,
    balance: async (booking) => balanceOf(booking, await paymentsOf(db, booking.id)),
    whatsappOf: (guestId) => whatsappOf(db, guestId),
    template: templates.read,
    custom: (id) => findCustomMessage(db, id, true),
    // Without a public URL, a link would lead nowhere.
    stayLink: async (bookingId, channel) => (linkBase ? needs.stayLink(bookingId, channel) : null),
    ratingLink: async (bookingId, language) =>
      linkBase && linkBase + pathIn(language, await needs.ratingPath(bookingId)),
    toInternational: needs.toInternational,
    replyAddress: needs.replyAddress,
    pushDetail: needs.devices.detailFor,
    hostsAreStillAt: readers.areStillAt,
    cleanerPath: needs.cleanerPath,
    isOpenConflict: needs.isOpenConflict,
    invitation: invitationFile,
  };
  /** The host sees emails without the secrets in their links. */
  const showing: ComposeNeeds = {
    ...composing,
    hideSecrets: true,
    stayLink: async () => linkBase && `${linkBase}/booking/link/…`,
    ratingLink: async () => linkBase && `${linkBase}/rate/…`,
  };
  /** A guest who reads an email on their own page does not need a secret in its link. */
  const onOwnPage: ComposeNeeds = {
    ...composing,
    stayLink: async (bookingId, _channel, language) =>
      linkBase && linkBase + pathIn(language, `/booking/confirmation/${bookingId}`),
  };
  const troubles = () => messages.troubles(clock());
  const deliveryStatus = async () => {
    const { configured: email, unusable } = await emailState();
    const { paused } = await troubles();
    return deliveryStatusOf({
      configured: { ...configured, email },
      switches: await needs.switches(),
      paused,
      unusable,
    });
  };
  /** Why due emails to guests are not being sent; null if no email is waiting, or if email works. */
  const noEmail = async () => {
    const { configured: email, unusable } = await emailState();
    if (email || !(await messages.guestsWait(clock()))) return null;
    return unusable ?? "Email is not set up yet.";
  };

  /** Whether host notifications are withheld because they would go to the sample address, where nobody reads them. */
  const hostUnreached = async () => {
    if (!(await emailState()).configured || !(await needs.switches()).emailNotifications) return false;
    if (await readHostEmail(db, reading)) return false;
    return readers.useContactAddress();
  };

  async function alertHost(channel: DeliveryMethod, reason: string): Promise<void> {
    const key = `channel/${channel}/${clock().toISOString().slice(0, 10)}`;
    const common = { event: "delivery", link: "/admin/messaging" } as const;
    const lines = [
      reason,
      "Messages are kept. They will be sent once this works again, unless it is too late for them by then.",
    ];
    await db.transaction().execute(async (trx) => {
      if (channel !== "email")
        return notify(trx, { ...common, key, subject: "WhatsApp messages cannot be sent", lines });
      await push(trx, { ...common, key, subject: "Email cannot be sent", lines });
      // This email cannot arrive before email works again.
      const after = [
        `For a while, no email could be sent. The reason was: ${reason}`,
        "The emails that were waiting are being sent now.",
      ];
      await notify(trx, { ...common, key, emailOnly: true, subject: "Emails were delayed", lines: after });
    });
  }

  async function tooManyProofs(until: Date): Promise<void> {
    const lines = [
      "We have stopped emailing confirmation links for now, so that nobody can misuse your website to flood other people's mailboxes.",
      "In the meantime, guests who have to confirm their email are asked to call you.",
    ];
    const subject = "An unusual number of booking attempts";
    const notification = {
      key: `proofs/${until.toISOString()}`,
      subject,
      lines,
      link: "/admin/bookings",
      urgent: true,
    };
    await db.transaction().execute((trx) => notify(trx, notification));
  }

  /**
   * Notifies the host's devices at once: the dashboard shows the failure too, but the host may not open it for some
   * time.
   */
  async function undelivered(
    { id, bookingId, type, channel }: Pick<ClaimedMessage, "id" | "bookingId" | "type" | "channel">,
    reason: string,
  ) {
    const toHost = type === "host_notice" && channel !== "push";
    if (!bookingId && !toHost) return;
    const subject = toHost ? "A notification could not be delivered" : "A message to a guest could not be delivered";
    // With the booking's id in the key, the notification is found when the guest's data is exported or erased.
    const notification = {
      key: `undelivered/${bookingId ?? "host"}/${id}`,
      event: "delivery" as const,
      subject,
      lines: [reason],
    };
    await db.transaction().execute((trx) => push(trx, { ...notification, link: "/admin/messaging?show=failed" }));
  }

  /** Where test emails go: the signed-in host's first address, or else the contact address; empty if neither is set. */
  async function testEmailTo(call: Call): Promise<string> {
    return (await readers.ownAddress((await adminOf(call)).id)) ?? readHostEmail(db, reading);
  }

  async function sendTest(address: string) {
    const { name } = await readPropertyInfo(db, reading);
    const id = randomId();
    const at = clock();
    const row = { key: `test/${id}`, bookingId: null, type: "test", channel: "email", due: at, at } as const;
    await db
      .transaction()
      .execute((trx) => addMessages(trx, [{ ...row, ...testEmailText(name), to: { name, address } }]));
    return { id, to: address };
  }

  async function planAll(today: LocalDate): Promise<void> {
    for (const id of await messages.unplanned(today)) {
      const booking = await needs.stay(id);
      if (booking) await db.transaction().execute((trx) => planExisting(trx, booking, clock(), "skip"));
    }
  }

  async function hoursChanged(trx: Trx, actor: string): Promise<void> {
    const moved = await rescheduleMessages(database.engine, trx, clock());
    if (moved === 0) return;
    const subject = counted(moved, "message");
    await needs.record({ actor, act: "Rescheduled messages for the new check-in and check-out times", subject }, trx);
  }

  const outbox = createOutboxStore(database, pace.leaseMs);
  const sending = sendMessages(
    {
      outbox,
      clock,
      logger,
      leaseMs: pace.leaseMs,
      slots: pace.slots,
      pollEveryMs: pace.everyMs,
      clockIsSettled: needs.clockGuard.isSettled,
      startedAt: performance.now(),
      sender: async (channel) => {
        if (channel === "email") return emailSender();
        if (channel === "push") return senders.push;
        return (await needs.switches()).whatsappNotifications ? senders.whatsapp : null;
      },
      compose: async (message, now) => {
        const toHosts =
          message.type === "host_notice" &&
          message.channel === "email" &&
          !ALWAYS_SENT.some((kind) => kind === message.anchor);
        if (toHosts && !(await needs.switches()).emailNotifications) return HOST_EMAILS_OFF;
        return compose(composing, message, now);
      },
      alertHost,
      undelivered,
      limits,
      tooManyProofs,
    },
    pace.everyMs,
    () => stopping,
  );
  const jobs = [...sending, resetOverlongWaits(outbox, clock)];

  return {
    mount: (mount: Mount) => {
      const shared = { clock, record, composing: showing, prices: needs.prices, deliveryStatus, testEmailTo };
      mountMessaging(mount, { ...shared, messages, templates, local: config.localMailbox, sendTest });
      mountCustomMessages(mount, { ...shared, database });
      mountTemplates(mount, { templates, record });
      mountMailAccount(mount, { ...shared, db, box, reach, portal, fixed, property: composing.property });
    },
    mountWebhook: (http: FastifyInstance, receive: (reply: WhatsappReply) => Promise<void>) =>
      mountWhatsappWebhook(http, {
        account,
        record: (update) => recordWhatsapp(db, undelivered, update, clock()),
        receive,
        limit: needs.webhookLimit,
      }),
    jobs,
    /** Called in the transaction of a change to a booking. */
    listener: {
      bookingChanged: (trx: Trx, change: BookingChange) =>
        planMessages({ notifyHost: notify, notifyHostOfChange: notifyOfChange, overpaid: needs.overpaid }, trx, change),
    },
    property: composing.property,
    /** Call this in the transaction that changes the property's time zone, check-in time or check-out time. */
    hoursChanged,
    /** Plans the emails of current and future stays that have no messages; idempotent. */
    planExisting: planAll,
    /** Plans the emails of one stay, for example once the host has added its guest's email address; idempotent. */
    planStay: (trx: Trx, booking: StoredBooking) => planExisting(trx, booking, clock()),
    /** Sends a host notification, which is committed with the transaction. Each key is used only once. */
    notifyHost: notify,
    /**
     * Like `notifyHost`, but for data that a guest may change repeatedly: the emails about the changes are combined.
     */
    notifyHostOfChange: notifyOfChange,
    /** Withdraws the waiting emails of `notifyHostOfChange`, when there is nothing left to report. */
    withdrawChange: withdrawCoalesced,
    /** Like `notifyHost`, but for the host's devices only. */
    pushToHost: push,
    /** The messages sent to a stay's guest, as the guest or the host may read them. */
    sentTo: async (bookingId: string, reader: "guest" | "host") =>
      sentMessages(reader === "host" ? showing : onOwnPage, await messages.sentTo(bookingId), clock()),
    testPush: async (tested: { id: string; userAgent: string }[]) => {
      const at = clock();
      const key = `notice/test/${randomId()}`;
      await db.transaction().execute((trx) =>
        addMessages(
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
    /** Sends an email to one host, unless email notifications are switched off. */
    mailHost: (trx: Trx, { to, ...email }: PersonMail & { to: HostRecipient }) =>
      mailPerson({ clock }, trx, { ...email, ...toHost(to) }),
    /** Sends an email to an invited host or to the cleaner. */
    mailPerson: (trx: Trx, { to, about, ...email }: PersonMail & { to: string; about: (typeof ALWAYS_SENT)[number] }) =>
      mailPerson({ clock }, trx, { ...email, anchor: about, to: { name: to, address: to } }),
    /** Deletes an email that `mailPerson` has queued, unless it has been sent or is being sent. */
    withdrawPersonMail: (trx: Trx, key: string) => withdrawPersonMail({ clock }, trx, key),
    mailGuest: (trx: Trx, note: GuestMail) => mailGuest({ clock }, trx, note),
    withdrawMail,
    withdrawGuestEmails,
    /** Whether an email with a link can be sent. */
    canMail: async () => linkBase !== null && (await emailState()).configured,
    /** Whether another guest may be asked to verify an email address. If not, the host is notified. */
    mayRequestProof: async () => {
      const until = (await limits?.proofsPausedUntil(clock())) ?? null;
      if (until) await tooManyProofs(until);
      return until === null;
    },
    /** Describes who is notified of a cancellation. */
    cancellationRecipients: async (booking: StoredBooking) => {
      if (!tellsOfCancellation(booking, await readHours(db), clock())) return [];
      const { guest } = booking;
      const status = await deliveryStatus();
      const methods = deliveryMethodsFor({ email: guest.email, whatsapp: await whatsappOf(db, guest.id) })
        .filter((method) => status[method].problem === null)
        .map((method) => (method === "whatsapp" ? "WhatsApp" : method));
      return methods.length > 0 ? [`${guest.name} by ${methods.join(" and ")}`] : [];
    },
    alerts: async () =>
      messagingAlerts({
        ...(await troubles()),
        onlyLocal,
        noEmail: await noEmail(),
        hostUnreached: await hostUnreached(),
      }),
    /** The stay as the calendar file that guests get. */
    stayFile: async (booking: StoredBooking) =>
      invitationFile(booking, await readPropertyInfo(db, reading), "PUBLISH", clock()),
    /** Whether this installation can send email to guests. */
    reachesGuests: async () => !onlyLocal && (await emailState()).configured,
    configured: async () => ({ ...configured, email: (await emailState()).configured }),
    hasWhatsapp: configured.whatsapp,
    /** Starts no new work. The jobs that are running end once their messages have been sent, or after one lease. */
    stop: () => {
      stopping = true;
    },
    close: () => {
      for (const sender of Object.values(senders)) sender?.close();
      portal.close();
    },
  };
}
