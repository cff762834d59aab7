import { Field, inputClass } from "../../ui/field.tsx";
import { useEditor } from "./editor-context.ts";

type Props<Value extends string> = {
  path: string;
  label: string;
  value: Value;
  options: readonly Value[];
  onChange: (value: Value) => void;
};

/** A field to choose one of a few values. */
export function SelectLine<Value extends string>({ path, label, value, options, onChange }: Props<Value>) {
  const { problemAt } = useEditor();
  return (
    <Field id={path} label={label} error={problemAt(path)}>
      {(parts) => (
        <select
          {...parts}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option === event.target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
          className={inputClass}
        >
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
