import type { Readable } from "node:stream";
import type { BackupKind } from "#domain/backups/backup.ts";
import type { Trx } from "../database/transaction.ts";

/** Something about an archive that whoever has it must be told: it is damaged, too new, locked, or does not fit here. */
export class ArchiveError extends Error {}

/** One file on its way into an archive. */
export type ArchiveEntry = { name: string; bytes: number; read: () => Readable | Promise<Readable> };

/** The last entry of an archive: what must be in it. */
export type Manifest = {
  format: 1;
  product: "Latchkey";
  version: string;
  madeAt: string;
  engine: "sqlite" | "postgres";
  /** The version of the schema: the migrations that had run. */
  migrations: string[];
  tables: Record<string, { rows: number; digest: string }>;
  counters: Record<string, number>;
  /** The database in its engine's own form, where there is one: a name among `files`. */
  native: string | null;
  files: Record<string, { bytes: number; sha256: string }>;
};

/** The pictures, wherever they are kept. */
export type PictureFiles = {
  list: () => Promise<{ name: string; bytes: number }[]>;
  read: (name: string) => Promise<Readable>;
  write: (name: string, file: string) => Promise<void>;
};

/** Where finished backups go: a folder or a bucket. */
export type BackupPlace = {
  /** In words, for the host. */
  label: string;
  put: (name: string, file: string) => Promise<void>;
  read: (name: string) => Promise<Readable>;
  /** A file of this machine with the same bytes, read back from there; in `folder` where it has to be made. */
  fetch: (name: string, folder: string) => Promise<string>;
  remove: (name: string) => Promise<void>;
  has: (name: string) => Promise<boolean>;
};

export type BackupRun = {
  id: string;
  kind: BackupKind;
  startedAt: Date;
  finishedAt: Date;
  /** Null when it failed; then `reason` says why. */
  proof: BackupProof | null;
  reason: string | null;
  removedAt: Date | null;
};
export type BackupProof = {
  name: string;
  bytes: number;
  encrypted: boolean;
  tables: number;
  rows: number;
  pictures: number;
  /** Where it was restored for the proof, in words. */
  restoredIn: string;
};

export type BackupRunStore = {
  add: (run: BackupRun) => Promise<void>;
  find: (id: string) => Promise<BackupRun | null>;
  /** Newest first. */
  latest: (count: number) => Promise<BackupRun[]>;
  /** Good ones whose file is still there, newest first. */
  kept: () => Promise<BackupRun[]>;
  markRemoved: (id: string, at: Date) => Promise<void>;
  /** When this installation began. */
  installedAt: () => Promise<Date>;
  inTransaction: <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;
};

/** Where backups go, and under which lock; as `config.ts` reads it. */
export type BackupSettings = {
  to: { folder: string } | { bucket: string; prefix: string; access: BucketAccess } | null;
  passphrase: string | null;
};
export type BucketAccess = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };

/** A notice to the host; the same key only once. */
export type NotifyHost = (
  trx: Trx,
  notice: { key: string; subject: string; lines: string[]; link?: string },
) => Promise<void>;
