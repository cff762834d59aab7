import { counted } from "#domain/text/counted.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Clock } from "../../ui/icons.tsx";
import { Lock } from "../../ui/later-icons.tsx";
import { useEffect, useRef } from "react";
import type { Backups } from "#contract/backups.ts";
import { ApiError } from "../../api/client.ts";
import { backUpNow, backupsQuery, exportUrl } from "../../api/backups.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { DownloadLink } from "../frame/download-link.tsx";
import { Loaded } from "../frame/loaded.tsx";
import { ImportDisclosure } from "../import/import-disclosure.tsx";
import { BackupList, backupAge, fileSize } from "./backup-list.tsx";
import { Section } from "./section.tsx";

const ASK_AGAIN_MS = 1500;

export function BackupsCard({ timeZone }: { timeZone: string }) {
  const client = useQueryClient();
  const backups = useQuery({
    ...backupsQuery,
    refetchInterval: ({ state }) => (state.data?.running ? ASK_AGAIN_MS : false),
  });
  const { data } = backups;
  const begin = useMutation({ mutationFn: backUpNow, onSettled: () => client.invalidateQueries(backupsQuery) });
  useOutcome(data);
  const busy = begin.isPending || (data?.running ?? false);

  return (
    <div id="backups" className="scroll-mt-24">
      <Section title="Backups" about="We test every backup by restoring it and comparing it with your data.">
        <Loaded query={backups} what="the backups" loading="Loading backups...">
          {(loaded) => <State backups={loaded} />}
        </Loaded>
        <div className="mt-4 flex flex-wrap gap-3">
          <Button disabled={busy || !data} onClick={() => begin.mutate()}>
            {busy ? "Making and testing the backup..." : "Back up now"}
          </Button>
          <DownloadLink className={buttonClass("secondary")} href={exportUrl}>
            Export everything
          </DownloadLink>
        </div>
        {begin.error ? (
          <Notice look="error" className="mt-4">
            {begin.error instanceof ApiError && begin.error.problem.message
              ? begin.error.problem.message
              : "We can't reach the server. Check your connection, then look below for a new backup."}
          </Notice>
        ) : null}
        <p className="mt-3 text-sm text-ink-soft">
          The export is one file with your bookings, guests, pictures and settings. You can use it in a new
          installation, spreadsheets or calendars. It isn't encrypted, so keep it somewhere safe. If you use it to move,
          stop this site right afterwards: bookings that are made later are not in the file.
        </p>
        <ImportDisclosure />
        {data && data.runs.length > 0 ? <BackupList runs={data.runs} timeZone={timeZone} /> : null}
      </Section>
    </div>
  );
}

const LOOKS = {
  fresh: { Icon: CircleCheck, className: "border-good bg-good-surface text-good" },
  waiting: { Icon: Clock, className: "border-line-strong bg-sunken text-ink" },
  off: { Icon: Clock, className: "border-line-strong bg-sunken text-ink" },
  failed: { Icon: CircleAlert, className: "border-danger bg-danger-surface text-danger" },
  incomplete: { Icon: CircleAlert, className: "border-danger bg-danger-surface text-danger" },
  stale: { Icon: CircleAlert, className: "border-danger bg-danger-surface text-danger" },
} satisfies Record<Backups["freshness"], unknown>;

function State({ backups: { freshness, summary, lastGood, place, encrypted } }: { backups: Backups }) {
  const { Icon, className } = LOOKS[freshness];
  const proof = lastGood?.proof;
  return (
    <div className={`flex gap-3 rounded-xl border p-4 ${className}`}>
      <Icon className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 space-y-1">
        <p className="font-semibold">{summary}</p>
        {lastGood && proof ? (
          <p className="text-sm text-ink">
            Last tested backup: {backupAge(lastGood.startedAt)}, {proof.rows.toLocaleString("en-US")} rows in{" "}
            {proof.tables} tables and {counted(proof.pictures, "picture")}, {fileSize(proof.bytes)}.
          </p>
        ) : null}
        <p className="text-sm wrap-anywhere text-ink">
          {encrypted ? <Lock className="mr-1 inline size-4" /> : null}
          Kept in {place}
          {encrypted ? ", encrypted with your passphrase" : ""}.
        </p>
      </div>
    </div>
  );
}

/** Of a backup that was running while this screen was open. */
function useOutcome(data: Backups | undefined) {
  const wasRunning = useRef(false);
  useEffect(() => {
    if (!data) return;
    const newest = data.runs[0];
    if (wasRunning.current && !data.running && newest) {
      toast(
        newest.reason === null
          ? { title: "Backup made", description: "We tested it by restoring it. Everything matches." }
          : { title: "Error", description: newest.reason, variant: "destructive" },
      );
    }
    wasRunning.current = data.running;
  }, [data]);
}
