import type { FastifyInstance } from "fastify";
import { DEFAULT_LANGUAGE } from "#domain/language/language.ts";
import { tileMapOf } from "#domain/settings/tile-map.ts";
import { backUpAndMigrate } from "./backups/before-upgrade-dump.ts";
import { type Config, ConfigError } from "./config.ts";
import { connectDatabase } from "./database/connect.ts";
import { deleteOldKeys } from "./database/idempotency.ts";
import { migrate } from "./database/migrations/migrate.ts";
import { asHost, removeFiller } from "./demo/host-client.ts";
import { fillPortal } from "./demo/fill-portal.ts";
import { payAsGuest } from "./demo/guest-client.ts";
import { createSimulatedPlatforms } from "./demo/simulated-platforms-server.ts";
import { addSampleBookings, demoMadeOn, hasBookings } from "./demo/store.ts";
import type { BuiltSite } from "./http/built-site.ts";
import { mountDiscovery } from "./http/discovery.ts";
import { mountHealth } from "./http/health.ts";
import { createResponseCache } from "./http/response-cache.ts";
import { createHttpServer } from "./http/http-server.ts";
import { mountMetrics } from "./http/metrics.ts";
import { createMount } from "./http/mount.ts";
import { mountPages } from "./http/pages.ts";
import { apiHeaders } from "./http/security-headers.ts";
import { deleteOldCounts } from "./http/rate-limit.ts";
import { startJobs } from "./jobs/runner.ts";
import type { DemoCredentials } from "./http/document.ts";
import { busy } from "./auth/session-answers-routes.ts";
import { createParts, type Overrides } from "./parts.ts";
import type { Logger } from "./runtime/logger.ts";

export type App = {
  http: FastifyInstance;
  /** The secret of the one-time set-up link; null in demo mode, or if there was an admin when the app was created. */
  setupToken: string | null;
  /** The credentials for automatic sign-in in demo mode; null otherwise. */
  demo: DemoCredentials | null;
  admins: Pick<Parts["auth"], "createAdmin" | "removeHost" | "mailboxes" | "resetPassword" | "turnOffSecondFactor">;
  /** Starts the change notifier, fills the page cache, then starts the jobs. */
  start: () => Promise<void>;
  /** Runs all jobs with a matching name, each once and one after another. */
  runJobs: (named: RegExp) => Promise<void>;
  /** Finishes requests and jobs in progress, then closes the database. */
  close: () => Promise<void>;
};

type Parts = ReturnType<typeof createParts>;

