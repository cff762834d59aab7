import { createAnalyticsModule } from "./analytics/module.ts";
import { createAuditModule } from "./audit/module.ts";
import { createAuthModule } from "./auth/module.ts";
import { createBlocksModule } from "./blocks/module.ts";
import { createBackupsModule } from "./backups/module.ts";
import { cancelStepNow } from "./booking/cancel-booking.ts";
import { createLinkStore, createOwnLink } from "./booking/link-queries.ts";
import { bookingById, hasAccess } from "./booking/booking-queries.ts";
import { createBookingModule } from "./booking/module.ts";
import type { Config } from "./config.ts";
import { createChangeNotifier } from "./database/change-notifier.ts";
import { connectDatabase } from "./database/connect.ts";
import type { Trx } from "./database/transaction.ts";
import { createReplyAddresses } from "./conversation/reply-address.ts";
import { createConversationModule } from "./conversation/module.ts";
import { isOpenConflict } from "./channels/conflict-queries.ts";
import { createChannelsModule } from "./channels/module.ts";
import { cottageName } from "./core/cottage-name.ts";
import type { SaleRules } from "./booking/ports.ts";
import { mayLackBookings } from "./core/restore-hold.ts";
import type { Reach } from "./core/public-hosts.ts";
import { createDayNotesModule } from "./notes/module.ts";
import { createFeedsModule } from "./feeds/module.ts";
import { internationalNumber } from "./guests/dialling-codes.ts";
import { createGuestModule } from "./guests/module.ts";
import { createMetrics } from "./http/metrics.ts";
import { createPageCache } from "./http/page-cache.ts";
import { createLimits, DEFAULT_LIMITS, type Limits } from "./http/rate-limit.ts";
import { createLiveModule } from "./live/module.ts";
import { readHostEmail } from "./messaging/property-queries.ts";
import { createMessagingModule, type OutboxPace } from "./messaging/module.ts";
import { createMediaModule } from "./media/module.ts";
import { eraseStays } from "./privacy/erase-guest.ts";
import { createPrivacyModule } from "./privacy/module.ts";
import { createPromoCodes } from "./pricing/code-queries.ts";
import { createPaymentsModule, configuredProvider } from "./payments/module.ts";
import { overpaidOf } from "./payments/overpaid-queries.ts";
import { createPricingModule } from "./pricing/module.ts";
import { pathOf, readPage } from "./cleaning/cleaning-queries.ts";
import { createCleaningModule } from "./cleaning/module.ts";
import { createHostReaders, createNotificationsModule } from "./notifications/module.ts";
import { createPushModule } from "./push/module.ts";
import { createPropertyModule } from "./property/module.ts";
import { createRatingsModule, ratingPath } from "./ratings/module.ts";
import { createSettingsModule } from "./settings/module.ts";
import type { PasswordCost } from "./auth/password-hasher.ts";
import { type ClockGuard, createClockGuard } from "./runtime/clock-guard.ts";
import { type Clock, systemClock } from "./runtime/clock.ts";
import { freeBytes } from "./runtime/free-bytes.ts";
import { createLogger, type Logger } from "./runtime/logger.ts";

/** Replacements, most of them for tests and benchmarks. */
export type Overrides = {
  clock?: Clock;
  logger?: Logger;
  limits?: Partial<Limits>;
  passwordCost?: PasswordCost;
  outbox?: Partial<OutboxPace>;
  /** Decides whether the clock is reliable enough for irreversible work. */
  clockGuard?: ClockGuard;
  /** The time limit for reading one calendar, in ms. Tests on a busy machine allow more time than a server does. */
  readingLimitMs?: number;
  /**
   * How to connect to the platforms. This is not configurable: outside tests and the demo, only the guarded connection
   * is used.
   */
  platforms?: Reach;
  /** How to connect to browsers' push services. This is not configurable either. */
  pushServices?: Reach;
  /** How to connect to mail servers that a host enters. This is not configurable either. */
  mailServers?: Reach;
  /** Called when the whole database has been replaced: close this app and open another one. */
  onDatabaseReplaced?: () => void;
  /** Free space on the disk that holds the data folder. */
  freeBytes?: () => Promise<number>;
  /** The command-line program, which does work that is too heavy for the server. */
  cli?: string;
};

/** How much disk space pictures in conversations must leave for bookings and backups. */
const ROOM_FOR_PICTURES_BYTES = 200 * 1024 ** 2;

