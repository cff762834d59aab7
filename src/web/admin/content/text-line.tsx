import type { InputHTMLAttributes, ReactNode } from "react";
import { Field, type FieldParts, inputClass } from "../../ui/field.tsx";
import { useEditor } from "./editor-context.ts";

type Props = {
  /** The value's path in the content, as in the server's error messages: `hero.title`. */
  path: string;
  label: string;
  hint?: string | undefined;
  value: string | number | undefined;
  onChange: (value: string) => void;
  className?: string | undefined;
};
type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "inputMode" | "autoComplete" | "placeholder" | "maxLength"
>;
type LineProps = Props & InputProps & { bare?: boolean | undefined };

/** With `bare`, only screen readers get the label; sighted users understand the field from its context. */
export function TextLine({ bare, path, label, hint, value, onChange, className, ...input }: LineProps) {
  return (
    <Labelled bare={bare} path={path} label={label} hint={hint} className={className}>
      {(parts) => (
        <input
          autoComplete="off"
          {...parts}
          {...input}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value)}
          className={inputClass}
        />
      )}
    </Labelled>
  );
}

type LabelledProps = Pick<LineProps, "bare" | "path" | "label" | "hint" | "className"> & {
  children: (parts: FieldParts & { onBlur: () => void }) => ReactNode;
};

function Labelled({ bare, path, children, ...field }: LabelledProps) {
  const { problemAt, touch } = useEditor();
  const Around = bare ? BareField : Field;
  return (
    <Around {...field} id={path} error={problemAt(path)}>
      {(parts) => children({ ...parts, onBlur: () => onceReleased(() => touch(path)) })}
    </Around>
  );
}

/**
 * Waits until the pointer is released: an error message that appears before that moves the button away from under the
 * pointer, and then the browser fires no click.
 */
function onceReleased(act: () => void): void {
  if (document.querySelector(":active")) addEventListener("mouseup", () => setTimeout(act), { once: true });
  else act();
}

function BareField({ id, label, error, className, children }: Parameters<typeof Field>[0] & { id: string }) {
  return (
    <div className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": error ? `${id}-error` : undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** `lang` is for the browser's spell checker and for screen readers. */
type AreaProps = Props & { bare?: boolean; rows?: number; lang?: string };

/** Grows with its text if the browser supports that. */
export function TextArea({ value, onChange, rows = 3, lang, ...field }: AreaProps) {
  return (
    <Labelled {...field}>
      {(parts) => (
        <textarea
          {...parts}
          lang={lang}
          rows={rows}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputClass} field-sizing-content max-h-96`}
        />
      )}
    </Labelled>
  );
}

/** A single line of text that wraps, so that a phone shows the whole sentence. Line breaks become spaces. */
export function SentenceLine({ onChange, ...props }: Omit<AreaProps, "bare" | "rows" | "hint">) {
  const joined = (value: string) =>
    value.includes("\n")
      ? value
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean)
          .join(" ")
      : value;
  return <TextArea bare rows={1} {...props} onChange={(value) => onChange(joined(value))} />;
}

const MARKDOWN_HINT =
  "Leave a blank line to start a new paragraph. Start a line with “- ” for a list. **Two stars** make text bold, and [text](https://...) makes a link.";

export function LongText(props: Props) {
  return <TextArea rows={6} {...props} hint={props.hint ? `${props.hint} ${MARKDOWN_HINT}` : MARKDOWN_HINT} />;
}
