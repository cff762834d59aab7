import type { Draft, SectionProps } from "./draft.ts";
import { TextField, type TextFieldProps } from "../../ui/text-field.tsx";

/** The settings that are typed as text, including numbers. */
type TextName = { [Name in keyof Draft]: string extends Draft[Name] ? Name : never }[keyof Draft];

type Props = SectionProps & Omit<TextFieldProps, "value" | "onChange" | "name"> & { name: TextName };

export function TextSetting({ name, draft, change, errors, saved: _saved, ...field }: Props) {
  return (
    <TextField
      {...field}
      id={name}
      name={name}
      error={errors[name]}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
}

type NumberProps = Props & {
  range: { min: number; max: number };
  /** Follows the range in the hint. */
  note?: string;
};

export function NumberSetting({ range: { min, max }, note = "", ...props }: NumberProps) {
  return <TextSetting {...props} hint={`${min} to ${max}${note}`} inputMode="numeric" autoComplete="on" />;
}
