import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { BOOKING_PAGES, bookingQuery, removeTestBooking } from "../../api/admin-bookings.ts";
import { paths } from "../../lib/paths.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useBaseVersion } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";

/** The host must type the reference first, to avoid removing the wrong booking. */
export function RemoveDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const [reference, setReference] = useState("");
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: (seen: BookingDetail) => removeTestBooking({ seen }, { reference: reference.trim() }),
    onSuccess: async () => {
      toast({ title: "Test booking removed", description: booking.reference });
      navigate(paths.admin.bookings);
      await client.invalidateQueries(BOOKING_PAGES);
    },
    onError: () => client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey }),
  });
  const form = useBaseVersion(booking, { error: removal.error });
  return (
    <Dialog title="Remove this test booking?" onClose={onClose}>
      <Form onSubmit={() => removal.mutate(form.seen)} className="space-y-4">
        <p>
          The booking will disappear from lists, figures and calendars, its nights will become free, and nobody will be
          notified. The audit log will show that you removed it. You can't undo this.
        </p>
        <p>If a guest has cancelled, cancel the booking instead.</p>
        <TextField
          label={`Type ${booking.reference} to confirm`}
          error={fieldErrors(removal.error)["reference"]}
          value={reference}
          onChange={setReference}
        />
        <ActError error={removal.error} />
        <FormButtons
          label="Remove test booking"
          busyLabel="Removing..."
          busy={removal.isPending}
          look="danger"
          cancelLabel="Keep booking"
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
