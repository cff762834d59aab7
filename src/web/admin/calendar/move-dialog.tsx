import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Stay } from "#domain/booking/stay.ts";
import { bookingQuery } from "../../api/admin-bookings.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { StayDialog } from "../bookings/stay-dialog.tsx";
import { refreshCalendar } from "./refresh-calendar.ts";

export function MoveDialog({ bookingId, to, onClose }: { bookingId: string; to: Stay; onClose: () => void }) {
  const client = useQueryClient();
  const booking = useQuery(bookingQuery(bookingId));
  const close = () => {
    void refreshCalendar(client);
    onClose();
  };
  if (booking.data) {
    return (
      <StayDialog booking={booking.data} title={`Move ${booking.data.guest.name}'s stay?`} dates={to} onClose={close} />
    );
  }
  return (
    <Dialog title="Move this stay?" onClose={onClose}>
      {booking.error ? <ActError error={booking.error} /> : <p role="status">Loading booking...</p>}
    </Dialog>
  );
}
