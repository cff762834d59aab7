import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { sendOffer } from "../../api/admin-bookings.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useBaseVersion } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { useAct } from "./use-act.ts";

const USUAL_HOURS = 48;

export function OfferDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const [hours, setHours] = useState(String(USUAL_HOURS));
  const act = useAct(booking.id);
  const form = useBaseVersion(booking, { error: act.error });
  const send = (confirmedWarnings: string[] = []) =>
    act.mutate(
      {
        send: () => sendOffer(form, { hours: Number(hours), confirmedWarnings }),
        done: "Offer sent",
        failed: "The offer was not sent",
      },
      { onSuccess: onClose },
    );
  const errors = fieldErrors(act.error);
  return (
    <Dialog title={`Send an offer to ${booking.guest.name}?`} onClose={onClose}>
      <Form className="space-y-4" onSubmit={() => !act.isBusy && send()}>
        <p>
          The guest gets an email with a link to accept this stay for{" "}
          <strong>{formatCurrency(booking.totalAmount, booking.currency)}</strong>. We'll hold the nights for the time
          below. To offer a special price, first change it under Price with “Discount, extra or agreed price”.
        </p>
        <TextField
          label="Hold the nights for (hours)"
          hint="1 to 336"
          error={errors["hours"]}
          inputMode="numeric"
          value={hours}
          onChange={setHours}
          autoComplete="on"
        />
        <ActError error={act.error} doAnyway={send} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={act.isBusy}>
            {act.isPending ? "Sending..." : "Send the offer"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
