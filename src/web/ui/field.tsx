import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

export const inputClass =
  "block min-h-11 w-full rounded-lg border border-line-strong bg-surface px-3 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:border-2";

/** For the input. */
export type FieldParts = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

export type FieldProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** For an error summary to link to. */
  id?: string | undefined;
  className?: string | undefined;
};

type Props = FieldProps & { children: (parts: FieldParts) => ReactNode };

/** The label, the hint and the error are associated with the input for screen readers. */
export function Field({ label, hint, error, id: givenId, className, children }: Props) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={clsx("min-w-0 space-y-1", className)}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      ) : null}
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined })}
    </div>
  );
}
