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
  restored: (time) => `You restored a backup. Bookings made after ${time} may be missing.`,
  lost: (time) =>
    `On ${time}, we noticed that your calendar no longer contains some bookings that platforms had imported from it.`,
} satisfies Record<NonNullable<FeedList["hold"]>["reason"], (time: string) => string>;

const QUESTION =
  "Does your calendar contain every booking? Platforms will read it again and sell all nights that are free in it. You can't undo this.";

/** S-54: while bookings may be missing, guests can only send requests, and platforms get no calendar. */
export function HoldNotice({ hold, timeZone }: { hold: FeedList["hold"]; timeZone: string }) {
  const again = useChannelAct(serveAgain, {
    done: "Guests can book again, and platforms can read your calendar",
    failed: "Guests can still only send requests",
  });
  if (!hold) return null;
  return (
    <section aria-labelledby="held-back" className="space-y-3 rounded-2xl border-2 border-danger bg-surface p-5">
      <h2 id="held-back" className="font-serif text-xl text-danger">
        Bookings may be missing
      </h2>
      <p>
        {WHY[hold.reason](formatMoment(hold.since, timeZone))} Until you confirm that your calendar is complete, guests
        can only send requests, and platforms keep the calendar they have. Otherwise taken nights could be sold again.
      </p>
      <p>
        Check your calendar and add what is missing. The emails about bookings that you have received since then help.
        Then confirm that it is complete.
      </p>
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
        <Button
          disabled={again.isPending}
          onClick={() => {
            if (confirm(QUESTION)) again.mutate(hold.since);
          }}
        >
          My calendar is complete
        </Button>
      </div>
      <ActError error={again.error} />
    </section>
  );
}
