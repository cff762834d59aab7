import { type Config, DEFAULT_BACKUPS } from "../config.ts";
import type { Limits } from "../http/rate-limit.ts";

/** Only tests about limits should reach a limit. */
const UNLIMITED = { calls: 1_000_000, seconds: 1 };
export const NO_LIMITS: Limits = {
  guests: UNLIMITED,
  bookings: UNLIMITED,
  confirmation: UNLIMITED,
  availability: UNLIMITED,
  link: UNLIMITED,
  signInLink: UNLIMITED,
  openLink: UNLIMITED,
  signIn: UNLIMITED,
  setUp: UNLIMITED,
  passkey: UNLIMITED,
  quotes: UNLIMITED,
  codes: UNLIMITED,
  messages: UNLIMITED,
  pictures: UNLIMITED,
  pictureFiles: UNLIMITED,
  webhook: UNLIMITED,
  whatsappWebhook: UNLIMITED,
  mailWebhook: UNLIMITED,
};

/** A server on a free port that does not send messages and does not write a log. */
export const TEST_CONFIG: Omit<Config, "dataDir" | "databaseUrl" | "firstAdmin" | "secretsKeyFile"> = {
  port: 0,
  host: "127.0.0.1",
  publicUrl: null,
  s3: null,
  demoMode: false,
  guardBookings: false,
  mail: null,
  inbound: null,
  whatsapp: null,
  localMailbox: false,
  stripe: null,
  payhere: null,
  localBank: false,
  trustProxy: false,
  logLevel: "silent",
  backups: DEFAULT_BACKUPS,
  metricsToken: null,
  misspelled: [],
};

/** A WhatsApp account on the simulated server. */
export const WHATSAPP_ACCOUNT = {
  phoneNumberId: "106540352242922",
  token: "token-of-the-test",
  appSecret: "secret-of-the-app",
  verifyToken: "word-of-the-host",
  language: "en",
};
