export const BACKUP_KINDS = ["nightly", "by-hand", "before-upgrade"] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

export const BACKUP_KIND_WORDS = {
  nightly: "Nightly",
  "by-hand": "By hand",
  "before-upgrade": "Before an upgrade",
} satisfies Record<BackupKind, string>;

/** The name says when, in UTC, so that names sort by age: `latchkey-20261121-213000.tar.gz`. */
export function backupName(at: Date, kind: BackupKind, encrypted: boolean): string {
  const [day = "", time = ""] = at.toISOString().split("T");
  const moment = `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
  const why = kind === "before-upgrade" ? "-before-upgrade" : "";
  return `latchkey-${moment}${why}.tar.gz${encrypted ? ".locked" : ""}`;
}
