import { ApiError } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { reasonOf } from "../../lib/display-error.ts";

type Props = {
  error: Error | null;
  /** Repeats the action despite what a platform's calendar shows. Offered only if the host may override it. */
  doAnyway?: () => void;
};

/** States next to a control why its action was refused, because a toast disappears after five seconds. */
export function ActError({ error, doAnyway }: Props) {
  if (!error) return null;
  return (
    <>
      <Reason error={error} />
      {doAnyway && mayOverride(error) ? (
        <Button look="danger" className="mt-3" onClick={doAnyway}>
          I've checked, continue anyway
        </Button>
      ) : null}
    </>
  );
}

function mayOverride(error: Error): boolean {
  return error instanceof ApiError && error.problem.mayOverride === true;
}

function Reason({ error }: { error: Error }) {
  return (
    <p role="alert" className="rounded-lg border border-danger bg-danger-surface p-3 font-semibold text-danger">
      {reasonOf(error)}
    </p>
  );
}
