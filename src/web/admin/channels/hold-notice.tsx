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
  lost: "Some bookings that platforms imported from your calendar are no longer in it.",
} satisfies Record<NonNullable<FeedList["hold"]>["reason"], string>;

/** S-54: if our records may be incomplete, platforms get no calendar until the host decides. */
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
        {WHY[hold.reason]} Since {formatMoment(hold.since, timeZone)}, we've been telling platforms to keep the calendar
        they have. With an incomplete one, they could sell taken nights again.
      </p>
      <p>Check your calendar and add what is missing. Then let platforms read it again.</p>
      {hold.reason === "restored" ? (
        <p>
          The backup also restored the hosts, calendar links and cleaner's link from that time.{" "}
          <Link href={portalPaths.people} className="font-semibold underline">
            Remove hosts who have left
          </Link>
          , and again replace any link that you had replaced since the backup.
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
