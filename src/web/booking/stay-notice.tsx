import { Link } from "wouter";
import { nearestBookableStay, takenNights } from "#domain/booking/availability.ts";
import { refuseStay } from "#domain/booking/refuse-stay.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { formatDay } from "../lib/format-date.ts";
import { paths } from "../lib/paths.ts";
import { useScripted } from "../lib/use-scripted.ts";
import { Button } from "../ui/button.tsx";
import { bookedHere } from "./booked-here.ts";
import { dayList } from "./day-list.ts";
import type { Cottage } from "./use-cottage.ts";

type Props = {
  cottage: Cottage;
  stay: Stay | null;
  /** The dates were sent and no answer came: they may be gone to this very guest. */
  unsettled: boolean;
  choose: (stay: Stay) => void;
};

/** Whether the cottage is free for the dates in the form; if not, why, and what is free nearby. */
export function StayNotice({ cottage, stay, unsettled, choose }: Props) {
  return (
    <div aria-live="polite" className="min-h-6">
      {unsettled ? (
        <p className="font-semibold">
          We're not sure your booking went through. Tap Book Now again: you won't be booked twice.
        </p>
      ) : null}
      {stay && !unsettled ? <Availability cottage={cottage} stay={stay} choose={choose} /> : null}
    </div>
  );
}

function Availability({ cottage, stay, choose }: { cottage: Cottage; stay: Stay; choose: (stay: Stay) => void }) {
  const scripted = useScripted();
  const { today, unavailable, site } = cottage;
  const refused = refuseStay(stay, today, site.stayRules);
  if (!refused && !unavailable) return null;
  const taken = takenNights(stay, unavailable ?? new Set());
  if (!refused && taken.length === 0) {
    return <p className="font-semibold text-good">The cottage is free for these dates.</p>;
  }
  const own = scripted && taken.length > 0 ? bookedHere(stay) : null;
  if (own) return <OwnBooking id={own.id} />;
  const nearest = unavailable ? nearestBookableStay(stay, unavailable, today, site.stayRules) : null;
  return (
    <div className="space-y-3">
      <p className="font-semibold text-danger">
        {refused ? `${refused.message}.` : `Already booked: ${dayList(taken)}.`}
      </p>
      {nearest ? <Offer stay={nearest} choose={choose} /> : null}
    </div>
  );
}

/** For guests who go back to the form after booking. */
function OwnBooking({ id }: { id: string }) {
  return (
    <p className="font-semibold text-good">
      You've booked these dates.{" "}
      <Link href={paths.confirmation(id)} className="inline-flex min-h-11 items-center underline">
        See your booking
      </Link>
    </p>
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
      {`Use the nearest free dates: ${formatDay(stay.checkIn, "short")} to ${formatDay(stay.checkOut, "short")}`}
    </Button>
  );
}
