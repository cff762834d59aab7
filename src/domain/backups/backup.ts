export const BACKUP_KINDS = ["nightly", "by-hand", "before-upgrade"] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

export const BACKUP_KIND_LABELS = {
  nightly: "Nightly",
  "by-hand": "By hand",
  "before-upgrade": "Before an upgrade",
} satisfies Record<BackupKind, string>;

/**
 * The name contains the time in UTC, so names sort by age: `latchkey-20261121-213000-042.tar.gz`. Milliseconds keep two
 * backups of the same second from replacing each other.
 */
export function backupName(at: Date, kind: BackupKind, encrypted: boolean): string {
  const [day = "", time = ""] = at.toISOString().replaceAll(/[-:Z]/g, "").replace(".", "-").split("T");
  const why = kind === "before-upgrade" ? "-before-upgrade" : "";
  return `latchkey-${day}-${time}${why}.tar.gz${encrypted ? ".locked" : ""}`;
}

/** The first bytes of an encrypted backup. */
export const ENCRYPTED_HEAD = "LATCHKEY LOCKED";

/** Anyone who has an encrypted backup can guess passphrases offline, without a limit on attempts. */
export const MIN_PASSPHRASE_LENGTH = 12;

const DAY_MS = 86_400_000;

/**
 * The stored backups to delete. An incomplete backup (`reason` is not null) does not replace a complete one: while
 * backups are incomplete, the host needs the last complete ones.
 */
export function outdated<B extends { startedAt: Date; reason: string | null }>(
  stored: B[],
  keepDays: number,
  now: Date,
): B[] {
  const complete = stored.filter(({ reason }) => reason === null);
  const incomplete = outdatedOf(stored, keepDays, now).filter(({ reason }) => reason !== null);
  return [...outdatedOf(complete, keepDays, now), ...incomplete];
}

/**
 * The newest backup always stays: when backups stop working, the host will need the last one. Age is measured from the
 * second-newest backup, or from `now` if that is earlier: a backup made while the machine's clock is years ahead must
 * not cause all the others to be deleted.
 */
function outdatedOf<B extends { startedAt: Date }>(proven: B[], keepDays: number, now: Date): B[] {
  const newestFirst = proven.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const [, previous] = newestFirst;
  if (!previous) return [];
  const before = Math.min(now.getTime(), previous.startedAt.getTime()) - keepDays * DAY_MS;
  return newestFirst.slice(1).filter((backup) => backup.startedAt.getTime() < before);
}

/** The largest archive that can be uploaded; larger ones are imported on the command line. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;

/** The archive, its unpacked files and the database built from them are on the disk at the same time. */
export const DISK_PER_IMPORTED_BYTE = 4;
