import type { InputHTMLAttributes } from "react";
import type { Draft, SectionProps } from "./draft.ts";
import { TextField } from "../../ui/text-field.tsx";

/** The settings that are typed as text, including numbers. */
type TextName = { [Name in keyof Draft]: string extends Draft[Name] ? Name : never }[keyof Draft];

type Props = Pick<SectionProps, "draft" | "change" | "errors"> &
  Pick<InputHTMLAttributes<HTMLInputElement>, "type" | "inputMode" | "autoComplete" | "spellCheck"> & {
    name: TextName;
    label: string;
    hint?: string;
    className?: string;
  };

export function TextSetting({ name, label, hint, className, draft, change, errors, ...more }: Props) {
  // Sections pass on all of their own props, but only these props belong to the input.
  const { type, inputMode, autoComplete, spellCheck } = more;
  return (
    <TextField
      label={label}
      id={name}
      error={errors[name]}
      hint={hint}
      className={className}
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete}
      spellCheck={spellCheck}
      name={name}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
}
