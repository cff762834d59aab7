import { Link } from "wouter";
import type { FeedList } from "#contract/feeds.ts";
import { serveAgain } from "../../api/channels.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { paths } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { useChannelAct } from "./use-channel-act.ts";

const WHY = {
  restored: "A backup was put back. Bookings that came after it may be missing here.",
  lost: "Bookings that the platforms have from us are missing from our records.",
} satisfies Record<NonNullable<FeedList["hold"]>["reason"], string>;

/** S-54: while our records are in doubt, platforms get no calendar; the host looks and decides. */
export function HoldNotice({ hold, timeZone }: { hold: FeedList["hold"]; timeZone: string }) {
  const again = useChannelAct(() => serveAgain(), {
    done: "Platforms can read our calendar again",
    failed: "The calendars are still held back",
  });
  if (!hold) return null;
  return (
    <section aria-labelledby="held-back" className="space-y-3 rounded-2xl border-2 border-danger bg-surface p-5">
      <h2 id="held-back" className="font-serif text-xl text-danger">
        Our calendar is held back from the platforms
      </h2>
      <p>
        {WHY[hold.reason]} Since {formatMoment(hold.since, timeZone)} the platforms are told to keep what they have: a
        calendar with gaps would let them sell those nights again.
      </p>
      <p>Look at the calendar, enter what is missing, then let them read it again.</p>
      <div className="flex flex-wrap gap-2">
        <Link href={paths.admin.calendar} className={buttonClass("secondary")}>
          Look at the calendar
        </Link>
        <Button disabled={again.isPending} onClick={() => again.mutate()}>
          It is right: let them read it
        </Button>
      </div>
      <ActError error={again.error} />
    </section>
  );
}
