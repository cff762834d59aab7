import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { paths } from "../../lib/paths.ts";
import { forgetEndedSession } from "./session-end.ts";

/** A history state of the sign-in page. */
export const SIGN_OUT_FAILED = "sign-out-failed";

/**
 * `call` is one of the two log-out calls in SPEC 7. Whatever its result, the sign-in page opens (SPEC 4) and says if
 * the log-out failed.
 */
export function useSignOut(call: () => Promise<unknown>) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onSettled: (_response, error) => {
      forgetHost(client);
      navigate(paths.admin.login, { replace: true, ...(error ? { state: SIGN_OUT_FAILED } : {}) });
    },
  });
  return { signOut: () => mutate(), isPending };
}

/** The next person at this browser must not see this host's data. */
export function forgetHost(client: QueryClient): void {
  client.clear();
  forgetEndedSession();
}
