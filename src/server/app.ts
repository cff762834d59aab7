import type { FastifyInstance } from "fastify";
import { tileMapOf } from "#domain/settings/tile-map.ts";
import { createAnalyticsModule } from "./analytics/module.ts";
import { createAuditModule } from "./audit/module.ts";
import { createAuthModule } from "./auth/module.ts";
import { backUpBeforeUpgrade } from "./backups/before-upgrade-dump.ts";
import { createBlocksModule } from "./blocks/module.ts";
import { createBackupsModule } from "./backups/module.ts";
import { createBookingModule } from "./booking/module.ts";
import type { Config } from "./config.ts";
import { createBell } from "./database/bell.ts";
import { connectDatabase } from "./database/connect.ts";
import { forgetOldKeys } from "./database/idempotency.ts";
import { migrate } from "./database/migrate.ts";
import { addSampleBookings } from "./demo/store.ts";
import { createChannelsModule, type Reach } from "./channels/module.ts";
import { createFeedsModule } from "./feeds/module.ts";
import { internationalNumber } from "./guests/dialling-codes.ts";
import { createGuestModule } from "./guests/module.ts";
import { type BuiltSite } from "./http/built-site.ts";
import { mountDiscovery } from "./http/discovery.ts";
import { mountHealth } from "./http/health.ts";
import { createAnswerCache } from "./http/answer-cache.ts";
import { createHttpServer } from "./http/http-server.ts";
import { createMetrics, mountMetrics } from "./http/metrics.ts";
import { createMount } from "./http/mount.ts";
import { createPageCache } from "./http/page-cache.ts";
import { mountPages } from "./http/pages.ts";
import { apiHeaders } from "./http/security-headers.ts";
import { createLimits, DEFAULT_LIMITS, forgetOldCounts, type Limits } from "./http/rate-limit.ts";
import { startJobs } from "./jobs/runner.ts";
import { createLiveModule } from "./live/module.ts";
import { createMessagingModule, type OutboxPace } from "./messaging/module.ts";
import { createMediaModule } from "./media/module.ts";
import { createPrivacyModule } from "./privacy/module.ts";
import { createPropertyModule } from "./property/module.ts";
import { createRatingsModule } from "./ratings/module.ts";
import { createSettingsModule } from "./settings/module.ts";
import type { DemoCredentials } from "./http/document.ts";
import type { PasswordCost } from "./auth/password-hasher.ts";
import { busy } from "./auth/routes.ts";
import { missingParts } from "./settings/missing-parts.ts";
import { type Clock, systemClock } from "./runtime/clock.ts";
import { createLogger, type Logger } from "./runtime/logger.ts";

/** What tests and benchmarks put in the place of the real thing. */
export type Overrides = {
  clock?: Clock;
  logger?: Logger;
  limits?: Partial<Limits>;
  passwordCost?: PasswordCost;
  outbox?: Partial<OutboxPace>;
  /** Where the platforms' calendars are reached. No setting leads here: the guarded way is the only one outside tests. */
  platforms?: Reach;
  /** Called when all that is in the database was put there anew: this app is to be closed and another opened. */
  replaced?: () => void;
  /** The file of the command line, which does what is too heavy for the server. */
  cli?: string;
};

export type App = {
  http: FastifyInstance;
  /** The secret of the one-time set-up link; null when there is an admin. */
  setupToken: string | null;
  /** What the automatic sign-in of demo mode sends; null in an installation that takes real bookings. */
  demo: DemoCredentials | null;
  /** What the command line does for admins who cannot get in. */
  admins: Pick<ReturnType<typeof createAuthModule>, "createAdmin" | "resetPassword" | "turnOffSecondFactor">;
  /** Takes the first calls itself, so that the first visitor finds finished pages; then starts the jobs. */
  start: () => Promise<void>;
  /** Finishes what is under way, then closes the database. */
  close: () => Promise<void>;
};

