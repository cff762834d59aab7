import { X } from "../../ui/icons.tsx";
import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { type ChangeNotice, readNotice } from "./read-notice.ts";

/** Null if the change is not announced. `data` is the data of a `change` event. */
export function showNotice(data: string, client: QueryClient): ReactNode {
  const notice = readNotice(data, client);
  return notice && <LiveNotice notice={notice} />;
}

/**
 * Stays until the host opens or closes it, or another notice replaces it. A host who adds a booking is taken to its
 * page, where the notice of that booking closes.
 */
function LiveNotice({ notice }: { notice: ChangeNotice }) {
  const [closed, setClosed] = useState<ChangeNotice | null>(null);
  const [address] = useLocation();
  if (notice.kind === "added" && notice.href === address && notice !== closed) setClosed(notice);
  if (notice === closed) return null;
  return (
    <div className="pointer-events-auto flex items-center gap-1 rounded-full border border-line-strong bg-good-surface pl-5 text-good shadow-lg">
      <span className="font-semibold">{notice.words}</span>
      <Link
        href={notice.href}
        onClick={() => setClosed(notice)}
        className="inline-flex min-h-11 items-center rounded-full px-3 font-semibold underline"
      >
        View<span className="sr-only"> {notice.of}</span>
      </Link>
      <button
        type="button"
        aria-label="Close"
        onClick={() => setClosed(notice)}
        className="inline-flex size-11 items-center justify-center rounded-full"
      >
        <X className="size-5" />
      </button>
    </div>
  );
}
