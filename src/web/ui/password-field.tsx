import { Eye, EyeOff } from "./icons.tsx";
import { useState } from "react";
import { Field, inputClass } from "./field.tsx";
import type { TextFieldProps } from "./text-field.tsx";

type Props = Omit<TextFieldProps, "type" | "inputClassName"> & {
  /** Such as "current password", if a screen has several passwords. */
  what?: string;
};

export function PasswordField({ label, hint, error, id, className, what = "password", onChange, ...input }: Props) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error} id={id} className={className}>
      {(parts) => (
        <div className="relative">
          <input
            {...parts}
            {...input}
            type={shown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={`${inputClass} pr-12`}
            onChange={onChange && ((event) => onChange(event.target.value))}
          />
          <button
            type="button"
            aria-label={`${shown ? "Hide" : "Show"} ${what}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-lg text-ink-soft hover:text-ink"
          >
            <Icon className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
