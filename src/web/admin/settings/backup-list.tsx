import { useState } from "react";
import type { BackupRunView } from "#contract/backups.ts";
import { BACKUP_KIND_LABELS } from "#domain/backups/backup.ts";
import { backupFileUrl } from "../../api/backups.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DownloadLink } from "../frame/download-link.tsx";

const MINUTE_MS = 60_000;

/** `just now`, `35 minutes ago`, `3 hours ago`, `2 days ago`. */
export function backupAge(iso: string): string {
  const minutes = Math.floor((Date.now() - new Date(iso).getTime()) / MINUTE_MS);
  if (minutes < 2) return "just now";
  if (minutes < 120) return `${minutes} minutes ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`;
}

/** `840 kB`, `12.3 MB`. */
export function fileSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

const SHOWN_FIRST = 5;

export function BackupList({ runs, timeZone }: { runs: BackupRunView[]; timeZone: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? runs : runs.slice(0, SHOWN_FIRST);
  return (
    <>
      <h3 className="mt-6 mb-3 font-semibold">All backups</h3>
      <ul className="divide-y divide-line rounded-xl border border-line">
        {shown.map((run) => (
          <li key={run.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <Words run={run} timeZone={timeZone} />
            {run.kept ? (
              <DownloadLink
                className={buttonClass("secondary")}
                href={backupFileUrl(run.id)}
                aria-label={`Download the backup of ${formatMoment(run.startedAt, timeZone, "short")}`}
              >
                Download
              </DownloadLink>
            ) : null}
          </li>
        ))}
      </ul>
      {runs.length > shown.length ? (
        <Button look="quiet" className="mt-2" onClick={() => setAll(true)}>
          Show all {runs.length}
        </Button>
      ) : null}
    </>
  );
}

function Words({ run, timeZone }: { run: BackupRunView; timeZone: string }) {
  const { proof } = run;
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {formatMoment(run.startedAt, timeZone, "short")}{" "}
        <span className="font-normal text-ink-soft">· {BACKUP_KIND_LABELS[run.kind]}</span>
      </p>
      {proof ? (
        <p className="text-sm text-ink-soft">
          Tested: {proof.rows.toLocaleString("en-US")} rows, {proof.pictures}{" "}
          {proof.pictures === 1 ? "picture" : "pictures"}, {fileSize(proof.bytes)}
          {run.kept ? "" : " · no longer stored"}
        </p>
      ) : (
        <p className="text-sm text-danger">Failed. {run.reason}</p>
      )}
      {proof && run.reason ? <p className="text-sm text-danger">Incomplete. {run.reason}</p> : null}
    </div>
  );
}
