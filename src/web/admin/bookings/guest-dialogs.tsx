import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { bookingQuery } from "../../api/admin-bookings.ts";
import { correctContact, erase } from "../../api/privacy.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";

type Props = { booking: BookingDetail; onClose: () => void };

function useGuestAct<Input>(
  booking: BookingDetail,
  change: (input: Input) => Promise<unknown>,
  done: string,
  onClose: () => void,
) {
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: change,
    onSuccess: () => {
      toast({ title: done });
      onClose();
    },
    // The booking is reloaded after a refusal too, because someone else may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey }),
  });
  const send = (input: Input) => {
    if (!act.isPending) act.mutate(input);
  };
  return { act, send, errors: fieldErrors(act.error) };
}

export function EditContactDialog({ booking, onClose }: Props) {
  const { guest } = booking;
  const { act, send } = useGuestAct(
    booking,
    ({ seen, contact }: { seen: BookingDetail; contact: Contact }) => correctContact({ seen }, contact),
    "Contact details saved",
    onClose,
  );
  const draft = useDraft(booking, contactOf, { error: act.error });
  const input = (name: keyof Contact) => ({ name, ...draft.field(name) });
  return (
    <Dialog title="Edit contact details" onClose={onClose}>
      <Form onSubmit={() => send({ seen: draft.seen, contact: draft.fields })} className="space-y-4">
        <TextField {...input("name")} label="Name" />
        <TextField {...input("email")} label="Email" type="email" />
        <TextField {...input("phone")} label="Phone" type="tel" />
        {guest.email === "" || draft.fields.email === guest.email ? null : (
          <p className="text-ink-soft">Links sent to the old address will stop working.</p>
        )}
        {guest.phone === "" || draft.fields.phone === guest.phone ? null : (
          <p className="text-ink-soft">Links sent to the old number will stop working.</p>
        )}
        {act.isPending ? null : (
          <ChangesByOthers
            lines={draft.changedByOthers.map((name) => `${CONTACT_LABELS[name]}: ${guest[name] || "None"}`)}
          />
        )}
        <ActError error={act.error} />
        <FormButtons label="Save" busy={act.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

type Contact = Pick<BookingDetail["guest"], "name" | "email" | "phone">;
const CONTACT_LABELS = { name: "Name", email: "Email", phone: "Phone" } satisfies Record<keyof Contact, string>;

function contactOf({ guest: { name, email, phone } }: BookingDetail): Contact {
  return { name, email, phone };
}

/** Deletion can't be undone, so the host must type the booking reference first. */
export function EraseDialog({ booking, onClose }: Props) {
  const [reference, setReference] = useState("");
  const { act, send, errors } = useGuestAct(
    booking,
    (typed: string) => erase(booking.id, typed),
    "Guest details deleted",
    onClose,
  );
  return (
    <Dialog title="Delete guest details" onClose={onClose}>
      <Form onSubmit={() => send(reference)} className="space-y-4">
        <p>
          This deletes the name, email, phone, requests, your notes and all messages for all of this guest's stays.
          Dates and amounts are kept. You can't undo this. Older backups will contain the details until they expire.
        </p>
        <TextField
          label={`Type ${booking.reference} to confirm`}
          error={errors["reference"]}
          value={reference}
          onChange={setReference}
        />
        <ActError error={act.error} />
        <FormButtons label="Delete permanently" busy={act.isPending} look="danger" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
