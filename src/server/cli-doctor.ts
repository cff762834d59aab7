import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needsAlert } from "#domain/backups/freshness.ts";
import { ArchiveError } from "./backups/ports.ts";
import { missingText } from "./backups/missing-picture-queries.ts";
import { currentFreshness, summaryOf } from "./backups/read-backups.ts";
import { createBackupRunStore } from "./backups/run-queries.ts";
import { createArchives, placeOf } from "./backups/stored-archives.ts";
import { type Config, ConfigError, loadConfig, readEnvironment } from "./config.ts";
import { isWithoutFile, noData } from "./cli-database.ts";
import { createSecretBox } from "./core/secret-files.ts";
import { connectDatabase, type Database } from "./database/connect.ts";
import { databaseProblem } from "./database/database-problem.ts";
import { calendarsCheck, databaseChecks, hasContent, newestMoment } from "./doctor/database-client.ts";
import { clockCheck, diskCheck } from "./doctor/machine-client.ts";
import { mailCheck } from "./doctor/mail-client.ts";
import { paymentsCheck } from "./cli-payments.ts";
import { bad, type Check, good, skipped, warning } from "./doctor/finding.ts";
import { certificateCheck, proxyCheck, publicAddressCheck, timeElsewhere } from "./doctor/public-client.ts";
import { whatsappCheck } from "./doctor/whatsapp-client.ts";
import { inWords, isWell, runChecks } from "./doctor/run-checks.ts";
import { createPortalMail, MAIL_REACH } from "./messaging/portal-mail-client.ts";
import { readPropertyInfo } from "./messaging/property-queries.ts";
import { notificationReaders } from "./notifications/notification-queries.ts";
import { usesContactAddress } from "./notifications/recipients.ts";
import { readConnectedWebhook } from "./payments/connected-webhook-queries.ts";
import { systemClock } from "./runtime/clock.ts";
import { diskProblem, StartProblem } from "./runtime/start-problem.ts";
import { productVersion } from "./runtime/version.ts";
import { createLogger } from "./runtime/logger.ts";
import { createSettingsStore } from "./settings/store.ts";

type Ask = (prompt: string) => Promise<string | null>;

