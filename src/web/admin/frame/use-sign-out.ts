import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { paths } from "../../lib/paths.ts";

/** `call` is one of the two of SPEC 7. SPEC 4 and 8: whatever comes of the call, the host is led to the sign-in; a failure is only logged. */
export function useSignOut(call: () => Promise<unknown>) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: call,
    onError: (error) => console.error("Signing out failed", error),
    onSettled: () => {
      // What one host has seen is not for the next who sits down at this browser.
      client.clear();
      navigate(paths.admin.login, { replace: true });
    },
  });
  return { signOut: () => mutate(), isPending };
}
