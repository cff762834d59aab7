import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import * as z from "zod/mini";
import { MIN_PASSPHRASE_LENGTH } from "#domain/backups/backup.ts";

/** The operator's settings. No other file of the product reads `process.env`. */
export type Config = {
  port: number;
  host: string;
  /**
   * The site's public URL, without a trailing slash. If it is null, `http://localhost` with the server's port is used,
   * and emails have no links unless there is a local mailbox.
   */
  publicUrl: string | null;
  dataDir: string;
  /** `postgres://…`, or null for the SQLite file in `dataDir`. */
  databaseUrl: string | null;
  /** S3-compatible storage for pictures; null stores them in `dataDir`. */
  s3: Bucket | null;
  /**
   * The admin to create at the first startup. Validated only if there is no admin yet, because leftover settings must
   * not prevent a later startup.
   */
  firstAdmin: { username: string; password: string } | null;
  demoMode: boolean;
  /**
   * False disables the limits on what guests may hold and on the number of messages, and the check for bots. Used only
   * for tests, proofs, benchmarks and screenshots.
   */
  guardBookings: boolean;
  /** The mail server and the sender address; if null, a host can set up email in the portal. */
  mail: { smtpUrl: string; from: { address: string } } | null;
  /** The email address for replies to our emails, and the secret of the service that delivers the replies. */
  inbound: { address: string; secret: string } | null;
  /** The account for WhatsApp's Cloud API; null disables WhatsApp. */
  whatsapp: {
    apiUrl: string;
    phoneNumberId: string;
    token: string;
    appSecret: string;
    verifyToken: string;
    language: string;
  } | null;
  /**
   * Stripe's account; null if Stripe is not used. `webhookSecret` is one signing secret, or two separated by a comma
   * while it is being changed.
   */
  stripe: { secretKey: string; webhookSecret: string | null; apiUrl: string; pageOrigin: string } | null;
  /** PayHere's account, instead of Stripe's. `app` is what its API needs; `largestPayment` is in whole units. */
  payhere: {
    merchantId: string;
    merchantSecret: string;
    app: { appId: string; appSecret: string } | null;
    url: string;
    live: boolean;
    largestPayment: number | null;
  } | null;
  /** For demo and development: a simulated provider in this process, so no real money moves. */
  localBank: boolean;
  /** For demo and development: emails and WhatsApp messages are not sent, but can be read in the portal. */
  localMailbox: boolean;
  /**
   * The file with the key that encrypts secrets entered in the portal. It is created on first use and not backed up.
   */
  secretsKeyFile: string;
  /** True if the server runs behind one reverse proxy, whose `X-Forwarded-*` headers are then trusted. */
  trustProxy: boolean;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "silent";
  backups: BackupConfig;
  /** The bearer token for `GET /api/metrics`; null disables metrics. */
  metricsToken: string | null;
  /** Variables that are probably meant as settings, but whose names are misspelled. */
  misspelled: string[];
};

export type BackupConfig = {
  /** A folder, or a bucket with a name prefix. Null means the folder `backups` in `dataDir`. */
  to: { folder: string } | (Bucket & { prefix: string }) | null;
  passphrase: string | null;
  /** If false, an upgrade may change the database without making a backup first. */
  beforeUpgrade: boolean;
};
/** A bucket on S3 or a compatible service. `endpoint` has no trailing slash and no bucket. */
export type Bucket = {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  bucket: string;
};

export const DEFAULT_BACKUPS: BackupConfig = { to: null, passphrase: null, beforeUpgrade: true };

const FLAG = ["", "0", "1", "true", "false", "yes", "no"] as const;
const isYes = (value: string) => ["1", "true", "yes"].includes(value);
const flag = z.pipe(
  z.enum(FLAG, "use true or false"),
  z.transform((value) => isYes(value)),
);
/** `npm run dev` and `npm run demo` set `LOCAL_BANK` to this, because `.env` may have a payment provider's settings. */
const UNLESS_PROVIDER = "unless-provider";
const bankFlag = z.pipe(
  z.enum([...FLAG, UNLESS_PROVIDER], "use true or false"),
  z.transform((value) => (value === UNLESS_PROVIDER ? null : isYes(value))),
);

