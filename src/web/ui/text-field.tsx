import { clsx } from "clsx";
import type { InputHTMLAttributes, RefAttributes, TextareaHTMLAttributes } from "react";
import { Field, type FieldProps, inputClass } from "./field.tsx";

export type TextFieldProps = FieldProps &
  RefAttributes<HTMLInputElement> &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "className" | "value"> & {
    /** Undefined if the form reads the input when it is sent. */
    value?: string;
    onChange?: (value: string) => void;
    inputClassName?: string;
  };

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

export function TextAreaField({ label, hint, error, id, className, onChange, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(parts) => (
        <textarea {...parts} {...area} className={inputClass} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
