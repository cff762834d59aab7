import type { ComponentProps } from "react";
import { ErrorSummary } from "../../ui/error-summary.tsx";

type Props = ComponentProps<typeof ErrorSummary> & { problems: { id: string; message: string }[] };

/**
 * Each message is preceded by the field's name, because many messages, such as "Use at most 160 characters", do not say
 * which field they are about.
 */
export function NamedErrorSummary({ problems, ...props }: Props) {
  const named = problems.map(({ id, message }) => ({
    id,
    message: (
      <span>
        <FieldName id={id} />
        {message}
      </span>
    ),
  }));
  return <ErrorSummary {...props} problems={named} />;
}

/** Read from the page after rendering, because the field may be rendered together with the summary. */
function FieldName({ id }: { id: string }) {
  return (
    <span
      ref={(span) => {
        const name = nameOf(id);
        // Writing the same text again would make screen readers repeat the alert.
        if (span && span.textContent !== name) span.textContent = name;
      }}
    />
  );
}

/** The name of the group and of the field, such as "Kandy Lake, Description: ". */
function nameOf(id: string): string {
  const field = document.getElementById(id);
  const group = field?.parentElement?.closest("details[id], fieldset")?.querySelector("summary, legend");
  const label = document.querySelector(`label[for="${id}"]`) ?? field?.querySelector("summary, legend");
  const names = [group, label].map((one) => one?.textContent).filter(Boolean);
  return names.length > 0 ? `${names.join(", ")}: ` : "";
}