const ENCODE = "write special characters in a password percent-encoded, such as %23 for # and %2F for /";

/** A URL with credentials. An unencoded # is refused, because URL parsers cut off everything after it. */
function accountUrl(protocol: RegExp, example: string) {
  return z.string().check(
    z.refine((value) => {
      const url = URL.parse(value);
      return url !== null && protocol.test(url.protocol) && url.hash === "" && isDecodable(url.username + url.password);
    }, `use ${example}; ${ENCODE}`),
  );
}

/** The site's pages are at the root of its address, so a link with a path in front would not work. */
function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^\/*$/.test(url.pathname) && url.search === "" && url.hash === "";
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const variables = z.object({
  PORT: z._default(
    z.pipe(
      z
        .string()
        .check(z.refine((value) => /^\d{1,5}$/.test(value) && Number(value) < 65_536, "use a number from 0 to 65535")),
      z.transform(Number),
    ),
    3000,
  ),
  HOST: z._default(z.string(), "localhost"),
  PUBLIC_URL: z.optional(
    z
      .url({ protocol: /^https?$/, error: "use an address such as https://example.com" })
      .check(z.refine(isOrigin, "use only the address, such as https://example.com, without a path")),
  ),
  DATA_DIR: z._default(z.string(), "./data"),
  DATABASE_URL: z.optional(accountUrl(/^postgres(ql)?:$/, "postgres://user:password@host/database")),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "use the name of a bucket"))),
  ADMIN_USERNAME: z.optional(z.string()),
  ADMIN_PASSWORD: z.optional(z.string()),
  SMTP_URL: z.optional(
    accountUrl(/^smtps?:$/, "smtp://user:password@host:587 or smtps://…:465").check(
      z.refine((value) => URL.parse(value)?.hostname !== "", "name the mail server, as in smtp://mail.example:587"),
    ),
  ),
  MAIL_FROM: z.optional(z.email("use an address such as stay@cottage.example")),
  INBOUND_ADDRESS: z.optional(
    z
      .email("use an address such as reply@mail.cottage.example")
      .check(z.regex(/^[^@+]{1,20}@/, "use a name of at most 20 characters before the @, without +")),
  ),
  INBOUND_SECRET: z.optional(
    z.string().check(z.regex(/^[\x21-\x39\x3b-\x7e]{20,}$/, "use at least 20 letters and digits")),
  ),
  WHATSAPP_TOKEN: z.optional(z.string()),
  WHATSAPP_PHONE_NUMBER_ID: z.optional(z.string().check(z.regex(/^\d{5,20}$/, "use the digits that Meta shows"))),
  WHATSAPP_APP_SECRET: z.optional(z.string()),
  WHATSAPP_VERIFY_TOKEN: z.optional(z.string()),
  WHATSAPP_API_URL: z._default(
    z.url({ protocol: /^https?$/, error: "use an address such as https://graph.facebook.com/v23.0" }),
    "https://graph.facebook.com/v23.0",
  ),
  WHATSAPP_LANGUAGE: z._default(
    z.string().check(z.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, "use a code such as en or en_US")),
    "en",
  ),
  STRIPE_SECRET_KEY: z.optional(
    z
      .string()
      .check(z.regex(/^[sr]k_(test|live)_[A-Za-z0-9]{8,}$/, "use the secret key, which begins with sk_ or rk_")),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^whsec_[^\s,]+(,whsec_[^\s,]+)?$/,
          "use the signing secret, which begins with whsec_, or the new and the old one with a comma between them",
        ),
      ),
  ),
  STRIPE_API_URL: z._default(
    z.url({ protocol: /^https?$/, error: "use an address such as https://api.stripe.com" }),
    "https://api.stripe.com",
  ),
  PAYHERE_MERCHANT_ID: z.optional(z.string().check(z.regex(/^\d{4,12}$/, "use the digits that PayHere shows"))),
  PAYHERE_MERCHANT_SECRET: z.optional(z.string().check(z.minLength(8, "use the secret that PayHere shows"))),
  PAYHERE_APP_ID: z.optional(z.string()),
  PAYHERE_APP_SECRET: z.optional(z.string()),
  PAYHERE_LARGEST_PAYMENT: z.optional(
    z.string().check(z.regex(/^[1-9]\d{0,8}$/, "use a whole amount in your currency, such as 50000")),
  ),
  PAYHERE_URL: z._default(
    z.url({ protocol: /^https?$/, error: "use https://www.payhere.lk or https://sandbox.payhere.lk" }),
    "https://www.payhere.lk",
  ),
  SECRETS_KEY_FILE: z.optional(z.string()),
  LOCAL_BANK: z._default(bankFlag, false),
  LOCAL_MAILBOX: z._default(flag, false),
  DEMO_MODE: z._default(flag, false),
  BOOKING_GUARD: z._default(flag, true),
  TRUST_PROXY: z._default(flag, false),
  LOG_LEVEL: z._default(
    z.enum(["fatal", "error", "warn", "info", "debug", "silent"], "use fatal, error, warn, info, debug or silent"),
    "info",
  ),
  BACKUP_TO: z.optional(z.string()),
  BACKUP_PASSPHRASE: z.optional(
    z.string().check(z.minLength(MIN_PASSPHRASE_LENGTH, `use at least ${MIN_PASSPHRASE_LENGTH} characters`)),
  ),
  BACKUP_BEFORE_UPGRADE: z._default(flag, true),
  S3_ENDPOINT: z.optional(
    z.url({ protocol: /^https?$/, error: "use an address such as https://s3.eu-central-1.amazonaws.com" }),
  ),
  S3_REGION: z._default(z.string(), "us-east-1"),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(20, "use at least 20 characters that nobody can guess"))),
});

const WHATSAPP_PARTS = [
  "WHATSAPP_TOKEN",
  "WHATSAPP_PHONE_NUMBER_ID",
  "WHATSAPP_APP_SECRET",
  "WHATSAPP_VERIFY_TOKEN",
] as const;

/** Settings that only have an effect together with the merchant's id and secret. */
const PAYHERE_MORE = ["PAYHERE_APP_ID", "PAYHERE_APP_SECRET", "PAYHERE_LARGEST_PAYMENT", "PAYHERE_URL"];