/** The one place where the parts are joined. `site` is null where only the calls are wanted. */
export async function createApp(config: Config, site: BuiltSite | null, overrides: Overrides = {}): Promise<App> {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const limits = { ...DEFAULT_LIMITS, ...overrides.limits };
  const database = connectDatabase(config, logger);
  const { db } = database;
  const limited = createLimits(database, clock, limits);
  const metrics = createMetrics();

  const property = createPropertyModule({ database, clock });
  const cache = createPageCache(clock);
  const forgetShown = () => {
    property.forgetTimeZone();
    cache.clear();
  };
  const audit = createAuditModule({ db, clock });
  const settings = createSettingsModule({
    database,
    clock,
    logger,
    record: audit.record,
    hoursChanged: (trx, actor) => messaging.hoursChanged(trx, actor),
    missing: () => missingParts(messaging.configured),
    houseChanged: forgetShown,
  });
  const auth = createAuthModule({
    database,
    clock,
    signInLimit: limits.signIn,
    setUpLimit: limited("setUp"),
    idleMs: settings.sessionIdleMs,
    propertyName: async () => (await property.facts()).name,
    record: audit.record,
    passwordCost: overrides.passwordCost,
  });
  const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  let listeningAt: string | null = null;
  const messaging = createMessagingModule({
    database,
    clock,
    logger,
    config,
    pace: overrides.outbox,
    linkBase: config.publicUrl ?? (config.localMailbox ? siteUrl : null),
    ownAddress: () => listeningAt,
    record: audit.record,
    switches: settings.current,
    renderMarkdown: property.renderMarkdown,
    stay: (bookingId) => booking.find(bookingId),
    stayLink: (bookingId) => booking.ownLink(bookingId),
    ratingPath: (bookingId) => ratings.ratingPath(bookingId),
    dialled: internationalNumber,
  });
  const ratings = createRatingsModule({
    db,
    clock,
    limit: limited("confirmation"),
    tellHost: messaging.tellHost,
    record: audit.record,
    changed: cache.clear,
  });
  const channels = createChannelsModule({
    database,
    clock,
    logger,
    publicUrl: config.publicUrl,
    today: property.today,
    timeZone: property.timeZone,
    record: audit.record,
    tellHost: messaging.tellHost,
    servedTo: (trx, channel) => feeds.servedTo(trx, channel),
    closeFeed: (trx, channel) => feeds.close(trx, channel),
    reach: overrides.platforms,
  });
  const guests = createGuestModule({ database, clock, limit: limited("guests") });
  const booking = createBookingModule({
    database,
    clock,
    record: audit.record,
    listeners: [messaging.listener, channels.bookingListener],
    freshen: channels.freshen,
    imported: channels.listings,
    houseTerms: property.houseTerms,
    propertyFacts: property.facts,
    today: property.today,
    rules: settings.bookingRules,
    guardBookings: config.guardBookings,
    arrivalNotes: async () => ({ ...(await property.arrivalNotes()), wifiName: (await settings.current()).wifiName }),
    siteUrl,
    post: messaging,
    stayFile: messaging.stayFile,
    toldOfCancellation: messaging.toldOfCancellation,
    limits: {
      bookings: limited("bookings"),
      confirmation: limited("confirmation"),
      availability: limited("availability"),
      link: limited("link"),
      openLink: limited("openLink"),
    },
  });
  const backups = createBackupsModule({
    config,
    database,
    clock,
    logger,
    cli: overrides.cli ?? "dist/server/cli.js",
    automatic: async () => (await settings.current()).automaticBackups,
    timeZone: property.timeZone,
    record: audit.record,
    tellHost: messaging.tellHost,
  });
  const feeds = createFeedsModule({
    database,
    clock,
    publicUrl: config.publicUrl,
    today: property.today,
    cottageName: async () => (await property.facts()).name,
    record: audit.record,
    tellHost: messaging.tellHost,
  });
  const privacy = createPrivacyModule({
    database,
    clock,
    today: property.today,
    retentionMonths: async () => (await settings.current()).guestRetention,
    imported: channels.people,
    record: audit.record,
  });
  const analytics = createAnalyticsModule({
    database,
    today: property.today,
    timeZone: property.timeZone,
    satisfaction: ratings.satisfaction,
    imported: channels.listings.all,
    attention: [messaging.attention, channels.attention, feeds.attention, backups.attention],
    setup: [
      {
        id: "mail",
        title: "Connect a mail server, so that guests hear from you",
        href: "/admin/messaging",
        done: async () => messaging.configured.email,
      },
      {
        id: "second-factor",
        title: "Turn on two-factor sign-in",
        href: "/admin/settings",
        done: auth.hasSecondFactor,
      },
      {
        id: "first-feed",
        title: "Connect your first platform, so that no night is sold twice",
        href: "/admin/channels",
        done: feeds.isRead,
      },
      ...property.setup,
    ],
  });

  const blocks = createBlocksModule({
    database,
    clock,
    today: property.today,
    record: audit.record,
    listeners: [channels.blockListener],
  });
  const media = createMediaModule({
    db,
    config,
    clock,
    logger,
    record: audit.record,
    mentions: property.contentTexts,
    changed: cache.clear,
  });
  const live = createLiveModule({
    db,
    logger,
    publicUrl: config.publicUrl,
    isSignedIn: async (sessionToken) => (await auth.adminOf(sessionToken, { background: true })) !== null,
  });

  const shown = () => {
    settings.forget();
    forgetShown();
  };
  const replaced = overrides.replaced ?? shown;
  const bell = createBell(database, config.databaseUrl, { shown, live: live.wake, replaced }, logger);

  try {
    await backUpBeforeUpgrade(config, database, clock);
    await migrate(db, database.engine);
    await property.addStartingContent();
    if (config.firstAdmin) {
      const made = await auth.createFirstAdmin(config.firstAdmin);
      if (!made.ok && made.reason === "weak-password") throw new Error(`ADMIN_PASSWORD: ${made.message}`);
    }
    const demo = await auth.prepareDemo(config.demoMode);
    if (demo) await addSampleBookings({ database, houseTerms: property.houseTerms, today: property.today });
    await messaging.planExisting(await property.today());
    const setupToken = demo ? null : await auth.issueSetupToken();

    const callNeeds = { publicUrl: config.publicUrl, authenticate: auth.adminOf };
    const answers = createAnswerCache(database.stamp, clock, apiHeaders(config.publicUrl));
    const http = await createHttpServer({
      ...callNeeds,
      logger,
      trustProxy: config.trustProxy,
      metrics,
      serveFromCache: (request, response) => cache.serve(request, response) || answers.serve(request, response),
    });
    const mount = createMount(http, callNeeds, answers);
    mountHealth(mount, database);
    property.mount(mount, {
      tileMap: async () => tileMapOf(await settings.current()),
      stayRules: settings.bookingRules,
      ratings: ratings.published,
      whatsapp: messaging.configured.whatsapp,
      pictures: media.shownPictures,
      missingPictures: media.missing,
      undoPicture: media.undo,
      record: audit.record,
      hoursChanged: messaging.hoursChanged,
      contentChanged: cache.clear,
    });
    for (const part of [
      auth,
      guests,
      booking,
      privacy,
      blocks,
      channels,
      feeds,
      analytics,
      audit,
      media,
      backups,
      messaging,
      ratings,
    ])
      part.mount(mount);
    settings.mount(mount, { check: auth.checkNewPassword, set: auth.setPassword, busy });
    mountDiscovery(http, {
      publicUrl: config.publicUrl,
      paths: site?.indexedPaths ?? [],
      cottageName: async () => (await property.facts()).name,
    });
    mountMetrics(http, metrics, config.metricsToken);
    live.mount(http);
    feeds.mountCalendar(http);
    booking.mountLinks(http, callNeeds);
    await backups.mountImport(http, {
      ...callNeeds,
      maySetUp: auth.maySetUp,
      limit: limited("setUp"),
      replaced,
    });
    await messaging.mountWebhook(http);
    await media.mountFiles(http, callNeeds);
    const pages = site
      ? await mountPages(http, {
          ...callNeeds,
          site,
          cache,
          today: property.today,
          timeZone: property.timeZone,
          demo,
          uploadsTo: config.s3 ? new URL(config.s3.endpoint).origin : null,
        })
      : null;
    await http.ready();

    let jobs: ReturnType<typeof startJobs> | null = null;
    return {
      http,
      setupToken,
      demo,
      admins: auth,
      start: async () => {
        await bell.start();
        const address = http.server.address();
        listeningAt = typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : null;
        await pages?.warm();
        jobs = startJobs(
          [
            ...guests.jobs,
            ...auth.jobs,
            ...settings.jobs,
            ...live.jobs,
            ...channels.jobs,
            ...feeds.jobs,
            ...messaging.jobs,
            ...booking.jobs,
            ...privacy.jobs,
            ...media.jobs,
            ...backups.jobs,
            forgetOldKeys(db, clock),
            forgetOldCounts(db, clock),
          ],
          logger,
        );
      },
      close: async () => {
        messaging.stop();
        await http.close();
        await media.stop();
        await jobs?.stop();
        await bell.stop();
        messaging.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
