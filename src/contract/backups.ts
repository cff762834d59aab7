import * as z from "zod/mini";
import { BACKUP_KINDS } from "#domain/backups/backup.ts";
import { endpoint } from "./endpoint.ts";

const moment = z.iso.datetime();

const backupRun = z.object({
  id: z.string(),
  kind: z.enum(BACKUP_KINDS),
  startedAt: moment,
  finishedAt: moment,
  /** Null for a failed backup. */
  proof: z.nullable(
    z.object({
      name: z.string(),
      bytes: z.number(),
      encrypted: z.boolean(),
      tables: z.number(),
      rows: z.number(),
      pictures: z.number(),
      restoredIn: z.string(),
    }),
  ),
  /** Why the backup failed or, if there is a `proof`, what is missing from it; null for a good backup. */
  reason: z.nullable(z.string()),
  /** Whether the file still exists. */
  kept: z.boolean(),
});
export type BackupRunView = z.output<typeof backupRun>;

export const listBackups = endpoint("GET", "/api/admin/backups", "admin", {
  background: true,
  response: z.object({
    /** Whether a backup is being made now. */
    running: z.boolean(),
    freshness: z.enum(["fresh", "waiting", "off", "failed", "incomplete", "stale"]),
    /** The state of the backups, in a sentence. */
    summary: z.string(),
    /** Where backups go, in words. */
    place: z.string(),
    encrypted: z.boolean(),
    /** The newest verified and complete backup whose file still exists; null if there is none. */
    lastGood: z.nullable(backupRun),
    /**
     * Every backup whose file still exists, and the latest other runs, including failed ones. Newest first, but
     * backups made while the clock was ahead come after the latest runs.
     */
    runs: z.array(backupRun),
  }),
});
export type Backups = z.output<typeof listBackups.response>;

/** Starts a backup; `listBackups` reports when the backup is done and what the result is. */
export const startBackup = endpoint("POST", "/api/admin/backups", "admin", {});

export const downloadBackup = endpoint("GET", "/api/admin/backups/:runId/file", "admin", {
  confirm: "kept",
  params: z.object({ runId: z.string() }),
});

/** Whether an archive can be imported here: only while there are no bookings, blocks or connected platforms. */
export const importPossible = endpoint("GET", "/api/admin/import", "admin", {
  confirm: "kept",
  response: z.object({
    /** Why nothing can be imported, in words; null if an archive can be imported. */
    inUse: z.nullable(z.string()),
  }),
});

/**
 * Send an archive as the body of a PUT request to this path, with the secret from the set-up link or as a signed-in
 * admin. The whole archive is checked before anything is written. The server then restarts; sign in with an account
 * from the archive.
 */
export const IMPORT_PATH = "/api/admin/import";
export const SETUP_TOKEN_HEADER = "x-latchkey-setup";
/** The passphrase of an encrypted archive, URL-encoded; if it is missing, the server's own passphrase is tried. */
export const PASSPHRASE_HEADER = "x-latchkey-passphrase";
export const importResponse = z.object({ message: z.string() });

/** Everything, as one file that a new installation can import. */
export const exportEverything = endpoint("GET", "/api/admin/export", "admin", {
  confirm: "kept",
});
