import { access, constants, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BackupKind } from "#domain/backups/backup.ts";
import { counted } from "#domain/text/counted.ts";
import { BACKUP_AT_MOST_MS, BACKUP_JOB } from "./backups/module.ts";
import { formerPlace } from "./backups/folder-files.ts";
import { missingText } from "./backups/missing-picture-queries.ts";
import { ArchiveError, type Manifest, packedPictures } from "./backups/ports.ts";
import type { RestoredAccess } from "./backups/hold-after-restore.ts";
import { pruneBackups } from "./backups/prune-backups.ts";
import { type BackupRun, createBackupRunStore } from "./backups/run-queries.ts";
import { undeletedText } from "./backups/read-backups.ts";
import { createArchives, siteMayHaveContinued } from "./backups/stored-archives.ts";
import { startedConfig } from "./cli-database.ts";
import { CommandError, EXIT } from "./runtime/command.ts";
import { type Config, loadConfig, pathAsTyped, readEnvironment } from "./config.ts";
import { connectDatabase } from "./database/connect.ts";
import { createLeases } from "./jobs/lease.ts";
import { systemClock } from "./runtime/clock.ts";
import { createLogger } from "./runtime/logger.ts";
import { codeOf } from "./runtime/start-problem.ts";
import { productVersion } from "./runtime/version.ts";
import { createSettingsStore } from "./settings/store.ts";

/** A supervisor kills a service that takes too long to stop, and the server itself waits for 10 seconds at most. */
const STOP_WITHIN_MS = 8000;

const archivesOf = (config: Config) => createArchives({ config, version: productVersion() });

export async function runBackupCommand(kind: BackupKind): Promise<string> {
  const config = await startedConfig();
  // To stderr, because stdout is for the command's result.
  const logger = createLogger(config.logLevel, process.stderr);
  const database = connectDatabase(config, logger, { patient: true });
  const leases = createLeases(database.db, systemClock);
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    // A step that takes longer, such as an upload, is cut off, and the lease is released so that it does not block the
    // next backup.
    setTimeout(() => void leases.release(BACKUP_JOB).finally(() => process.exit(EXIT.refused)), STOP_WITHIN_MS).unref();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, stop);
  if (!(await leases.take(BACKUP_JOB, BACKUP_AT_MOST_MS))) {
    await database.close();
    throw new CommandError(
      "A backup is already running. Wait until it is done; the settings in the portal then show its result.",
    );
  }
  try {
    const archives = archivesOf(config);
    const report = (error: unknown) => logger.error({ err: error, job: BACKUP_JOB }, "backup problem");
    const runs = createBackupRunStore(database.db);
    const run = await archives.backUp(kind, await runs.kept(), report, stopping.signal);
    // A stopped backup says nothing about the next one, so it is not listed as failed.
    if (stopping.signal.aborted && !run.proof)
      throw new CommandError("The backup was stopped, and nothing was stored.");
    await runs.add(run);
    if (!run.proof) throw new CommandError(`The backup failed. ${run.reason ?? ""}`);
    const { backupRetention } = (await createSettingsStore(database).read()).values;
    const needs = { runs, place: archives.place, clock: systemClock, formerPlace };
    const { removed, undeleted } = await pruneBackups(needs, run, backupRetention);
    const words = [
      backupWords(run, archives.place.label),
      ...(removed > 0 ? [`Backups removed: ${removed}, older than ${counted(backupRetention, "day")}.`] : []),
      ...(undeleted ? [undeletedText(undeleted)] : []),
    ];
    if (run.reason) throw new CommandError([...words, `The backup is incomplete. ${run.reason}`].join("\n"));
    return words.join("\n");
  } finally {
    await leases.release(BACKUP_JOB);
    await database.close();
  }
}

function backupWords({ proof, startedAt, finishedAt }: BackupRun, place: string): string {
  if (!proof) return "";
  const seconds = ((finishedAt.getTime() - startedAt.getTime()) / 1000).toFixed(1);
  return [
    `Backed up to ${place}: ${proof.name} (${megabytes(proof.bytes)}${proof.encrypted ? ", encrypted" : ""}).`,
    `Test restore in ${proof.restoredIn}: ${proof.rows} rows in ${proof.tables} tables and ${proof.pictures} pictures match (${seconds} s).`,
  ].join("\n");
}

const NAME_A_FILE = "Name a file in another folder: npm run latchkey -- export <file>";

