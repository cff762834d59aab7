import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { answerChangeRequest } from "../../api/admin-bookings.ts";
import { formatDay, formatMoment } from "../../lib/format-date.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { Button } from "../../ui/button.tsx";
import { ActError } from "./act-error.tsx";
import { Card, Fact, Facts } from "./card.tsx";
import { useAct } from "./use-act.ts";

export function ChangeRequestCard({ booking }: { booking: BookingDetail }) {
  const { changeRequest: request } = booking;
  const [accepting, setAccepting] = useState(false);
  const act = useAct(booking.id);
  if (!request) return null;
  const answer = (accept: boolean, confirmedWarnings: string[] = []) => {
    setAccepting(accept);
    act.mutate({
      send: () => answerChangeRequest(booking, { accept, confirmedWarnings }),
      done: accept ? "Change accepted" : "Change declined",
      failed: "We couldn't save your answer",
    });
  };
  return (
    <Card title="The guest has asked for a change" className="border-accent">
      <Facts>
        <Fact name="Dates">
          {formatDay(request.checkInDate)} to {formatDay(request.checkOutDate)}
        </Fact>
        <Fact name="Nights">
          {request.nights} (booked: {booking.nights})
        </Fact>
        <Fact name="Guests">
          {request.guestCount} (booked: {booking.guestCount})
        </Fact>
        <Fact name="Total">
          {formatCurrency(request.totalAmount, booking.currency)} (booked:{" "}
          {formatCurrency(booking.totalAmount, booking.currency)})
        </Fact>
      </Facts>
      <p className="mt-3">
        We'll hold the old and new nights until {formatMoment(request.until, booking.timeZone)}. If you don't answer by
        then, the stay remains as it is. We'll tell the guest what you decide.
      </p>
      <div className="mt-3 flex flex-wrap gap-3 max-sm:[&>button]:w-full">
        <Button disabled={act.isBusy} onClick={() => answer(true)}>
          Accept the change
        </Button>
        <Button look="secondary" disabled={act.isBusy} onClick={() => answer(false)}>
          Decline the change
        </Button>
      </div>
      <div className="mt-3 empty:hidden">
        <ActError
          error={act.error}
          {...(accepting ? { doAnyway: (warnings: string[]) => answer(true, warnings) } : {})}
        />
      </div>
    </Card>
  );
}
