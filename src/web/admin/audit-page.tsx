import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "#contract/audit.ts";
import { siteQuery } from "../api/property.ts";
import { auditPage } from "../api/settings.ts";
import { daysInText } from "../lib/days-in-text.ts";
import { formatMoment } from "../lib/format-date.ts";
import { Button } from "../ui/button.tsx";
import { fieldName, fieldValue, isEmpty, isForPeople, lines } from "./audit/field-text.ts";
import { UndoButton } from "./audit/undo-button.tsx";
import { LoadError } from "./frame/load-error.tsx";

export function AuditPage() {
  const log = useInfiniteQuery({
    queryKey: ["/api/admin/audit", "pages"],
    queryFn: ({ pageParam }) => auditPage(pageParam),
    initialPageParam: initialPage(),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  // Times are shown in the cottage's time zone, as they are in a booking's history.
  const timeZone = useQuery(siteQuery).data?.timeZone;
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="font-serif text-3xl">Audit log</h1>
      <p className="mt-1 mb-6 text-ink-soft">
        Changes, sign-ins and downloads: who did what and when, and what was there before.
      </p>
      {log.error ? <LoadError error={log.error} what="the audit log" retry={() => void log.refetch()} /> : null}
      {log.isPending ? <p role="status">Loading the audit log...</p> : null}
      {log.data && entries.length === 0 ? <p>Nothing has changed yet. Changes appear here as you make them.</p> : null}
      <ol className="space-y-3">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} timeZone={timeZone} undone={() => void log.refetch()} />
        ))}
      </ol>
      {log.hasNextPage ? (
        <Button
          look="secondary"
          className="mt-5"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {log.isFetchingNextPage ? "Loading..." : "Show older"}
        </Button>
      ) : null}
    </div>
  );
}

/** Null for the first page, which starts with the newest entry. */
function initialPage(): number | null {
  return null;
}

function Entry({ entry, timeZone, undone }: { entry: AuditEntry; timeZone: string | undefined; undone: () => void }) {
  const { before, after } = entry;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => isForPeople(field) && !(isEmpty(before?.[field]) && isEmpty(after?.[field])),
  );
  return (
    <li className="rounded-xl border border-line bg-surface px-4 py-3">
      <p className="font-semibold">
        {entry.act}
        {entry.subject === "Account" ? null : (
          <span className="font-normal text-ink-soft"> · {daysInText(entry.subject)}</span>
        )}
      </p>
      <p className="text-sm text-ink-soft">
        {entry.actor} · <time dateTime={entry.at}>{formatMoment(entry.at, timeZone, "short")}</time>
      </p>
      {fields.length > 0 ? (
        <dl className="mt-2 space-y-1 text-sm">
          {fields.map((field) => (
            <div key={field} className="flex flex-wrap gap-x-2">
              <dt className="font-medium">{fieldName(field)}:</dt>
              <dd className="min-w-0 break-words">
                <FieldChange field={field} was={entry.before?.[field]} is={entry.after?.[field]} entry={entry} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {entry.changeId ? <UndoButton changeId={entry.changeId} undone={undone} /> : null}
    </li>
  );
}

/** Of lists and groups, only what differs is shown. */
function FieldChange({ field, was, is, entry }: { field: string; was: unknown; is: unknown; entry: AuditEntry }) {
  const parts =
    isMany(was) || isMany(is)
      ? difference(lines(field, was), lines(field, is))
      : { was: fieldValue(field, was), is: fieldValue(field, is) };
  return (
    <>
      {entry.before ? <del className="text-ink-soft">{parts.was}</del> : null}
      {entry.before && entry.after ? " → " : null}
      {entry.after ? <ins className="no-underline">{parts.is}</ins> : null}
    </>
  );
}

const isMany = (value: unknown): value is object => typeof value === "object" && value !== null;

function difference(before: string[], after: string[]): { was: string; is: string } {
  const removed = before.filter((line) => !after.includes(line));
  const added = after.filter((line) => !before.includes(line));
  if (removed.length === 0 && added.length === 0) return { was: "the previous order", is: "the new order" };
  return { was: removed.join("; ") || "nothing", is: added.join("; ") || "nothing" };
}