function whatsappIn(values: z.output<typeof variables>): Config["whatsapp"] {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId } = values;
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken, WHATSAPP_LANGUAGE: language } = values;
  if (!token || !phoneNumberId || !appSecret || !verifyToken) return null;
  const apiUrl = withoutSlash(values.WHATSAPP_API_URL);
  return { apiUrl, phoneNumberId, token, appSecret, verifyToken, language };
}

/** The settings that this installation does not use. A mistake in one of them must not prevent startup. */
function unusedIn(given: Record<string, string | undefined>): Set<string> {
  const isOn = (name: string) => flag.safeParse(given[name] ?? "").data === true;
  const demo = isOn("DEMO_MODE");
  const staysHere = demo || isOn("LOCAL_MAILBOX");
  const mail = staysHere || !given["SMTP_URL"] ? ["MAIL_FROM", "INBOUND_ADDRESS", "INBOUND_SECRET"] : [];
  const whatsapp =
    staysHere || !WHATSAPP_PARTS.some((name) => given[name]) ? ["WHATSAPP_API_URL", "WHATSAPP_LANGUAGE"] : [];
  const stripe = given["STRIPE_SECRET_KEY"] ? [] : ["STRIPE_WEBHOOK_SECRET", "STRIPE_API_URL"];
  const payhere = given["PAYHERE_MERCHANT_ID"] || given["PAYHERE_MERCHANT_SECRET"] ? [] : PAYHERE_MORE;
  const bucket = given["S3_BUCKET"] || given["BACKUP_TO"]?.startsWith("s3:");
  return new Set([
    ...mail,
    ...whatsapp,
    ...stripe,
    ...payhere,
    ...(staysHere ? ["SMTP_URL", ...WHATSAPP_PARTS] : []),
    ...(demo ? ["ADMIN_USERNAME", "ADMIN_PASSWORD"] : []),
    ...(bucket ? [] : ["S3_ENDPOINT", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"]),
  ]);
}

/** compose.yaml reads this variable from the same file; the other one that it reads does not resemble a setting. */
const OF_COMPOSE = "DATABASE_PASSWORD";

/** The environment also contains other programs' variables, so only names that resemble ours are reported. */
function misspelledIn(set: Record<string, string | undefined>): string[] {
  const known = Object.keys(variables.shape);
  const groups = new Set(known.filter((name) => name.includes("_")).map((name) => name.split("_")[0]));
  const letters = (name: string) =>
    name
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, "")
      .split("")
      .toSorted()
      .join("");
  const sorted = new Set(known.map(letters));
  return Object.keys(set).filter(
    (name) =>
      !(name in variables.shape) &&
      name !== OF_COMPOSE &&
      (sorted.has(letters(name)) || (name.includes("_") && groups.has(name.toUpperCase().split("_")[0]))),
  );
}

/** Reports all problems with the environment at once; never includes values, which may be secrets. */
export class ConfigError extends Error {}

export function loadConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const unused = unusedIn(set);
  const given = Object.fromEntries(Object.entries(set).filter(([name]) => !unused.has(name)));
  const parsed = variables.safeParse(given);
  const issues = parsed.error?.issues ?? [];
  const problems = issues
    .filter(({ path }, place) => issues.findIndex((other) => other.path[0] === path[0]) === place)
    .map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  if (Boolean(given["SMTP_URL"]) !== Boolean(given["MAIL_FROM"]))
    problems.push("SMTP_URL, MAIL_FROM: set both or neither");
  if (Boolean(given["INBOUND_ADDRESS"]) !== Boolean(given["INBOUND_SECRET"]))
    problems.push("INBOUND_ADDRESS, INBOUND_SECRET: set both or neither");
  const account = WHATSAPP_PARTS.filter((name) => given[name]);
  if (account.length > 0 && account.length < WHATSAPP_PARTS.length)
    problems.push(`${WHATSAPP_PARTS.join(", ")}: set all or none`);
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/.exec(given["BACKUP_TO"] ?? "");
  // A relative folder with such a name would be on the server's own disk.
  if (/^s3:|^\w+:\/\//i.test(given["BACKUP_TO"] ?? "") && !bucket)
    problems.push("BACKUP_TO: use a folder, or s3://bucket or s3://bucket/folder");
  const access = ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"].filter((name) => !given[name]);
  if (bucket && access.length > 0) problems.push(`${access.join(", ")}: needed for a bucket in BACKUP_TO`);
  if (given["S3_BUCKET"] && access.length > 0) problems.push(`${access.join(", ")}: needed for pictures in S3_BUCKET`);
  problems.push(...paymentProblems(given));
  const misspelled = misspelledIn(set);
  if (problems.length > 0) problems.push(...misspelled.map((name) => `${name}: no setting has this name`));
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join("\n"));
  const values = parsed.data;
  const backupBucket = bucketIn(values, bucket?.[1]);
  const [stripe, payhere] = [stripeIn(values), payhereIn(values)];
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ? withoutSlash(values.PUBLIC_URL) : null,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    s3: bucketIn(values, values.S3_BUCKET),
    firstAdmin:
      values.ADMIN_USERNAME || values.ADMIN_PASSWORD
        ? { username: values.ADMIN_USERNAME?.trim() ?? "", password: values.ADMIN_PASSWORD ?? "" }
        : null,
    demoMode: values.DEMO_MODE,
    guardBookings: values.BOOKING_GUARD,
    mail:
      values.SMTP_URL && values.MAIL_FROM ? { smtpUrl: values.SMTP_URL, from: { address: values.MAIL_FROM } } : null,
    inbound:
      values.INBOUND_ADDRESS && values.INBOUND_SECRET
        ? { address: values.INBOUND_ADDRESS, secret: values.INBOUND_SECRET }
        : null,
    whatsapp: whatsappIn(values),
    secretsKeyFile: resolve(values.SECRETS_KEY_FILE ?? join(values.DATA_DIR, "secrets.key")),
    localMailbox: values.DEMO_MODE || values.LOCAL_MAILBOX,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    backups: {
      to: backupBucket
        ? { ...backupBucket, prefix: bucket?.[2] ? `${withoutSlash(bucket[2])}/` : "" }
        : values.BACKUP_TO
          ? { folder: resolve(values.BACKUP_TO) }
          : null,
      passphrase: values.BACKUP_PASSPHRASE ?? null,
      beforeUpgrade: values.BACKUP_BEFORE_UPGRADE,
    },
    metricsToken: values.METRICS_TOKEN ?? null,
    stripe,
    payhere,
    localBank: values.LOCAL_BANK ?? (!stripe && !payhere),
    misspelled,
  };
}

