import { nearestFreeStay, takenNights } from "#domain/booking/availability.ts";
import { lastCheckOut, refuseStay } from "#domain/booking/refuse-stay.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { formatDay } from "../lib/format-date.ts";
import { Button } from "../ui/button.tsx";
import { dayList } from "./day-list.ts";
import type { Cottage } from "./use-cottage.ts";

type Props = {
  cottage: Cottage;
  stay: Stay | null;
  /** The dates were sent and no answer came: they may be gone to this very guest. */
  unsettled: boolean;
  choose: (stay: Stay) => void;
};

/** Whether the cottage is free for the dates in the form; if not, which nights are gone and what is free nearby. */
export function StayNotice({ cottage, stay, unsettled, choose }: Props) {
  return (
    <div aria-live="polite" className="min-h-6">
      {unsettled ? (
        <p className="font-semibold">
          We did not hear whether your booking arrived. Press Book Now again: the same booking is never made twice.
        </p>
      ) : null}
      {stay && !unsettled ? <Availability cottage={cottage} stay={stay} choose={choose} /> : null}
    </div>
  );
}

function Availability({ cottage, stay, choose }: { cottage: Cottage; stay: Stay; choose: (stay: Stay) => void }) {
  const { today, unavailable } = cottage;
  if (!unavailable || refuseStay(stay, today, cottage.site.stayRules)) return null;
  const taken = takenNights(stay, unavailable);
  if (taken.length === 0) return <p className="font-semibold text-good">The cottage is free for these dates.</p>;
  const nearest = nearestFreeStay(stay, unavailable, today, lastCheckOut(today, cottage.site.stayRules));
  return (
    <div className="space-y-3">
      <p className="font-semibold text-danger">Already booked: {dayList(taken)}.</p>
      {nearest ? <Offer stay={nearest} choose={choose} /> : null}
    </div>
  );
}

/** A button that puts the dates in; without script it sends them to the server, and the page comes back with them. */
function Offer({ stay, choose }: { stay: Stay; choose: (stay: Stay) => void }) {
  return (
    <Button
      type="submit"
      look="secondary"
      name="intent"
      value={`${stay.checkIn}/${stay.checkOut}`}
      onClick={(event) => {
        event.preventDefault();
        choose(stay);
      }}
    >
      Use the nearest free dates: {formatDay(stay.checkIn, "short")} to {formatDay(stay.checkOut, "short")}
    </Button>
  );
}
