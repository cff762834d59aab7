import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { saveNotes } from "../../api/admin-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { ActError } from "./act-error.tsx";
import { Card } from "./card.tsx";
import { fieldErrors, useAct } from "./use-act.ts";

/** The host's own notes, which the guest never sees. Typed text stays in the field until it is saved. */
export function NotesCard({ booking }: { booking: BookingDetail }) {
  const [typed, setTyped] = useState<string | null>(null);
  const act = useAct(booking.id);
  const notes = typed ?? booking.hostNotes;
  const changed = notes.trim() !== booking.hostNotes;
  const save = () =>
    act.mutate(
      {
        send: () => saveNotes(booking, { notes }),
        shows: { hostNotes: notes.trim() },
        done: "Notes saved",
        failed: "We couldn't save the notes",
      },
      { onSuccess: () => setTyped(null) },
    );

  return (
    <Card title="Notes">
      <form
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Private notes" hint="Only hosts can see these." error={fieldErrors(act.error)["notes"]}>
          {(parts) => (
            <textarea
              {...parts}
              rows={4}
              className={inputClass}
              value={notes}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <ActError error={act.error} />
        {changed || act.isPending ? (
          <div className="flex gap-3">
            <Button type="submit" disabled={act.isPending}>
              {act.isPending ? "Saving..." : "Save notes"}
            </Button>
            <Button look="secondary" disabled={act.isPending} onClick={() => setTyped(null)}>
              Discard
            </Button>
          </div>
        ) : null}
      </form>
    </Card>
  );
}