/** Prepares the database and mounts the API and the pages. `site` is null when only the API is needed. */
export async function createApp(config: Config, site: BuiltSite | null, overrides: Overrides = {}): Promise<App> {
  let listeningAt: string | null = null;
  const platforms = config.demoMode
    ? createSimulatedPlatforms(() => demoMadeOn({ database, ...parts.property }))
    : null;
  const parts = createParts(config, () => listeningAt, {
    ...(platforms && { platforms: platforms.reach }),
    ...overrides,
  });
  const { database, changeNotifier, auth, messaging, media } = parts;
  try {
    const { demo, isNewDemo } = await prepareData(parts, config);
    const setupToken = demo ? null : await auth.issueSetupToken();
    const { http, pages } = await mountAll(parts, config, site, demo);
    if (isNewDemo) {
      const today = await parts.property.today();
      await asHost({ ...database, http, ...config, now: parts.clock() }, (call) => fillPortal(call, today));
      if (config.localBank) await payAsGuest(http, today);
    }
    let jobs: ReturnType<typeof startJobs> | null = null;
    return {
      http,
      setupToken,
      demo,
      admins: auth,
      start: async () => {
        await changeNotifier.start();
        const address = http.server.address();
        listeningAt = typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : null;
        await pages?.warm();
        jobs = startJobs(allJobs(parts), parts.logger, parts.clockGuard);
      },
      runJobs: async (named) => {
        for (const job of allJobs(parts)) if (named.test(job.name)) await job.run();
      },
      close: async () => {
        messaging.stop();
        await Promise.all([http.close(), parts.backups.stop()]);
        await media.stop();
        await jobs?.stop();
        parts.channels.stop();
        await platforms?.close();
        await changeNotifier.stop();
        messaging.close();
        await parts.payments.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Migrates the database, and fills a new one with its starting content. */
async function prepareData(
  parts: Parts,
  config: Config,
): Promise<{ demo: DemoCredentials | null; isNewDemo: boolean }> {
  const { database, clock, logger, property, auth, messaging } = parts;
  await backUpAndMigrate(config, database, clock, () => migratePatiently(config, logger));
  if (config.demoMode) {
    await removeFiller(database.db);
    await refuseRealData(parts);
  }
  await property.addStartingContent();
  if (config.firstAdmin && !config.demoMode) {
    const made = await auth.createFirstAdmin(config.firstAdmin);
    if (!made.ok && made.reason === "weak") {
      throw new ConfigError(`ADMIN_${made.field.toUpperCase()}: ${made.message}`);
    }
  }
  const demo = await auth.prepareDemo(config.demoMode);
  const isNewDemo =
    demo !== null &&
    (await addSampleBookings({ database, bookingTerms: property.bookingTerms, today: property.today }));
  await messaging.planExisting(await property.today());
  return { demo, isNewDemo };
}

/**
 * Another instance may be migrating, and a step can take minutes on a large database. The site's own connections have
 * short timeouts because visitors are waiting; here, these timeouts would make startup fail.
 */
async function migratePatiently(config: Config, logger: Logger): Promise<string[]> {
  const database = connectDatabase(config, logger, { patient: true });
  try {
    return await migrate(database.db, database.engine);
  } finally {
    await database.close();
  }
}

/** Everyone who opens a demo is signed in, which would expose real bookings. */
async function refuseRealData({ auth, database }: Parts): Promise<void> {
  const ofDemo = await auth.hasDemoAccount();
  if (!(await auth.hasAdmin()) && (ofDemo || !(await hasBookings(database)))) return;
  throw new ConfigError(
    "DEMO_MODE: this database belongs to a real installation, and a demo would show its data to everybody. Set DEMO_MODE=false, or give the demo an empty DATA_DIR (npm run demo does).",
  );
}

async function mountAll(parts: Parts, config: Config, site: BuiltSite | null, demo: DemoCredentials | null) {
  const { clock, logger, database, limited, cache, metrics } = parts;
  const { property, settings, auth, guests, booking, privacy, blocks, dayNotes, channels, feeds } = parts;
  const { analytics, audit, media, backups, messaging, push, notifications, cleaning, ratings, live } = parts;
  const callNeeds = { publicUrl: config.publicUrl, authenticate: auth.adminOf, hashKey: parts.hashKey };
  const responses = createResponseCache(database.stamp, clock, apiHeaders(config.publicUrl));
  const http = await createHttpServer({
    ...callNeeds,
    logger,
    trustProxy: config.trustProxy,
    metrics,
    serveFromCache: (request, response) => cache.serve(request, response) || responses.serve(request, response),
  });
  const mount = createMount(http, { ...callNeeds, record: audit.record }, responses);
  mountHealth(mount, { ...database, freeBytes: parts.freeBytes });
  const { savePrices } = property.mount(mount, {
    tileMap: async () => tileMapOf(await settings.current()),
    languages: async () => (await settings.current()).languages,
    stayRules: async () => {
      const [{ longestStay, windowDays }, current, rules, isUncertain] = await Promise.all([
        property.prices(),
        settings.current(),
        parts.bookingRules(),
        channels.mayAskHost(),
      ]);
      const { guestRetention, backupRetention, paymentMode } = current;
      const isUnpayable = paymentMode === "required" && (await parts.payments.forBookings?.isRefused());
      const always = rules.bookingMode === "request" || isUnpayable;
      const asksHost = always ? "always" : isUncertain ? "maybe" : "never";
      const requests = { asksHost, answerHours: rules.requestHours } as const;
      return { longestStay, windowDays, guestRetention, backupRetention, requests, paymentTerms: current };
    },
    sellingRules: async () => ({ ...(await settings.current()), ...(await parts.bookingRules()) }),
    ...(parts.payments.paidBy ? { paidBy: parts.payments.paidBy } : {}),
    ratings: ratings.published,
    demo: config.demoMode,
    whatsapp: messaging.hasWhatsapp,
    pictures: media.shownPictures,
    missingPictures: media.missing,
    undoPicture: media.undo,
    record: audit.record,
    hoursChanged: messaging.hoursChanged,
    contentChanged: () => {
      // The settings also show the longest stay and the booking window, which are part of the content.
      settings.forget();
      cache.clear();
    },
  });
  parts.pricing.mount(mount, { read: property.savedPrices, save: savePrices });
  for (const part of [auth, guests, booking, privacy, blocks, dayNotes, channels, feeds, analytics, audit])
    part.mount(mount);
  for (const part of [media, backups, messaging, notifications, cleaning, ratings]) part.mount(mount);
  parts.conversation.mount(mount);
  parts.payments.mount(mount);
  push.mount(mount, messaging.testPush);
  settings.mount(mount, {
    passwords: { check: auth.checkNewPassword, set: auth.setPassword, busy },
    hoursChanged: messaging.hoursChanged,
    configured: messaging.configured,
    staysErasedAfter: privacy.staysErasedAfter,
  });
  mountDiscovery(http, {
    publicUrl: config.publicUrl,
    paths: async () => site?.indexedPaths([DEFAULT_LANGUAGE, ...(await settings.current()).languages]) ?? [],
    cottageName: async () => (await property.facts()).name,
  });
  mountMetrics(http, metrics, config.metricsToken);
  live.mount(http);
  feeds.mountCalendar(http);
  booking.mountLinks(http, callNeeds);
  await cleaning.mountPage(http);
  await backups.mountImport(http, {
    ...callNeeds,
    maySetUp: auth.maySetUp,
    limit: limited("setUp"),
    onDatabaseReplaced: parts.onDatabaseReplaced,
  });
  await messaging.mountWebhook(http, parts.conversation.receiveWhatsapp);
  await parts.conversation.mountWebhook(http);
  await parts.payments.mountPages(http);
  await media.mountFiles(http, callNeeds);
  await parts.conversation.mountPictures(http, callNeeds);
  const pages = site
    ? await mountPages(http, {
        ...callNeeds,
        site,
        cache,
        nightsValidUntil: property.nightsValidUntil,
        demo,
        maySendFiles: parts.conversation.maySendFiles(callNeeds),
        uploadsTo: config.s3 ? new URL(config.s3.endpoint).origin : null,
      })
    : null;
  await http.ready();

  return { http, pages };
}

function allJobs(parts: Parts) {
  const { guests, auth, settings, live, channels, feeds, messaging, booking, payments, privacy, media, backups } =
    parts;
  const { notifications, cleaning } = parts;
  const modules = [
    guests,
    auth,
    settings,
    live,
    channels,
    feeds,
    messaging,
    booking,
    parts.conversation,
    payments,
    privacy,
    media,
    backups,
    notifications,
    cleaning,
  ];
  const { db } = parts.database;
  return [
    ...modules.flatMap((module) => module.jobs),
    deleteOldKeys(db, parts.clock),
    deleteOldCounts(db, parts.clock),
  ];
}
