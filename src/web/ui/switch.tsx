import { type ReactNode, useId } from "react";

type Props = {
  label: string;
  hint?: ReactNode;
  /** Why the switch has no effect yet. */
  missing?: string | undefined;
  error?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** The whole row is the label, so that the switch is easy to tap. */
export function Switch({ label, hint, missing, error, checked, onChange }: Props) {
  const id = useId();
  return (
    <div className="py-2">
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
        <span className="font-semibold">{label}</span>
        <span className="relative inline-flex shrink-0">
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={checked}
            aria-checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            aria-describedby={`${id}-about`}
            aria-invalid={error ? true : undefined}
            className="peer h-7 w-12 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent motion-reduce:transition-none forced-colors:appearance-auto"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-line-strong transition-transform peer-checked:translate-x-5 peer-checked:bg-accent-ink motion-reduce:transition-none forced-colors:hidden"
          />
        </span>
      </label>
      <div id={`${id}-about`} className="max-w-prose space-y-1 pr-16 text-sm">
        {hint ? <p className="text-ink-soft">{hint}</p> : null}
        {missing ? <p className="font-medium text-clay">{missing}</p> : null}
        {error ? <p className="font-semibold text-danger">{error}</p> : null}
      </div>
    </div>
  );
}
