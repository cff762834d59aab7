import { useState } from "react";
import { type FieldValue, fill, unknownFields } from "#domain/messaging/template.ts";
import type { Words } from "../../api/messaging.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { ActError } from "../bookings/act-error.tsx";
import { fieldErrors } from "../bookings/use-act.ts";
import { EmailView } from "./email-view.tsx";

type Props = {
  words: Words;
  /** What each field stands for, and its value for the preview. */
  fields: Record<string, string>;
  values: Record<string, FieldValue>;
  saving: boolean;
  error: Error | null;
  save: (words: Words) => void;
  cancel: () => void;
};

/** Subject and text of a message, with the fields that exist and the letter as it comes out while typing. */
export function WordsForm({ words, fields, values, saving, error, save, cancel }: Props) {
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
      <Field label="Subject" error={errors["subject"] ?? unknownIn(subject)}>
        {(parts) => (
          <input
            {...parts}
            className={inputClass}
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Text"
        hint="Leave an empty line for a new paragraph. Fields are in {braces}."
        error={errors["body"] ?? unknownIn(body)}
      >
        {(parts) => (
          <textarea
            {...parts}
            rows={12}
            className={inputClass}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        )}
      </Field>
      <details className="rounded-lg border border-line p-3">
        <summary className="min-h-8 cursor-pointer font-semibold">Fields you can use</summary>
        <dl className="mt-2 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
          {Object.entries(fields).map(([name, meaning]) => (
            <div key={name} className="contents">
              <dt>
                <button
                  type="button"
                  className="min-h-8 font-mono underline"
                  aria-label={`Add {${name}} to the text`}
                  onClick={() => setBody((before) => `${before}{${name}}`)}
                >{`{${name}}`}</button>
              </dt>
              <dd className="text-ink-soft">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
      <EmailView letter={fill({ subject, body }, values)} />
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

function unknownIn(text: string): string | undefined {
  const [unknown] = unknownFields(text);
  return unknown === undefined ? undefined : `We don't know the field {${unknown}}. Use a field from the list.`;
}
