import { ApiError } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";

const NO_ANSWER = "The server didn't respond. Check your connection and try again.";
const OFFLINE = "You are offline. We'll load this when you're back online.";

export function LoadError({ error, what, retry }: { error: Error; what: string; retry: () => void }) {
  const problem = error instanceof ApiError ? error.problem : null;
  return (
    <div role="alert" className="my-6 max-w-xl space-y-3 rounded-xl border border-danger bg-danger-surface p-5">
      <p className="font-semibold text-danger">We couldn't load {what}.</p>
      <p>{problem?.message || (navigator.onLine ? NO_ANSWER : OFFLINE)}</p>
      {problem?.requestId ? (
        <p className="text-sm">
          Reference: <code>{problem.requestId}</code>
        </p>
      ) : null}
      <Button look="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
