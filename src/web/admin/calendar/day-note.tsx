import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { putDayNote } from "../../api/calendar.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { refreshCalendar } from "./refresh-calendar.ts";

/** The host's note for a day, and the form to edit it. */
export function DayNoteEditor({ day, text }: { day: string; text: string }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const saving = useMutation({
    mutationFn: (next: string) => putDayNote(day, { text: next, seen: text }),
    onSuccess: async () => {
      await refreshCalendar(client);
      setTyped(null);
    },
    onError: () => refreshCalendar(client),
  });
  if (typed === null) {
    return (
      <div className="mt-3 flex flex-wrap items-start gap-x-3">
        {text ? <p className="min-w-0 flex-1 py-2.5 wrap-anywhere whitespace-pre-line">{text}</p> : null}
        <Button look="quiet" className="px-3!" onClick={() => setTyped(text)}>
          {text ? "Edit note" : "Add a note"}
        </Button>
      </div>
    );
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(typed.trim());
  };
  return (
    <form onSubmit={send} className="mt-3 space-y-3">
      <Field label="Note" hint="Only hosts see this.">
        {(parts) => (
          <textarea
            {...parts}
            rows={2}
            maxLength={500}
            className={inputClass}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ActError error={saving.error} />
      <div className="flex gap-3">
        <Button type="submit" look="secondary" disabled={saving.isPending}>
          {saving.isPending ? "Saving..." : "Save note"}
        </Button>
        <Button look="quiet" onClick={() => setTyped(null)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
