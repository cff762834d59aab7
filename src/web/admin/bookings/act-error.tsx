import { reasonOf } from "./use-act.ts";

/** Why an act was refused, beside what caused it: a toast is gone after five seconds. */
export function ActError({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-lg border border-danger bg-danger-surface p-3 font-semibold text-danger">
      {reasonOf(error)}
    </p>
  );
}