/** `name` is a file, or a folder that gets a file named after the day. */
export async function runExportCommand(name: string, fromRunningSite: boolean): Promise<string> {
  const config = await startedConfig();
  const path = pathAsTyped(name);
  const found = await stat(path).catch(() => null);
  // The finished export takes the place of what has this name, even of `/dev/stdout` if root runs the command.
  if (found && !found.isFile() && !found.isDirectory())
    throw new CommandError(`${path} is neither a file nor a folder. ${NAME_A_FILE}`);
  const file = found?.isDirectory()
    ? join(path, `latchkey-export-${new Date().toISOString().slice(0, 10)}.tar.gz`)
    : path;
  await checkFolder(dirname(file));
  const manifest = await inWords(() => archivesOf(config).exportTo(file, fromRunningSite));
  return [
    `Exported ${countWords(manifest)} to ${file}. It contains personal data: keep it safe.`,
    ...incompleteText(manifest),
  ].join("\n");
}

/** The current folder may be read-only, for example in a container. */
async function checkFolder(folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");
    const problem = isMissing
      ? `The folder ${folder} does not exist.`
      : `Latchkey is not allowed to write to ${folder}.`;
    throw new CommandError(`${problem} ${NAME_A_FILE}`);
  }
}

/** `restore` assumes that any file may be old; `import` decides by the file's contents and age. */
export async function runRestoreCommand(name: string, command: "restore" | "import"): Promise<string> {
  const config = loadConfig(readEnvironment());
  const file = pathAsTyped(name);
  await checkFile(file);
  const mayBeOld = command === "restore" ? () => true : siteMayHaveContinued;
  const { manifest, how, restoredAccess } = await inWords(() => archivesOf(config).restore(file, mayBeOld));
  const { to } = config.backups;
  const moment = manifest.madeAt.slice(0, 16).replace("T", " ");
  return [
    `Restored ${countWords(manifest)} from ${moment} UTC and verified all of it (${how}).`,
    ...incompleteText(manifest),
    ...(restoredAccess ? restoredAccessText(restoredAccess, moment) : []),
    `Start Latchkey now (npm start, or its service)${to ? "" : ". New backups go to the data folder; set BACKUP_TO to a place on another disk"}.`,
  ].join("\n");
}

async function checkFile(file: string): Promise<void> {
  try {
    await access(file, constants.R_OK);
    if ((await stat(file)).isFile()) return;
  } catch (error) {
    if (codeOf(error) === "EACCES")
      throw new CommandError(
        `Latchkey is not allowed to read ${file}. Copy it to a folder that Latchkey may read, such as its data folder, and give the copy to Latchkey's user: chown <user>: <file>`,
      );
    throw new CommandError(`File not found: ${file}. Enter the path of a backup or an export.`);
  }
  throw new CommandError(`${file} is a folder. Enter the path of a backup or an export in it.`);
}

function restoredAccessText({ hosts, sharedAddresses }: RestoredAccess, moment: string): string[] {
  const people = new Intl.ListFormat("en-US").format(hosts);
  return [
    `Bookings made after ${moment} UTC may be missing. Until you confirm under Channels in the portal that your calendar is complete, guests can only send requests, and platforms get no calendar. Messages that were due are sent only if you send them.`,
    ...(hosts.length > 1
      ? [
          `These hosts can sign in again: ${people}. Remove whoever has left: npm run latchkey -- admin remove <username>`,
        ]
      : []),
    "Passwords, passkeys and the email addresses for notifications are the ones in this file. If you have changed or removed any since the backup was made because somebody else knew or had them, reset that host's password, which also removes the rest: npm run latchkey -- admin reset-password <username>",
    ...(sharedAddresses
      ? [
          "The calendar links and the cleaner's link are now the ones in this file. If you have replaced any since the backup was made, replace them again.",
        ]
      : []),
    "Guest details that were deleted since the backup was made are back. Delete them again.",
  ];
}

function incompleteText({ missingPictures }: Manifest): string[] {
  return missingPictures.length > 0 ? [`The file is incomplete. ${missingText(missingPictures)}`] : [];
}

function countWords(manifest: Manifest): string {
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows in ${Object.keys(manifest.tables).length} tables and ${packedPictures(manifest).length} pictures`;
}

const megabytes = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchiveError) throw new CommandError(error.message);
    throw error;
  }
}
