import { clsx } from "clsx";
import type { InputHTMLAttributes, RefAttributes, TextareaHTMLAttributes } from "react";
import { Field, type FieldProps, inputClass } from "./field.tsx";

export type TextFieldProps = FieldProps &
  RefAttributes<HTMLInputElement> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "className" | "value"> & {
    /** Missing if the form reads the input when it is sent. */
    value?: string;
    onChange?: (value: string) => void;
    inputClassName?: string;
  };

/** A label with an input. By default, the browser is asked not to fill the input in. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, id, className, inputClassName, onChange, ...input } = props;
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(parts) => (
        <input
          autoComplete="off"
          {...parts}
          {...input}
          className={clsx(inputClass, inputClassName)}
          onChange={onChange && ((event) => onChange(event.target.value))}
        />
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldProps &
  RefAttributes<HTMLTextAreaElement> &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "className" | "value"> & {
    value: string;
    onChange: (value: string) => void;
  };

/** A label with an input for several lines of text. */
export function TextAreaField({ label, hint, error, id, className, onChange, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(parts) => (
        <textarea {...parts} {...area} className={inputClass} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
