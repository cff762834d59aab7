import { useState } from "react";
import type { CustomMessageList } from "#contract/custom-messages.ts";
import { stillNeeds, customPlanned, dueOf, type Timing } from "#domain/messaging/custom-message.ts";
import { formatDate, formatMoment } from "../../lib/format-date.ts";
import { SelectField } from "../../ui/select-field.tsx";

type Props = {
  list: CustomMessageList;
  /** Null while the input is not a valid time. */
  timing: Timing | null;
  bookingId: string | null;
  choose: (bookingId: string | null) => void;
};

export function PreviewChoice({ list, timing, bookingId, choose }: Props) {
  const [now] = useState(() => new Date());
  const booking = list.bookings.find(({ id }) => id === bookingId);
  return (
    <SelectField
      label="Preview with"
      hint={booking && timing ? whenInWords(booking, list.hours, timing, now) : undefined}
      value={bookingId ?? ""}
      options={[
        ["", "A sample guest"],
        ...list.bookings.map(
          ({ id, guestName, checkInDate, reference }) =>
            [id, `${guestName}, ${formatDate(checkInDate, "short")} (${reference})`] as const,
        ),
      ]}
      onChange={(id) => choose(id || null)}
    />
  );
}

type Booking = CustomMessageList["bookings"][number];

function whenInWords(booking: Booking, hours: CustomMessageList["hours"], timing: Timing, now: Date): string {
  const stay = { checkIn: booking.checkInDate, checkOut: booking.checkOutDate };
  const bookedAt = new Date(booking.bookedAt);
  const due = dueOf(timing, stay, hours, bookedAt);
  const at = formatMoment(due.toISOString(), hours.timeZone, "short");
  if (due < now) return `The time to send it to this guest (${at}) has passed.`;
  if (!stillNeeds(booking.status, timing))
    return "This guest won't get it, because they have already checked in or out.";
  if (!customPlanned({ id: "", timing }, stay, hours, bookedAt))
    return `Not sent to this guest: ${at} would be too late.`;
  return `This guest would get it on ${at}.`;
}
