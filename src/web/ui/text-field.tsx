import type { InputHTMLAttributes } from "react";
import { Field, inputClass } from "./field.tsx";

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, "inputMode" | "maxLength" | "placeholder"> & {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** A label with a text input that the browser does not autofill, for amounts, numbers and names of things. */
export function TextField({ label, hint, error, onChange, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <input
          {...parts}
          {...input}
          className={inputClass}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
