import { useState } from "react";
import { type FieldValue, fill } from "#domain/messaging/template.ts";
import type { MessageText } from "../../api/messaging.ts";
import { Button } from "../../ui/button.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../../lib/display-error.ts";
import { EmailView } from "./email-view.tsx";
import { TextFields } from "./text-fields.tsx";

type Props = {
  words: MessageText;
  /** `fields` describes each field, and `values` contains its value for the preview. */
  fields: Record<string, string>;
  values: Record<string, FieldValue | null>;
  saving: boolean;
  error: Error | null;
  save: (words: MessageText) => void;
  cancel: () => void;
};

/**
 * A form for the subject and text of a message, with a list of the fields that can be used in them and a live preview.
 */
export function TextForm({ words, fields, values, saving, error, save, cancel }: Props) {
  const [subject, setSubject] = useState(words.subject);
  const [body, setBody] = useState(words.body);
  const errors = fieldErrors(error);
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!saving) save({ subject, body });
      }}
    >
      <TextFields words={{ subject, body }} fields={fields} errors={errors} onSubject={setSubject} onBody={setBody} />
      <EmailView content={fill({ subject, body }, values)} />
      <ActError error={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={saving}>
          {saving ? "Saving..." : "Save text"}
        </Button>
        <Button look="secondary" disabled={saving} onClick={cancel}>
          Back
        </Button>
      </div>
    </form>
  );
}
