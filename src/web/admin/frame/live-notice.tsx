import { X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { LiveChange } from "#contract/live.ts";
import { paths } from "../../lib/paths.ts";

/** What has come in, and the screen that shows it. */
function newsOf({ topic, kind, subject }: LiveChange): { words: string; href: string; of: string } | null {
  const booking = paths.admin.booking(subject);
  if (topic === "conversation") {
    const href = `${booking}#conversation`;
    return kind === "added" ? { words: "New message from a guest", href, of: "the message" } : null;
  }
  if (topic !== "booking" || kind === "changed") return null;
  return { words: kind === "added" ? "New booking" : "Booking cancelled", href: booking, of: "the booking" };
}

/**
 * Says what has just come in, without taking the focus: heard by screen readers, and there until it is opened or
 * closed. Other changes are seen on the screen itself.
 */
export function LiveNotice({ last }: { last: LiveChange | null }) {
  const [closed, setClosed] = useState<LiveChange | null>(null);
  const told = last && last !== closed ? newsOf(last) : null;
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-18 z-30 flex justify-center px-4 print:hidden"
    >
      {told ? (
        <div className="pointer-events-auto flex items-center gap-1 rounded-full border border-line-strong bg-good-surface pl-5 text-good shadow-lg">
          <span className="font-semibold">{told.words}</span>
          <Link
            href={told.href}
            onClick={() => setClosed(last)}
            className="inline-flex min-h-11 items-center rounded-full px-3 font-semibold underline"
          >
            View<span className="sr-only"> {told.of}</span>
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
