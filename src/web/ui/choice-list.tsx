import { type ReactNode, useId } from "react";

export type Choice<Value extends string> = { value: Value; label: string; about: string };

type Props<Value extends string> = {
  legend: string;
  hint?: ReactNode;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
};

/** The whole box of an option is its label. */
export function ChoiceList<Value extends string>({ legend, hint, choices, value, onChange, className }: Props<Value>) {
  const id = useId();
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      {hint ? <p className="text-sm text-ink-soft">{hint}</p> : null}
      <div className={className ?? "mt-2 space-y-2"}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            htmlFor={`${id}-${choice.value}`}
            className="grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-3 rounded-xl border border-line p-3 has-checked:border-accent has-checked:bg-sunken"
          >
            <input
              id={`${id}-${choice.value}`}
              type="radio"
              name={id}
              className="row-span-2 mt-0.5 size-5 accent-accent"
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
            />
            <span className="font-semibold">{choice.label}</span>
            <span className="text-sm text-ink-soft">{choice.about}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
