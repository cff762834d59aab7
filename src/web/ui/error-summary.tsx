import { clsx } from "clsx";
import { type ReactNode, type Ref, useId } from "react";

/** One error: the message, which is also shown next to the field, and the field's id. */
export type FieldProblem = { id: string; message: ReactNode };

const LOOKS = { error: "border-danger bg-danger-surface text-danger", info: "border-line-strong bg-sunken text-ink" };

type Props = {
  title: string;
  /** The form moves the focus here if it could not be sent. */
  ref?: Ref<HTMLDivElement>;
  problems?: FieldProblem[];
  /** `info` if nothing is wrong but something else has to be done first. */
  look?: keyof typeof LOOKS;
  children?: ReactNode;
};

/** Shown above a form that could not be sent. Lists the errors, each with a link to its field. */
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
