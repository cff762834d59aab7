import { Field, inputClass } from "../../ui/field.tsx";
import { usePriceEditor } from "./editor.ts";

type SelectProps<V extends string> = {
  path: string;
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChange: (value: V) => void;
};

export function Select<V extends string>({ path, label, value, options, onChange }: SelectProps<V>) {
  const { problems } = usePriceEditor();
  return (
    <Field id={path} label={label} error={problems[path]}>
      {(parts) => (
        <select
          {...parts}
          value={value}
          onChange={(event) => {
            const chosen = options.find(([option]) => option === event.target.value);
            if (chosen) onChange(chosen[0]);
          }}
          className={inputClass}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