/** Payment settings that are incomplete, contradict each other, or would be unsafe, such as a URL without https. */
function paymentProblems(given: Record<string, string | undefined>): string[] {
  const key = given["STRIPE_SECRET_KEY"];
  const merchant = given["PAYHERE_MERCHANT_ID"];
  const isOn = (name: string) => flag.safeParse(given[name] ?? "").data === true;
  if (Boolean(merchant) !== Boolean(given["PAYHERE_MERCHANT_SECRET"]))
    return ["PAYHERE_MERCHANT_ID, PAYHERE_MERCHANT_SECRET: set both or neither"];
  if (merchant && Boolean(given["PAYHERE_APP_ID"]) !== Boolean(given["PAYHERE_APP_SECRET"]))
    return ["PAYHERE_APP_ID, PAYHERE_APP_SECRET: set both or neither"];
  if (key && merchant) return ["STRIPE_SECRET_KEY, PAYHERE_MERCHANT_ID: set one of them, not both"];
  if (!key && !merchant) return [];
  const name = key ? "STRIPE_SECRET_KEY" : "PAYHERE_MERCHANT_ID";
  const live = key ? !key.includes("_test_") : isPayHereLive(given["PAYHERE_URL"]);
  if (live && isOn("DEMO_MODE")) {
    return [key ? `${name}: a demo cannot take real money; use a test key` : `${name}: a demo cannot take real money`];
  }
  if (isOn("LOCAL_BANK")) return [`LOCAL_BANK: set this or ${name}, not both`];
  const url = URL.parse(given["PUBLIC_URL"] ?? "");
  const local = !url || ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url?.protocol !== "https:" && (live || !local)) {
    return ["PUBLIC_URL: payments need an address that begins with https://"];
  }
  return [];
}

