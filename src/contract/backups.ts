import * as z from "zod/mini";
import { BACKUP_KINDS } from "#domain/backups/backup.ts";
import { endpoint } from "./endpoint.ts";

const moment = z.iso.datetime();

/** A backup that was restored beside the real data and found equal; any other is listed as failed. */
const backupRun = z.object({
  id: z.string(),
  kind: z.enum(BACKUP_KINDS),
  startedAt: moment,
  finishedAt: moment,
  /** Null for one that failed. */
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
  reason: z.nullable(z.string()),
  /** Whether its file is still kept. */
  kept: z.boolean(),
});
export type BackupRunView = z.output<typeof backupRun>;

export const listBackups = endpoint({
  method: "GET",
  path: "/api/admin/backups",
  access: "admin",
  background: true,
  answer: z.object({
    /** One is being made just now. */
    running: z.boolean(),
    freshness: z.enum(["fresh", "waiting", "off", "failed", "stale"]),
    /** How things stand, in a sentence. */
    summary: z.string(),
    /** Where backups go, in words. */
    place: z.string(),
    encrypted: z.boolean(),
    /** The newest proven one; null before the first. */
    lastGood: z.nullable(backupRun),
    /** Newest first, failed ones too. */
    runs: z.array(backupRun),
  }),
});
export type Backups = z.output<typeof listBackups.answer>;

/** Begins; `listBackups` says when it is done and what came of it. */
export const startBackup = endpoint({
  method: "POST",
  path: "/api/admin/backups",
  access: "admin",
  answer: z.null(),
  status: 204,
});

export const downloadBackup = endpoint({
  method: "GET",
  path: "/api/admin/backups/:runId/file",
  access: "admin",
  confirm: "kept",
  params: z.object({ runId: z.string() }),
  answer: z.string(),
});

/** Whether an archive may be taken in here: only where nobody works with the installation yet. */
export const importPossible = endpoint({
  method: "GET",
  path: "/api/admin/import",
  access: "admin",
  confirm: "kept",
  answer: z.object({
    /** What is there already, in words; null when nothing is. */
    inUse: z.nullable(z.string()),
  }),
});

/**
 * PUT an archive here, as the body, with the secret of the set-up link or as a signed-in admin. It is checked as a whole
 * before anything is written. The server opens anew afterwards: whoever sent it signs in with an account of the archive.
 */
export const IMPORT_PATH = "/api/admin/import";
export const SETUP_TOKEN_HEADER = "x-latchkey-setup";
/** Of a locked archive, encoded as in an address; without it the server's own is tried. */
export const PASSPHRASE_HEADER = "x-latchkey-passphrase";
export const importAnswer = z.object({ said: z.string() });

/** Everything, as one file that a new installation takes in. */
export const exportEverything = endpoint({
  method: "GET",
  path: "/api/admin/export",
  access: "admin",
  confirm: "kept",
  answer: z.string(),
});
