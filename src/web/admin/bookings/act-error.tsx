import { paths } from "../../lib/paths.ts";
import { reasonOf, sessionHasEnded } from "./use-act.ts";

/** Why an act was refused, beside what caused it: a toast is gone after five seconds. */
export function ActError({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-lg border border-danger bg-danger-surface p-3 font-semibold text-danger">
      {reasonOf(error)}
      {sessionHasEnded(error) ? <SignInElsewhere /> : null}
    </p>
  );
}

/** In a window of its own, so that what was typed on this page stays. */
function SignInElsewhere() {
  return (
    <>
      {" "}
      <a href={paths.admin.login} target="_blank" rel="noreferrer" className="underline">
        Sign in
      </a>
    </>
  );
}