/** Real payments go only to PayHere's own URL, not to its sandbox or to a simulated provider in tests. */
function isPayHereLive(url = "https://www.payhere.lk"): boolean {
  return ["www.payhere.lk", "payhere.lk"].includes(URL.parse(url)?.hostname ?? "");
}

function payhereIn(values: z.output<typeof variables>): Config["payhere"] {
  const { PAYHERE_MERCHANT_ID: merchantId, PAYHERE_MERCHANT_SECRET: merchantSecret } = values;
  const { PAYHERE_APP_ID: appId, PAYHERE_APP_SECRET: appSecret, PAYHERE_LARGEST_PAYMENT: largest } = values;
  if (!merchantId || !merchantSecret) return null;
  return {
    merchantId,
    merchantSecret,
    app: appId && appSecret ? { appId, appSecret } : null,
    url: withoutSlash(values.PAYHERE_URL),
    live: isPayHereLive(values.PAYHERE_URL),
    largestPayment: largest ? Number(largest) : null,
  };
}

function stripeIn(values: z.output<typeof variables>): Config["stripe"] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret = null } = values;
  if (!secretKey) return null;
  const apiUrl = withoutSlash(values.STRIPE_API_URL);
  // A simulated provider also serves the payment page.
  const pageOrigin = apiUrl === "https://api.stripe.com" ? "https://checkout.stripe.com" : new URL(apiUrl).origin;
  return { secretKey, webhookSecret, apiUrl, pageOrigin };
}

