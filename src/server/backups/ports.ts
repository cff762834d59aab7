import type { Readable } from "node:stream";
import type { Bucket } from "../core/bucket.ts";

/**
 * A problem that the user has to know about, for example because the archive is damaged, too new or encrypted, cannot
 * be restored here, or is on a disk that is not connected.
 */
export class ArchiveError extends Error {}

export type ArchiveEntry = { name: string; bytes: number; read: () => Readable | Promise<Readable> };

/** The last entry of an archive, which says what the archive must contain. */
export type Manifest = {
  format: 1;
  product: "Latchkey";
  version: string;
  madeAt: string;
  engine: "sqlite" | "postgres";
  /** The schema version: the migrations that had run. */
  migrations: string[];
  tables: Record<string, { rows: number; digest: string }>;
  counters: Record<string, number>;
  /** The name (among `files`) of the database in its engine's native format; null if the archive has none. */
  native: string | null;
  /** The names (`ShownPicture.name`) of the shown pictures whose files could not be found. */
  missingPictures: string[];
  /**
   * Whether this is an export that was downloaded in the portal: the site was then running, and may have taken bookings
   * since.
   */
  fromRunningSite: boolean;
  files: Record<string, { bytes: number; sha256: string }>;
};

export const PICTURES = "pictures/";

/** The pictures in an archive, by their names in it. */
export const packedPictures = ({ files }: Manifest) => Object.keys(files).filter((name) => name.startsWith(PICTURES));

/** The pictures, wherever they are stored. */
export type PictureFiles = {
  list: () => Promise<{ name: string; bytes: number }[]>;
  /** Null if the picture no longer exists. */
  read: (name: string) => Promise<Readable | null>;
  write: (name: string, file: string) => Promise<void>;
};

/** Where finished backups are stored: a folder or a bucket. */
export type BackupPlace = {
  /** A description for the host. */
  label: string;
  put: (name: string, file: string) => Promise<void>;
  read: (name: string) => Promise<Readable>;
  /** Downloads the file to `folder` if necessary, and returns the path of a local file with the same bytes. */
  fetch: (name: string, folder: string) => Promise<string>;
  remove: (name: string) => Promise<void>;
  has: (name: string) => Promise<boolean>;
  /** Whether backups survive the loss of the data's disk. False if the folder's disk is not connected. */
  isOnOwnDisk: () => Promise<boolean>;
};

/** Where backups are stored and how they are encrypted, as read by `config.ts`. */
export type BackupSettings = {
  to: { folder: string } | (Bucket & { prefix: string }) | null;
  passphrase: string | null;
};
