import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { ENGLISH_NAMES, isLanguage, LANGUAGES } from "#domain/language/language.ts";
import { setLanguage } from "../../api/admin-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { ActError } from "./act-error.tsx";
import { useAct } from "./use-act.ts";

/** The language of the guest's emails and WhatsApp messages. */
export function GuestLanguage({ booking }: { booking: BookingDetail }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const act = useAct(booking.id);
  const language = isLanguage(chosen) ? chosen : booking.language;
  const save = () =>
    act.mutate(
      {
        send: () => setLanguage(booking, { language }),
        done: "Language saved",
        failed: "We couldn't change the language",
      },
      { onSuccess: () => setChosen(null) },
    );
  return (
    <form
      className="mt-3 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label="Language" hint={language === "en" ? "Messages to this guest are in English." : HINT}>
        {(parts) => (
          <select
            {...parts}
            className={inputClass}
            value={language}
            onChange={(event) => setChosen(event.target.value)}
          >
            {LANGUAGES.map((one) => (
              <option key={one} value={one}>
                {ENGLISH_NAMES[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ActError error={act.error} />
      {language === booking.language ? null : (
        <Button type="submit" disabled={act.isPending}>
          {act.isPending ? "Saving..." : "Save language"}
        </Button>
      )}
    </form>
  );
}

const HINT = "Messages to this guest are in this language. No native speaker has checked our translation yet.";
