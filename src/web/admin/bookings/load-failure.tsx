import { ApiError } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";

type Props = { what: string; error: Error; onRetry: () => void };

/** What could not be loaded, the reference for whoever is asked about it, and the way to try again. */
export function LoadFailure({ what, error, onRetry }: Props) {
  const problem = error instanceof ApiError ? error.problem : { message: "" };
  const reason = problem.message || "The connection failed. Nothing was lost.";
  return (
    <div role="alert" className="space-y-3 rounded-xl border border-danger bg-danger-surface p-4 text-danger">
      <p className="font-semibold">We could not load {what}.</p>
      <p>
        {reason}
        {problem.requestId ? ` Reference: ${problem.requestId}` : ""}
      </p>
      <Button look="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
