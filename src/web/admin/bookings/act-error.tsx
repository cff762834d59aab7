import { ApiError } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { reasonOf } from "../../lib/display-error.ts";

type Props = {
  error: Error | null;
  /** Repeats the action despite the warnings. Offered only after a warning. */
  doAnyway?: (confirmedWarnings: string[]) => void;
};

/** Stays next to the control, because a toast disappears after five seconds. */
export function ActError({ error, doAnyway }: Props) {
  if (!error) return null;
  const { warnings } = error instanceof ApiError ? error.problem : {};
  return (
    <>
      <p
        ref={focusWrongField}
        role="alert"
        className="rounded-lg border border-danger bg-danger-surface p-3 font-semibold text-danger"
      >
        {reasonOf(error)}
      </p>
      {doAnyway && warnings ? (
        <Button look="danger" className="mt-3" onClick={() => doAnyway(warnings)}>
          I've checked, continue anyway
        </Button>
      ) : null}
    </>
  );
}

/** On a phone, the field that the server refused may be far above the button. */
function focusWrongField(reason: HTMLElement | null): void {
  reason?.closest("form")?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
}