const withoutSlash = (address: string) => address.replace(/(?<!\/)\/+$/, "");

function bucketIn(values: z.output<typeof variables>, bucket: string | undefined): Bucket | null {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null;
  return { endpoint: withoutSlash(endpoint), bucket, region, accessKeyId, secretAccessKey };
}

/**
 * The process environment, plus the `.env` file next to `package.json` if that file exists; the environment takes
 * precedence.
 */
export function readEnvironment(): Record<string, string | undefined> {
  let file: Buffer;
  try {
    file = readFileSync(".env");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT") return process.env;
    if (code !== "EACCES") throw error;
    throw new ConfigError(
      `.env: this user may not read ${resolve(".env")}. Run commands as root or as Latchkey's user. If Latchkey's user may not read it either, make that user its owner with chown`,
    );
  }
  return Object.assign(process.env, withEnvFile(process.env, decodeEnvFile(file)));
}

/** Windows programs write a byte order mark, and PowerShell writes UTF-16. */
export function decodeEnvFile(file: Buffer): string {
  return new TextDecoder(file[0] === 0xff && file[1] === 0xfe ? "utf-16le" : "utf-8").decode(file);
}

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/;

/**
 * The environment together with the lines of a `.env` file. Refuses a setting whose value would be cut off at a `#`,
 * because nobody would notice; other variables and settings that are not used do not matter.
 */
export function withEnvFile(
  environment: Record<string, string | undefined>,
  file: string,
): Record<string, string | undefined> {
  const merged = { ...parseEnv(file), ...environment };
  const unused = unusedIn(merged);
  const cut = file.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ""] = ASSIGNMENT.exec(line) ?? [];
    if (!name || !(name in variables.shape) || unused.has(name) || name in environment) return [];
    return isCutOff(value.trim()) ? [name] : [];
  });
  if (cut.length === 0) return merged;
  const advice = (name: string) =>
    `${name}: its value in .env would be cut off at the #. If the # is part of the value, put the value in single quotes, as in ${name}='a # b'; if a comment begins there, put the comment on a line of its own`;
  throw new ConfigError(cut.map(advice).join("\n"));
}

function isCutOff(value: string): boolean {
  const quote = value.charAt(0);
  const end = "'\"`".includes(quote) ? value.indexOf(quote, 1) : -1;
  // A comment may follow the closing quote. If that quote is not on this line, any # counts as cutting the value off.
  return end > 0 ? !/^(?:\s+#.*|\s*)$/.test(value.slice(end + 1)) : value.includes("#");
}

/** The path of a file that was named on the command line. npm starts commands in the project's folder. */
export function pathAsTyped(name: string): string {
  return resolve(process.env["INIT_CWD"] ?? ".", name);
}

export function environmentWith(more: Record<string, string>): Record<string, string | undefined> {
  return { ...process.env, ...more };
}
