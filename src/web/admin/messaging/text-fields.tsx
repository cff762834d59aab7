import { unknownFields } from "#domain/messaging/template.ts";
import type { MessageText } from "../../api/messaging.ts";
import { TextAreaField, TextField } from "../../ui/text-field.tsx";

type Props = {
  words: MessageText;
  fields: Record<string, string>;
  errors: Record<string, string>;
  /** The ids that an error summary links to. */
  idOf?: (name: "subject" | "body") => string;
  onSubject: (subject: string) => void;
  onBody: (body: string) => void;
};

export function TextFields({ words: { subject, body }, fields, errors, idOf, onSubject, onBody }: Props) {
  const known = Object.keys(fields);
  return (
    <>
      <TextField
        id={idOf?.("subject")}
        label="Subject"
        error={errors["subject"] ?? unknownIn(subject, known)}
        value={subject}
        onChange={onSubject}
        autoComplete="on"
      />
      <TextAreaField
        id={idOf?.("body")}
        label="Text"
        hint="Leave a blank line to start a new paragraph. Fields in {braces} are filled in for each guest."
        error={errors["body"] ?? unknownIn(body, known)}
        rows={12}
        value={body}
        onChange={onBody}
      />
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
                  onClick={() => onBody(`${body}{${name}}`)}
                >{`{${name}}`}</button>
              </dt>
              <dd className="text-ink-soft">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

function unknownIn(text: string, known: readonly string[]): string | undefined {
  const [unknown] = unknownFields(text, known);
  return unknown === undefined ? undefined : `We don't know the field {${unknown}}. Use a field from the list.`;
}
