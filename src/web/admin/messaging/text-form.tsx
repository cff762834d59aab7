import { type FieldValue, fill } from "#domain/messaging/template.ts";
import type { MessageText } from "../../api/messaging.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { ChangesByOthers } from "../frame/changes-by-others.tsx";
import type { useDraft } from "../frame/use-draft.ts";
import { fieldErrors } from "../../lib/display-error.ts";
import { EmailView } from "./email-view.tsx";
import { TextFields } from "./text-fields.tsx";

type Props = {
  words: MessageText;
  draft: Pick<ReturnType<typeof useDraft<{ version: number }, MessageText>>, "fields" | "changedByOthers" | "change">;
  /** `fields` contains descriptions, and `values` contains values for the preview. */
  fields: Record<string, string>;
  values: Record<string, FieldValue | null>;
  saving: boolean;
  error: Error | null;
  save: (words: MessageText) => void;
  cancel: () => void;
};

export function TextForm({ words, draft, fields, values, saving, error, save, cancel }: Props) {
  const errors = fieldErrors(error);
  return (
    <Form
      className="space-y-4"
      onSubmit={() => {
        if (!saving) save(draft.fields);
      }}
    >
      <TextFields
        words={draft.fields}
        fields={fields}
        errors={errors}
        onSubject={(subject) => draft.change({ subject })}
        onBody={(body) => draft.change({ body })}
      />
      <EmailView content={fill(draft.fields, values)} />
      {saving ? null : <ChangesByOthers lines={draft.changedByOthers.map((name) => words[name])} />}
      <ActError error={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={saving}>
          {saving ? "Saving..." : "Save text"}
        </Button>
        <Button look="secondary" disabled={saving} onClick={cancel}>
          Back
        </Button>
      </div>
    </Form>
  );
}
