import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { SIGN_IN_REQUIRED } from "#contract/problem.ts";
import { currentAdminQuery } from "../../api/auth.ts";
import { type ApiError, recoverWith } from "../../api/client.ts";

/** Set from the first call that finds the session ended until the host has signed in again. */
let ended: { signedIn: Promise<void>; goOn: () => void } | null = null;
const listeners = new Set<() => void>();

function change(next: typeof ended): void {
  ended = next;
  for (const listener of listeners) listener();
}

/**
 * Has every call of the portal that meets the end of the session wait for the sign-in and go on after it, so that the
 * screen stays as it is. A page on which nobody was signed in is led to the sign-in page instead.
 */
export function watchSessionEnd(client: QueryClient): void {
  recoverWith((refused) => {
    const wasSignedIn = client.getQueryData(currentAdminQuery.queryKey) !== undefined;
    return wasSignedIn && isSessionEnd(refused) ? signedInAgain() : null;
  });
}

function signedInAgain(): Promise<void> {
  if (!ended) {
    const { promise, resolve } = Promise.withResolvers<void>();
    change({ signedIn: promise, goOn: resolve });
    return promise;
  }
  return ended.signedIn;
}

function isSessionEnd({ status, problem }: ApiError): boolean {
  return status === 401 && problem.message === SIGN_IN_REQUIRED;
}

/** The host is signed in again: the dialog closes and the calls that waited are made once more. */
export function goOnSignedIn(): void {
  const { goOn } = ended ?? {};
  change(null);
  goOn?.();
}

/** The host has left on purpose: nothing waits for a sign-in. */
export function forgetEndedSession(): void {
  change(null);
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ended !== null,
  );
}
