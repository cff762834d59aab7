import { clsx } from "clsx";
import { type ReactNode, type Ref, useId } from "react";

/** `id` is that of the field. */
export type FieldProblem = { id: string; message: ReactNode };

const LOOKS = { error: "border-danger bg-danger-surface text-danger", info: "border-line-strong bg-sunken text-ink" };

type Props = {
  title: string;
  ref?: Ref<HTMLDivElement>;
  problems?: FieldProblem[];
  /** `info` if nothing is wrong, but something else has to be done first. */
  look?: keyof typeof LOOKS;
  children?: ReactNode;
};

/** Above a form that could not be sent. */
export function ErrorSummary({ title, ref, problems = [], look = "error", children }: Props) {
  const titleId = useId();
  return (
    <div
      ref={ref}
      role={look === "error" ? "alert" : "status"}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={clsx("space-y-3 rounded-xl border-2 p-4 sm:p-5", LOOKS[look])}
    >
      <h2 id={titleId} className="text-lg font-bold">
        {title}
      </h2>
      {children}
      {problems.length > 0 ? (
        <ul className="space-y-1">
          {problems.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                onClick={(event) => {
                  // A link alone would only scroll; the field should get the focus.
                  event.preventDefault();
                  document.getElementById(id)?.focus();
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
