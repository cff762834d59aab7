import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { nightCount, type Stay } from "#domain/booking/stay.ts";
import { nearestStays } from "#domain/pricing/nearest-stays.ts";
import { refuseStay } from "#domain/pricing/stay-check.ts";
import { confirmationQuery } from "../api/booking.ts";
import { formatDay } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { paths } from "../lib/paths.ts";
import { say } from "../lib/say.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Button } from "../ui/button.tsx";
import { bookedHere } from "./booked-here.ts";
import { refusalSentence } from "./refusal-sentence.ts";
import { shownQuote } from "./shown-price.ts";
import type { Cottage } from "./use-cottage.ts";

type Props = {
  cottage: Cottage;
  stay: Stay | null;
  guestCount: string;
  /** True if the dates were sent, but it is not known whether they were booked. */
  unsettled: boolean;
  choose: (stay: Stay) => void;
};

/** If the cottage is not free for the dates, says why and which dates nearby are free. */
export function StayNotice({ cottage, stay, guestCount, unsettled, choose }: Props) {
  return (
    <div aria-live="polite" className="min-h-6">
      {unsettled ? (
        <p className="font-semibold">{say.booking.notice.unsettled}</p>
      ) : (
        stay && <Availability cottage={cottage} stay={stay} guestCount={guestCount} choose={choose} />
      )}
    </div>
  );
}

function Availability({ cottage, stay, guestCount, choose }: Omit<Props, "stay" | "unsettled"> & { stay: Stay }) {
  const scripted = useHydrated();
  const { selling, nightsKnown } = cottage;
  const texts = say.booking.notice;
  const refused = refuseStay(selling, stay);
  const taken = refused?.rule === "taken" ? refused.nights.length : 0;
  const own = scripted && taken ? bookedHere(stay) : null;
  // The booking may have ended since, and somebody else may have booked its nights.
  const { data } = useQuery({ ...confirmationQuery(own ?? ""), staleTime: 0, enabled: Boolean(own) });
  if (!refused) {
    return nightsKnown ? <p className="font-semibold text-good">{texts.free}</p> : null;
  }
  const mine = data?.status === "cancelled" ? null : own;
  return (
    <div className="space-y-3">
      {/* Guests who go back to the form after booking read only that these nights are theirs. */}
      {mine && taken === nightCount(stay) ? null : (
        <p className="font-semibold text-danger">{texts.refused(refusalSentence(refused))}</p>
      )}
      {mine ? (
        <p className="font-semibold text-good">
          {texts.booked}{" "}
          <Link href={paths.confirmation(mine)} className="inline-flex min-h-11 items-center underline">
            {texts.see}
          </Link>
        </p>
      ) : (
        nightsKnown &&
        nearestStays(selling, stay).map((offer, place) => {
          const dates = `${offer.checkIn}/${offer.checkOut}`;
          return (
            // Fills in the dates. Without JavaScript, the server returns the page with the dates filled in.
            <Button
              key={dates}
              type="submit"
              look="secondary"
              name="intent"
              value={dates}
              onClick={(event) => {
                event.preventDefault();
                choose(offer);
              }}
            >
              {(place === 0 ? texts.nearest : texts.or)(offerText(offer, cottage, guestCount))}
            </Button>
          );
        })
      )}
    </div>
  );
}

function offerText({ checkIn, checkOut }: Stay, cottage: Cottage, guestCount: string): string {
  const price = shownQuote({ checkInDate: checkIn, checkOutDate: checkOut, guestCount }, cottage);
  const dates = say.stay.span(formatDay(checkIn, "short"), formatDay(checkOut, "short"));
  return price ? say.booking.notice.offer(dates, formatCents(price.totalCents, price.currency)) : dates;
}