/**
 * Connects the features: each feature gets the functions that it needs from other features. `app.ts` adds those that
 * only the feature's routes need.
 */
export function createParts(config: Config, ownAddress: () => string | null, overrides: Overrides) {
  const clock = overrides.clock ?? systemClock;
  const clockGuard = overrides.clockGuard ?? createClockGuard(clock);
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const limits = { ...DEFAULT_LIMITS, ...overrides.limits };
  const database = connectDatabase(config, logger);
  const { db } = database;
  const links = createLinkStore(database);
  const { limited, guessLimit } = createLimits({ database, clock, hashKey: links.key }, limits);
  const metrics = createMetrics();
  const freeOnDisk = overrides.freeBytes ?? (() => freeBytes(config.dataDir));

  const property = createPropertyModule({ database, clock, demo: config.demoMode });
  const cache = createPageCache(clock);
  const clearPublicCaches = () => {
    property.forgetTimeZone();
    cache.clear();
  };
  const audit = createAuditModule({ db, clock });
  const base = {
    database,
    clock,
    logger,
    record: audit.record,
    today: property.today,
    timeZone: property.timeZone,
  };
  const settings = createSettingsModule({
    ...base,
    paymentProvider: configuredProvider(config),
    propertyChanged: clearPublicCaches,
  });
  const hostEmail = (within?: Trx) =>
    readHostEmail(within ?? db, { demo: config.demoMode, local: config.localMailbox });
  const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const push = createPushModule({
    ...base,
    contact: async () =>
      config.publicUrl?.startsWith("https:") ? config.publicUrl : `mailto:${(await hostEmail()) || "host@localhost"}`,
    reach: overrides.pushServices,
  });
  const readers = createHostReaders(db, hostEmail);
  const ownLink = createOwnLink(links, siteUrl);
  const findBooking = (id: string, within?: Trx) => bookingById(within ?? db, id);
  const mayRead = (bookingId: string, browserHash: string) => hasAccess(db, bookingId, browserHash);
  const replies = createReplyAddresses(database, config.inbound);
  const messaging = createMessagingModule({
    ...base,
    config,
    pace: overrides.outbox,
    clockGuard,
    hashKey: links.key,
    mailReach: overrides.mailServers,
    linkBase: config.publicUrl ?? (config.localMailbox ? siteUrl : null),
    ownAddress,
    switches: settings.current,
    renderMarkdown: property.renderMarkdown,
    payNotes: property.payNotes,
    stay: findBooking,
    overpaid: overpaidOf,
    prices: property.prices,
    webhookLimit: limited("whatsappWebhook"),
    stayLink: (bookingId, channel) => ownLink(bookingId, undefined, channel),
    ratingPath: (bookingId) => ratingPath(db, bookingId),
    replyAddress: replies.addressFor,
    toInternational: internationalNumber,
    devices: { interestedIn: push.interestedIn, detailFor: push.detailFor, send: push.sender.send },
    readers,
    cleanerPath: async (address) => {
      const page = await readPage(db);
      return page?.email === address ? pathOf(page) : null;
    },
    isOpenConflict: (id) => isOpenConflict(db, id),
  });
  const cleaning = createCleaningModule({
    ...base,
    property: async () => {
      const { name, checkInFrom, checkOutBy } = await messaging.property();
      return { name, checkInFrom, checkOutBy };
    },
    canEmail: messaging.canMail,
    limit: limited("openLink"),
    notifyHost: messaging.notifyHost,
    emailCleaner: (trx, email) => messaging.mailPerson(trx, { ...email, about: "cleaner" }),
  });
  const ratings = createRatingsModule({
    ...base,
    limit: limited("confirmation"),
    notifyHost: messaging.notifyHost,
    changed: cache.clear,
  });
  const feeds = createFeedsModule({
    ...base,
    publicUrl: config.publicUrl,
    cottageName: async () => (await property.facts()).name,
    preparationNights: property.preparationNights,
    notifyHost: messaging.notifyHost,
  });
  const auth = createAuthModule({
    ...base,
    signInLimit: limits.signIn,
    setUpLimit: limited("setUp"),
    linkLimit: limited("signInLink"),
    passkeyLimit: limited("passkey"),
    siteUrl: () => config.publicUrl ?? ownAddress()?.replace("127.0.0.1", "localhost") ?? siteUrl,
    canEmail: messaging.canMail,
    canEmailHost: async () => (await messaging.canMail()) && Boolean(await hostEmail()),
    emailHost: (trx, email) => messaging.notifyHost(trx, { ...email, event: null }),
    emailInvited: (trx, email) => messaging.mailPerson(trx, { ...email, about: "account" }),
    withdrawInvitedMail: messaging.withdrawPersonMail,
    notificationsTo: readers.startAt,
    mailboxes: async () => ({
      contact: await hostEmail(),
      cleaner: await cleaning.email(),
    }),
    shared: {
      read: async (trx) => ({ cleanerLink: await cleaning.hasLink(trx), feeds: await feeds.channelNames(trx) }),
      renewCleanerLink: cleaning.renewLink,
      renewFeeds: feeds.renewAddresses,
    },
    idleMs: settings.sessionIdleMs,
    propertyName: async () => (await property.facts()).name,
    passwordCost: overrides.passwordCost,
  });
  const channels = createChannelsModule({
    ...base,
    publicUrl: config.publicUrl,
    preparationNights: property.preparationNights,
    currency: property.currency,
    notifyHost: messaging.notifyHost,
    servedTo: feeds.servedTo,
    closeFeed: feeds.close,
    reach: overrides.platforms,
    readingLimitMs: overrides.readingLimitMs,
  });
  const media = createMediaModule({
    ...base,
    db,
    config,
    mentions: property.contentTexts,
    changed: cache.clear,
  });
  const guests = createGuestModule({ database, clock, limit: limited("guests") });
  // All ways of trying a discount code share one limit.
  const codeGuesses = guessLimit("codes");
  const payments = createPaymentsModule({
    ...base,
    clockIsSettled: clockGuard.isSettled,
    config,
    ownAddress,
    siteUrl,
    terms: settings.paymentTerms,
    currency: property.currency,
    cottageName: async () => (await property.facts()).name,
    cottageIn: cottageName,
    propertyFacts: property.factsIn,
    checkCalendars: channels.checkCalendars,
    mailGuest: messaging.mailGuest,
    withdrawMail: messaging.withdrawMail,
    notifyHost: (trx, notification) => messaging.notifyHost(trx, { event: "payment", ...notification }),
    limits: { page: limited("confirmation"), webhook: limited("webhook") },
    find: findBooking,
    ownLink,
    hasAccess: mayRead,
    canEmail: messaging.canMail,
    cancelStep: cancelStepNow,
    // The two modules need each other: a payment confirms its booking, and a booking requests its payment.
    actOn: (...order) => booking.actIn(...order),
  });
  const bookingRules = async (): Promise<SaleRules> => {
    const [rules, lacks] = await Promise.all([settings.bookingRules(), mayLackBookings(db)]);
    return { ...rules, mayLackBookings: lacks, ...(lacks ? { bookingMode: "request" } : {}) };
  };
  const booking = createBookingModule({
    ...base,
    payments: payments.forBookings,
    listeners: [messaging.listener, channels.bookingListener, ...payments.listeners],
    checkCalendars: channels.checkCalendars,
    mayAskHost: channels.mayAskHost,
    preparationNights: property.preparationNights,
    eraseStay: (trx, stay, at) => eraseStays(trx, { stays: [stay], addresses: [] }, [], at),
    imported: channels.listings,
    bookingTerms: property.bookingTerms,
    codes: createPromoCodes(db),
    propertyFacts: property.factsIn,
    rules: bookingRules,
    guardBookings: config.guardBookings,
    isPaidOnline: payments.isPaidOnline,
    arrivalNotes: async (language) => ({
      ...(await property.arrivalNotes(language)),
      wifiName: (await settings.current()).wifiName,
    }),
    siteUrl,
    links,
    ownLink,
    messaging,
    stayFile: messaging.stayFile,
    cancellationRecipients: messaging.cancellationRecipients,
    limits: {
      codes: codeGuesses,
      bookings: limited("bookings"),
      confirmation: limited("confirmation"),
      availability: limited("availability"),
      link: limited("link"),
      openLink: limited("openLink"),
    },
  });
  const conversation = createConversationModule({
    ...base,
    find: findBooking,
    hasAccess: mayRead,
    ownLink,
    cottageIn: cottageName,
    sentTo: messaging.sentTo,
    toInternational: internationalNumber,
    canEmail: messaging.canMail,
    mailGuest: messaging.mailGuest,
    notifyHost: messaging.notifyHost,
    pushToHost: messaging.pushToHost,
    inbound: config.inbound,
    replyKey: replies.key,
    mailFrom: config.mail?.from.address ?? "",
    hostAddresses: async () => [await hostEmail(), ...(await readers.ownAddresses())],
    pictures: {
      prepare: media.messagePictures.prepare,
      files: media.messagePictures.files,
      hasRoom: async () => config.s3 !== null || (await freeOnDisk()) > ROOM_FOR_PICTURES_BYTES,
    },
    limits: {
      read: limited("confirmation"),
      write: limited("messages"),
      pictures: limited("pictures"),
      pictureFiles: limited("pictureFiles"),
      mail: limited("mailWebhook"),
    },
  });
  const pricing = createPricingModule({
    ...base,
    prices: property.prices,
    takenNights: booking.takenNights,
    arrival: property.bookingTerms,
    limits: { quotes: limited("quotes"), codes: codeGuesses },
  });
  const backups = createBackupsModule({
    ...base,
    config,
    cli: overrides.cli ?? "dist/server/cli.js",
    automatic: async () => (await settings.current()).automaticBackups,
    notifyHost: messaging.notifyHost,
  });
  const privacy = createPrivacyModule({
    ...base,
    toInternational: internationalNumber,
    retentionMonths: async () => (await settings.current()).guestRetention,
    imported: channels.people,
    pictures: {
      read: conversation.pictureData,
      deleteLeft: conversation.deleteOrphanedPictures,
    },
    renamed: conversation.renameGuest,
    newAddress: async (trx, bookingId, how) => {
      if (how === "corrected") return booking.mailNewAddress(trx, bookingId);
      if (how === "removed") return messaging.withdrawGuestEmails(trx, bookingId);
      // While a guest has no email address, none of their emails are planned.
      const found = await findBooking(bookingId, trx);
      if (found) await messaging.planStay(trx, found);
    },
  });
  const analytics = createAnalyticsModule({
    ...base,
    currency: property.currency,
    satisfaction: ratings.satisfaction,
    imported: channels.listings.withNights,
    // These follow the alerts about bookings; double bookings come first.
    alerts: [channels.alerts, messaging.alerts, feeds.alerts, backups.alerts, payments.alerts],
    // First the steps that affect what guests see, then email, the platforms and the portal's security.
    setup: [
      ...property.setup,
      {
        id: "mail",
        title: "Set up email so that guests get your messages",
        href: "/admin/messaging",
        done: messaging.reachesGuests,
      },
      {
        id: "first-feed",
        title: "Connect your first platform to avoid double bookings",
        hint: "This step is done when a platform reads your calendar for the first time, often some hours later.",
        href: "/admin/channels",
        done: feeds.isRead,
      },
      {
        id: "second-factor",
        title: "Turn on two-factor sign-in",
        href: "/admin/settings#two-factor",
        done: auth.hasSecondFactor,
      },
    ],
  });

  const notifications = createNotificationsModule({
    ...base,
    contactEmail: hostEmail,
    dashboard: analytics.dashboard,
    emailHost: messaging.mailHost,
  });
  const blocks = createBlocksModule({
    ...base,
    checkCalendars: channels.checkCalendars,
    listeners: [channels.blockListener],
  });
  const dayNotes = createDayNotesModule({ database, clock, record: audit.record });
  const live = createLiveModule({
    db,
    logger,
    publicUrl: config.publicUrl,
    isSignedIn: async (sessionToken) => (await auth.adminOf(sessionToken, { background: true })) !== null,
  });

  const onPublicContentChanged = () => {
    settings.forget();
    clearPublicCaches();
  };
  const onDatabaseReplaced = overrides.onDatabaseReplaced ?? onPublicContentChanged;
  const changeNotifier = createChangeNotifier(
    database,
    config.databaseUrl,
    { onPublicContentChanged, onLiveChange: live.wake, onDatabaseReplaced },
    logger,
  );

  return {
    clock,
    freeBytes: freeOnDisk,
    clockGuard,
    logger,
    limited,
    hashKey: links.key,
    metrics,
    database,
    cache,
    changeNotifier,
    onDatabaseReplaced,
    property,
    audit,
    settings,
    auth,
    messaging,
    push,
    notifications,
    cleaning,
    ratings,
    channels,
    guests,
    booking,
    bookingRules,
    conversation,
    payments,
    pricing,
    backups,
    feeds,
    privacy,
    analytics,
    blocks,
    dayNotes,
    media,
    live,
  };
}