/** Runs all checks; `well` is true if none of them fails. `ask` is null if nobody can answer a prompt. */
export async function runDoctorCommand(
  asJson: boolean,
  ask: Ask | null = null,
): Promise<{ output: string; well: boolean }> {
  let config: Config;
  try {
    config = loadConfig(readEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const finding = bad(error.message.replaceAll("\n", "; "), "Correct these in .env or in the environment.");
    return report([{ id: "configuration", title: "Configuration", ...finding }], asJson);
  }
  if (await isWithoutFile(config)) {
    const { message, remedy } = noData(config);
    // The other checks would create the folder, and they would be about an installation that does not exist.
    const names = await runAll(namesOfSettings(config));
    return report([...names, { id: "database", title: "Database", ...bad(message, remedy) }], asJson);
  }
  const { passphrase } = config.backups;
  // Asked before the checks, because each check has a time limit, and typing takes as long as it takes.
  const typed = ask && passphrase !== null ? await ask(ASK_FOR_PASSPHRASE) : null;
  let database: Database;
  try {
    database = connectDatabase(config, createLogger("silent"), { patient: true });
  } catch (error) {
    const problem = diskProblem(error) ?? error;
    if (!(problem instanceof StartProblem)) throw error;
    const { message } = problem;
    const look = async () => bad("The database cannot be opened.", message);
    return report(await runAll(checksOfMachine(config, typed, { id: "database", title: "Database", look })), asJson);
  }
  try {
    return report(await runAll(checksFor(config, database, typed)), asJson);
  } finally {
    await database.close();
  }
}

const runAll = (checks: Check[]) => runChecks(checks, databaseProblem);

function report(results: Awaited<ReturnType<typeof runChecks>>, asJson: boolean) {
  const well = isWell(results);
  return { output: asJson ? JSON.stringify({ well, checks: results }, null, 2) : inWords(results), well };
}

/** The checks that can run even if the database cannot be opened. */
function checksOfMachine(config: Config, typed: string | null, ...ofDatabase: Check[]): Check[] {
  return [
    { id: "configuration", title: "Configuration", look: async () => configuration(config) },
    ...namesOfSettings(config),
    ...ofDatabase,
    diskCheck(config.dataDir),
    passphraseCheck(config.backups.passphrase, typed),
    { id: "backup-place", title: "Backup location", look: () => writeToPlace(config) },
  ];
}

function checksFor(config: Config, database: Database, typed: string | null): Check[] {
  const { publicUrl, trustProxy } = config;
  const settings = createSettingsStore(database);
  return [
    ...checksOfMachine(config, typed, ...databaseChecks(database)),
    ...[
      clockCheck({
        now: systemClock,
        newestStored: () => newestMoment(database),
        elsewhere: () => timeElsewhere(publicUrl),
        timeZone: async () => (await settings.read()).values.timezone,
      }),
      { id: "pictures", title: "Pictures", look: () => storedPictures(config) },
      { id: "backup-age", title: "Backups", look: () => backupAge(database, settings) },
      mailCheck(config.localMailbox ? "local" : () => mailServer(config, database)),
      { id: "host-email", title: "Emails to you", look: () => hostEmail(database, config) },
      calendarsCheck(database, systemClock),
    ].map((check) => onceStarted(check, database)),
    whatsappCheck(config.whatsapp),
    paymentsCheck(config, () => readConnectedWebhook(database.db)),
    publicAddressCheck(publicUrl, trustProxy),
    proxyCheck(publicUrl),
    certificateCheck(publicUrl, systemClock),
  ];
}

/** Without the data that these checks read, each of them would report the same problem as the database checks. */
function onceStarted(check: Check, database: Database): Check {
  const look = async () =>
    (await hasContent(database))
      ? check.look()
      : skipped("Not checked, because the database is empty or cannot be read.");
  return { ...check, look };
}

function namesOfSettings({ misspelled }: Config): Check[] {
  if (misspelled.length === 0) return [];
  const words = `No setting is called ${misspelled.join(" or ")}.`;
  const look = async () => warning(words, "If it is meant for Latchkey, correct the name; see .env.example.");
  return [{ id: "setting-names", title: "Names of settings", look }];
}

function configuration({ databaseUrl, backups, demoMode }: Config) {
  if (demoMode) return warning("Demo mode is on.", "Set DEMO_MODE=false for a site that takes bookings.");
  if (!backups.to) {
    return warning(
      "All settings are valid. Backups go to the data folder.",
      "Set BACKUP_TO to a folder on another disk or to s3://bucket; otherwise a broken disk destroys both data and backups.",
    );
  }
  return good(`All settings are valid. Database: ${databaseUrl ? "PostgreSQL" : "SQLite"}.`);
}

const ASK_FOR_PASSPHRASE = "Type your backup passphrase as you wrote it down (not shown; press Enter to skip): ";

/**
 * A passphrase that was written down incorrectly cannot decrypt a backup, and nothing else would reveal the mistake
 * before the backup is needed.
 */
export function passphraseCheck(passphrase: string | null, typed: string | null): Check {
  const look = async () => {
    if (passphrase === null) return skipped("Backups are not encrypted: BACKUP_PASSPHRASE is not set.");
    if (!typed)
      return skipped(
        "Not compared with the passphrase that you wrote down. To compare them, run the doctor in a terminal and type the passphrase when asked.",
      );
    if (typed === passphrase)
      return good("The passphrase that you wrote down is BACKUP_PASSPHRASE, which encrypts new backups.");
    return bad(
      "This is not BACKUP_PASSPHRASE, which encrypts new backups.",
      "Type it again, or correct BACKUP_PASSPHRASE; in .env, put it in single quotes. Then make a new backup.",
    );
  };
  return { id: "backup-passphrase", title: "Passphrase", look };
}

/** The name is always the same, so that a key that is not allowed to delete leaves only one file behind. */
const PROBE = "latchkey-doctor";

/** Writes a few bytes, reads them back, and removes them. */
async function writeToPlace({ backups, dataDir }: Config) {
  const place = placeOf(backups, dataDir);
  const folder = await mkdtemp(join(tmpdir(), "latchkey-doctor-"));
  const bytes = randomBytes(4).toString("hex");
  try {
    await writeFile(join(folder, "probe"), bytes);
    await place.put(PROBE, join(folder, "probe"));
    const chunks: Buffer[] = [];
    for await (const chunk of await place.read(PROBE)) chunks.push(Buffer.from(chunk));
    const removed = await place.remove(PROBE).then(
      () => true,
      () => false,
    );
    if (Buffer.concat(chunks).toString() !== bytes)
      return bad(`${place.label} returns different bytes than were written.`, "Use another backup location.");
    if (!removed)
      return warning(
        `${place.label} can store and return files, but Latchkey is not allowed to delete them.`,
        "Old backups stay there. Allow deleting, or let a bucket rule delete them.",
      );
    // Without BACKUP_TO, the first check already says that backups go to the data folder.
    if (backups.to && "folder" in backups.to && !(await place.isOnOwnDisk()))
      return warning(
        `${place.label} is on the same disk as the data in ${dataDir}.`,
        "If this is meant to be a different disk, is that disk connected? Otherwise, set BACKUP_TO to a folder on another disk or to s3://bucket: a broken disk destroys both data and backups.",
      );
    return good(`${place.label} can store and return files.`);
  } catch (error) {
    const message = error instanceof ArchiveError ? error.message : `Cannot write to ${place.label}.`;
    return bad(message, "Check BACKUP_TO; for a bucket, also check S3_ENDPOINT and its keys.");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function storedPictures(config: Config) {
  const place = config.s3 ? `the bucket ${config.s3.bucket}` : "the data folder";
  try {
    const missing = await createArchives({ config, version: productVersion() }).missingPictures();
    if (missing.length === 0) return good(`All pictures are stored in ${place}.`);
    return bad(
      missingText(missing),
      `Latchkey expects them in ${place}. If you have changed DATA_DIR or S3_BUCKET, move the pictures there.`,
    );
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return bad(error.message, "Until you correct this, the site shows no pictures and backups fail.");
  }
}

/** As in messaging: the environment takes precedence over the account that a host has set up in the portal. */
async function mailServer({ mail, secretsKeyFile }: Config, { db }: Database) {
  if (mail) return { ok: true as const, server: { where: "SMTP_URL", url: mail.smtpUrl } };
  return createPortalMail({ db, box: createSecretBox(secretsKeyFile), reach: MAIL_REACH, connections: 1 }).server();
}

/** A new installation has a sample contact email address. Nobody has chosen that address, so nothing is sent to it. */
async function hostEmail({ db }: Database, { demoMode, localMailbox }: Config) {
  const { host } = await readPropertyInfo(db, { demo: demoMode, local: localMailbox });
  const readers = await notificationReaders(db);
  if (readers.length === 0) return skipped("There is no host account yet.");
  const atContact = readers.filter(usesContactAddress).map(({ username }) => username);
  if (host.email || atContact.length === 0) return good("Emails about bookings are sent to a real address.");
  return warning(
    `The contact email is still the sample address: emails about bookings are not sent to ${new Intl.ListFormat("en-US").format(atContact)}.`,
    "Set your contact email in the settings, or an address of your own under Notifications.",
  );
}

async function backupAge(database: Database, settings: ReturnType<typeof createSettingsStore>) {
  const automatic = async () => (await settings.read()).values.automaticBackups;
  const { freshness, lastGood, latest } = await currentFreshness({
    runs: createBackupRunStore(database.db),
    clock: systemClock,
    automatic,
  });
  const last = lastGood
    ? ` The last good one is from ${lastGood.startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC.`
    : "";
  const message = `${summaryOf(freshness)}${last}`;
  if (needsAlert(freshness)) return bad(message, "Make one now: npm run latchkey -- backup");
  if (freshness.state === "off") return warning(message, "Turn them on in the settings.");
  // A backup made on the command line says nothing about the server, which may have fewer permissions, for example as
  // a systemd service.
  const nightly = latest.find(({ kind }) => kind === "nightly");
  if (nightly?.reason)
    return warning(
      `${message} But the last nightly backup, which the server makes, failed or was incomplete: ${nightly.reason}`,
      "If you have not corrected this yet, do so now. The next nightly backup will show whether it works.",
    );
  return good(message);
}
