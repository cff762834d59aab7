import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { bookingQuery } from "../../api/admin-bookings.ts";
import { correctContact, erase } from "../../api/privacy.ts";
import { formText } from "../../lib/form-text.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "./act-error.tsx";
import { fieldErrors } from "./use-act.ts";

type Props = { booking: BookingDetail; onClose: () => void };

/** Sends a change to the guest's details, then reloads the booking. */
function useGuestAct(
  booking: BookingDetail,
  send: (form: FormData) => Promise<unknown>,
  done: string,
  onClose: () => void,
) {
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast({ title: done });
      onClose();
      await client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!act.isPending) act.mutate(new FormData(event.currentTarget));
  };
  return { act, submit, errors: fieldErrors(act.error) };
}

/** Edits the guest's name, email and phone. */
export function EditContactDialog({ booking, onClose }: Props) {
  const { guest } = booking;
  const [email, setEmail] = useState(guest.email);
  const { act, submit, errors } = useGuestAct(
    booking,
    (form) => correctContact(booking, { name: formText(form, "name"), email, phone: formText(form, "phone") }),
    "Contact details saved",
    onClose,
  );
  return (
    <Dialog title="Edit contact details" onClose={onClose}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <Field label="Name" error={errors["name"]}>
          {(parts) => (
            <input {...parts} name="name" defaultValue={guest.name} autoComplete="off" className={inputClass} />
          )}
        </Field>
        <Field label="Email" error={errors["email"]}>
          {(parts) => (
            <input
              {...parts}
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              autoComplete="off"
              className={inputClass}
            />
          )}
        </Field>
        <Field label="Phone" error={errors["phone"]}>
          {(parts) => (
            <input
              {...parts}
              name="phone"
              type="tel"
              defaultValue={guest.phone}
              autoComplete="off"
              className={inputClass}
            />
          )}
        </Field>
        {email === guest.email ? null : <p className="text-ink-soft">Links we sent to the old address stop working.</p>}
        <ActError error={act.error} />
        <Buttons onClose={onClose} busy={act.isPending} label="Save" />
      </form>
    </Dialog>
  );
}

/** Deletion can't be undone, so the host must type the booking reference first. */
export function EraseDialog({ booking, onClose }: Props) {
  const { act, submit, errors } = useGuestAct(
    booking,
    (form) => erase(booking.id, formText(form, "reference")),
    "Guest details deleted",
    onClose,
  );
  return (
    <Dialog title="Delete guest details" onClose={onClose}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <p>
          We delete the name, email, phone, requests, your notes and all messages for all of this guest's stays. Dates
          and amounts are kept. You can't undo this. Older backups still contain the details until they expire.
        </p>
        <Field label={`Type ${booking.reference} to confirm`} error={errors["reference"]}>
          {(parts) => (
            <input {...parts} name="reference" autoComplete="off" spellCheck={false} className={inputClass} />
          )}
        </Field>
        <ActError error={act.error} />
        <Buttons onClose={onClose} busy={act.isPending} label="Delete permanently" danger />
      </form>
    </Dialog>
  );
}

type ButtonsProps = { onClose: () => void; busy: boolean; label: string; danger?: boolean };

function Buttons({ onClose, busy, label, danger = false }: ButtonsProps) {
  return (
    <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
      <Button look="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" look={danger ? "danger" : "primary"} disabled={busy}>
        {label}
      </Button>
    </div>
  );
}
