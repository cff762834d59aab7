import type { BookingDetail } from "#contract/admin-bookings.ts";
import { ENGLISH_NAMES, LANGUAGES } from "#domain/language/language.ts";
import { setLanguage } from "../../api/admin-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import { useDraft } from "../frame/use-draft.ts";
import { UNCHECKED_TRANSLATION } from "../unchecked-translation.ts";
import { ActError } from "./act-error.tsx";
import { useAct } from "./use-act.ts";

export function GuestLanguage({ booking }: { booking: BookingDetail }) {
  const act = useAct(booking.id);
  const draft = useDraft(booking, ({ language }) => ({ language }), { error: act.error });
  const { language } = draft.fields;
  const save = () =>
    act.mutate(
      {
        send: () => setLanguage(draft, { language }),
        done: "Language saved",
        failed: "We couldn't change the language",
      },
      { onSuccess: (after) => draft.saved({ language }, after) },
    );
  return (
    <Form className="mt-3 space-y-3" onSubmit={save}>
      <SelectField
        label="Language"
        hint={language === "en" ? "Messages to this guest are in English." : HINT}
        value={language}
        options={LANGUAGES.map((one) => [one, ENGLISH_NAMES[one]])}
        onChange={(chosen) => draft.change({ language: chosen })}
      />
      {draft.changedByOthers.length > 0 && !act.isPending ? (
        <ChangesByOthers lines={[ENGLISH_NAMES[booking.language]]} />
      ) : null}
      <ActError error={act.error} />
      {language === booking.language ? null : (
        <Button type="submit" disabled={act.isBusy}>
          {act.isPending ? "Saving..." : "Save language"}
        </Button>
      )}
    </Form>
  );
}

const HINT = `Messages to this guest are in this language. ${UNCHECKED_TRANSLATION}`;
