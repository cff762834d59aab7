import { Field, type FieldProps, inputClass } from "./field.tsx";

export type SelectFieldProps<V extends string | number> = FieldProps & {
  name?: string;
  value: V;
  /** Each value with its text. */
  options: readonly (readonly [V, string])[];
  onChange: (value: V) => void;
};

export function SelectField<V extends string | number>(props: SelectFieldProps<V>) {
  const { name, value, options, onChange, ...field } = props;
  return (
    <Field {...field}>
      {(parts) => (
        <select
          {...parts}
          name={name}
          className={inputClass}
          value={value}
          onChange={(event) => {
            const chosen = options.find(([option]) => String(option) === event.target.value);
            if (chosen) onChange(chosen[0]);
          }}
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
