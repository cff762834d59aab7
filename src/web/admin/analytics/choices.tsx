import { useId } from "react";

type Props<T extends string> = {
  label: string;
  choices: { value: T; label: string }[];
  chosen: T;
  onChoose: (value: T) => void;
};

/** Radio buttons that look like a row of buttons. */
export function Choices<T extends string>({ label, choices, chosen, onChoose }: Props<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1 rounded-xl bg-sunken p-1 sm:inline-flex">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-lg px-3 text-center font-medium whitespace-nowrap has-checked:bg-accent has-checked:text-accent-ink has-focus-visible:outline-3 has-focus-visible:outline-clay"
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={choice.value === chosen}
              onChange={() => onChoose(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
