import { Link } from "wouter";
import type { FeedList } from "#contract/feeds.ts";
import { serveAgain } from "../../api/channels.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { paths } from "../../lib/paths.ts";
import { portalPaths } from "../../lib/portal-paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { useChannelAct } from "./use-channel-act.ts";

const WHY = {
  restored: "You restored a backup. Bookings made after that backup may be missing.",
  lost: "Platforms know bookings from us that are missing here.",
} satisfies Record<NonNullable<FeedList["hold"]>["reason"], string>;

/** S-54: while our records are in doubt, platforms get no calendar; the host looks and decides. */
export function HoldNotice({ hold, timeZone }: { hold: FeedList["hold"]; timeZone: string }) {
  const again = useChannelAct(() => serveAgain(), {
    done: "Platforms can read your calendar again",
    failed: "Platforms still can't read your calendar",
  });
  if (!hold) return null;
  return (
    <section aria-labelledby="held-back" className="space-y-3 rounded-2xl border-2 border-danger bg-surface p-5">
      <h2 id="held-back" className="font-serif text-xl text-danger">
        Platforms can't read your calendar right now
      </h2>
      <p>
        {WHY[hold.reason]} Since {formatMoment(hold.since, timeZone)} the platforms are told to keep what they have: a
        calendar with gaps would let them sell those nights again.
      </p>
      <p>Check your calendar and add what is missing. Then let platforms read it again.</p>
      {hold.reason === "restored" ? (
        <p>
          The backup also brought back the hosts, the calendar addresses and the cleaner's link of its time.{" "}
          <Link href={portalPaths.people} className="font-semibold underline">
            Remove hosts who have left
          </Link>
          , and replace each address that you had replaced since.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Link href={paths.admin.calendar} className={buttonClass("secondary")}>
          Check the calendar
        </Link>
        <Button disabled={again.isPending} onClick={() => again.mutate()}>
          It's correct: let platforms read it
        </Button>
      </div>
      <ActError error={again.error} />
    </section>
  );
}
