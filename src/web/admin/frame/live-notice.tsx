import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { LiveChange } from "#contract/live.ts";
import { paths } from "../../lib/paths.ts";

const WORDS = { added: "New booking", cancelled: "Booking cancelled" } as const;

/**
 * Says what has just come in, without taking the focus: heard by screen readers, and there until it is opened or
 * closed. Other changes are seen on the screen itself.
 */
export function LiveNotice({ last }: { last: LiveChange | null }) {
  const [closed, setClosed] = useState<LiveChange | null>(null);
  const told =
    last?.topic === "booking" && last.kind !== "changed" && last !== closed
      ? { ...last, words: WORDS[last.kind] }
      : null;
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-18 z-30 flex justify-center px-4 print:hidden"
    >
      {told ? (
        <div className="pointer-events-auto flex items-center gap-1 rounded-full border border-line-strong bg-good-surface pl-5 text-good shadow-lg">
          <span className="font-semibold">{told.words}</span>
          <Link
            href={paths.admin.booking(told.subject)}
            onClick={() => setClosed(last)}
            className="inline-flex min-h-11 items-center rounded-full px-3 font-semibold underline"
          >
            View<span className="sr-only"> the booking</span>
          </Link>
          <button
            type="button"
            aria-label="Close"
            onClick={() => setClosed(last)}
            className="inline-flex size-11 items-center justify-center rounded-full"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
