import { useMutation, useQueryClient } from "@tanstack/react-query";
import { putDayNote } from "../../api/calendar.ts";
import { statusOf } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { TextAreaField } from "../../ui/text-field.tsx";
import { Form } from "../../ui/form.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { refreshCalendar } from "./refresh-calendar.ts";

/**
 * An unsaved note. `seen` is the stored note that it is based on, or null after the server has refused to save it
 * because the stored note has changed.
 */
export type TypedNote = { text: string; seen: string | null };

type Props = {
  day: string;
  stored: string;
  typed: TypedNote | null;
  onType: (next: (now: TypedNote | null) => TypedNote | null) => void;
};

export function DayNoteEditor({ day, stored, typed, onType }: Props) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: (note: TypedNote) => putDayNote(day, { text: note.text.trim(), seen: note.seen ?? stored }),
    // Keeps what the host has typed in the meantime.
    onSuccess: async (_saved, { text }) => {
      await refreshCalendar(client);
      onType((now) => (now === null || now.text === text ? null : { text: now.text, seen: text.trim() }));
    },
    onError: async (error) => {
      await refreshCalendar(client);
      if (statusOf(error) === 409) onType((now) => now && { text: now.text, seen: null });
    },
  });
  if (typed === null) {
    return (
      <div className="mt-3 flex flex-wrap items-start gap-x-3">
        {stored ? <p className="min-w-0 flex-1 py-2.5 wrap-anywhere whitespace-pre-line">{stored}</p> : null}
        <Button look="quiet" className="px-3!" onClick={() => onType(() => ({ text: stored, seen: stored }))}>
          {stored ? "Edit note" : "Add a note"}
        </Button>
      </div>
    );
  }
  return (
    <Form onSubmit={() => saving.mutate(typed)} className="mt-3 space-y-3">
      <TextAreaField
        label="Note"
        hint="Only hosts see this."
        rows={2}
        maxLength={500}
        value={typed.text}
        onChange={(text) => onType(() => ({ ...typed, text }))}
      />
      {typed.seen === stored || saving.isPending ? null : <ChangesByOthers lines={[stored || "No note"]} />}
      <ActError error={saving.error} />
      <div className="flex gap-3">
        <Button type="submit" look="secondary" disabled={saving.isPending}>
          {saving.isPending ? "Saving..." : "Save note"}
        </Button>
        <Button look="quiet" onClick={() => onType(() => null)}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
