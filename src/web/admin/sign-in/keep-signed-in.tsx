import { useId } from "react";

type Props = { checked: boolean; onChange: (checked: boolean) => void };

export function KeepSignedIn({ checked, onChange }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          aria-describedby={`${id}-about`}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 accent-accent"
        />
        Keep me signed in on this device
      </label>
      <p id={`${id}-about`} className="pl-8 text-sm text-ink-soft">
        For 30 days. Use this only on a device that nobody else uses.
      </p>
    </div>
  );
}
