import type { InputHTMLAttributes, RefAttributes } from "react";
import { Field, type FieldProps, inputClass } from "./field.tsx";

export type TextFieldProps = FieldProps &
  RefAttributes<HTMLInputElement> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "className" | "value"> & {
    value: string;
    onChange: (value: string) => void;
  };

/** A label with an input. By default, the browser is asked not to fill the input in. */
export function TextField({ label, hint, error, id, className, onChange, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(parts) => (
        <input
          autoComplete="off"
          {...parts}
          {...input}
          className={inputClass}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
