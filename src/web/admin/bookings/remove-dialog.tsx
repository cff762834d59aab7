import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import type { BookingDetail } from "#contract/desk.ts";
import { bookingsQuery, removeTestBooking } from "../../api/admin-bookings.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "./act-error.tsx";
import { fieldErrors } from "./use-act.ts";

/** Takes a test booking out of the records; the reference is typed, so that it is not another one. */
export function RemoveDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const [reference, setReference] = useState("");
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeTestBooking(booking, { reference: reference.trim() }),
    onSuccess: async () => {
      toast({ title: "Test booking removed", description: booking.reference });
      navigate(paths.admin.bookings);
      await client.invalidateQueries({ queryKey: bookingsQuery.queryKey });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    removal.mutate();
  };
  return (
    <Dialog title="Remove this test booking?" onClose={onClose}>
      <form noValidate onSubmit={send} className="space-y-4">
        <p>
          It disappears from lists, figures and calendars, its nights are free again, and nobody is notified. The audit
          log keeps that you removed it. This cannot be undone.
        </p>
        <p>If a guest has cancelled, cancel the booking instead.</p>
        <Field label={`Type ${booking.reference} to confirm`} error={fieldErrors(removal.error)["reference"]}>
          {(parts) => (
            <input
              {...parts}
              className={inputClass}
              autoComplete="off"
              value={reference}
              onChange={(event) => setReference(event.target.value)}
            />
          )}
        </Field>
        <ActError error={removal.error} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Keep booking
          </Button>
          <Button type="submit" look="danger" disabled={removal.isPending}>
            {removal.isPending ? "Removing..." : "Remove test booking"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
