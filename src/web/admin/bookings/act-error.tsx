import { ApiError } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { reasonOf } from "./use-act.ts";

type Props = {
  error: Error | null;
  /** Does it all the same; offered where a platform speaks against it and the host may decide. */
  doAnyway?: () => void;
};

/** Why an act was refused, beside what caused it: a toast is gone after five seconds. */
export function ActError({ error, doAnyway }: Props) {
  if (!error) return null;
  return (
    <>
      <Reason error={error} />
      {doAnyway && mayOverride(error) ? (
        <Button look="danger" className="mt-3" onClick={doAnyway}>
          I have checked: do it anyway
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
