import type { BookingDetail } from "#contract/admin-bookings.ts";
import { saveNotes } from "../../api/admin-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/text-field.tsx";
import { Form } from "../../ui/form.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { Card } from "./card.tsx";
import { useAct } from "./use-act.ts";

/** The guest never sees these notes. */
export function NotesCard({ booking }: { booking: BookingDetail }) {
  const act = useAct(booking.id);
  const draft = useDraft(booking, ({ hostNotes }) => ({ notes: hostNotes }), { error: act.error });
  const { notes } = draft.fields;
  const changed = notes.trim() !== booking.hostNotes;
  const save = () =>
    act.mutate(
      {
        send: () => saveNotes(draft, { notes }),
        done: "Notes saved",
        failed: "We couldn't save the notes",
      },
      { onSuccess: (after) => draft.saved({ notes }, after) },
    );

  return (
    <Card title="Notes">
      <Form className="space-y-3" onSubmit={save}>
        <TextAreaField {...draft.field("notes")} label="Private notes" hint="Only hosts can see these." rows={4} />
        {changed && !act.isPending && draft.changedByOthers.length > 0 ? (
          <ChangesByOthers lines={[booking.hostNotes || "No notes"]} />
        ) : null}
        <ActError error={act.error} />
        {changed || act.isPending ? (
          <div className="flex gap-3">
            <Button type="submit" disabled={act.isBusy}>
              {act.isPending ? "Saving..." : "Save notes"}
            </Button>
            <Button look="secondary" disabled={act.isBusy} onClick={draft.discard}>
              Discard
            </Button>
          </div>
        ) : null}
      </Form>
    </Card>
  );
}
