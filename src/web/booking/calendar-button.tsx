import { useEffect, useState } from "react";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { Button } from "../ui/button.tsx";
import { useOnDemand } from "../ui/use-on-demand.ts";
import { requestedStay } from "./requested-stay.ts";
import { dayList } from "./day-list.ts";
import type { StayCalendarProps } from "./stay-calendar.tsx";
import type { BookingForm } from "./use-booking-form.ts";
import type { Cottage } from "./use-cottage.ts";

/** Opens the calendar, whose code comes when the page is at rest, at the latest then. It opens by itself when the wanted nights went to somebody else. */
export function CalendarButton({ booking, cottage }: { booking: BookingForm; cottage: Cottage }) {
  const [asked, setAsked] = useState(false);
  /** The try whose calendar was closed again. */
  const [closedAt, setClosedAt] = useState(0);
  const lost = booking.problem?.status === 409 ? booking.problem.nights.filter(isLocalDate) : [];
  useEffect(() => whenIdle(() => void loadCalendar().catch(() => undefined)), []);
  const lostRace = lost.length > 0 && booking.tries > closedAt;
  return (
    <>
      <Button look="secondary" className="w-full sm:w-auto" onClick={() => setAsked(true)}>
        See free dates in a calendar
      </Button>
      {asked || lostRace ? (
        <Calendar
          cottage={cottage}
          stay={requestedStay(booking.values)}
          guestCount={booking.values.guestCount}
          price={booking.price}
          notice={lostRace ? `These dates were just taken: ${dayList(lost)}. Nothing was booked for you.` : null}
          onChoose={(stay) => {
            setAsked(true);
            booking.setStay(stay);
          }}
          onClose={() => {
            setAsked(false);
            setClosedAt(booking.tries);
          }}
        />
      ) : null}
    </>
  );
}

const loadCalendar = async () => (await import("./stay-calendar.tsx")).StayCalendar;

function Calendar(props: StayCalendarProps) {
  const calendar = useOnDemand(loadCalendar);
  if (calendar.is === "there") return <calendar.Part {...props} />;
  if (calendar.is === "loading") return <p role="status">Opening the calendar...</p>;
  return (
    <p role="alert" className="font-semibold text-danger">
      We can't open the calendar just now. Please type your dates above, or reload the page. What you typed is saved.
    </p>
  );
}
