export const BACKUP_KINDS = ["nightly", "by-hand", "before-upgrade"] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

export const BACKUP_KIND_LABELS = {
  nightly: "Nightly",
  "by-hand": "By hand",
  "before-upgrade": "Before an upgrade",
} satisfies Record<BackupKind, string>;

/** The name contains the time in UTC, so names sort by age: `latchkey-20261121-213000.tar.gz`. */
export function backupName(at: Date, kind: BackupKind, encrypted: boolean): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  const moment = `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
  const why = kind === "before-upgrade" ? "-before-upgrade" : "";
  return `latchkey-${moment}${why}.tar.gz${encrypted ? ".locked" : ""}`;
}

/** Anyone who has an encrypted backup can guess passphrases offline, without a limit on attempts. */
export const MIN_PASSPHRASE_LENGTH = 12;
