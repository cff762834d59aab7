import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { SIGN_IN_REQUIRED } from "#contract/problem.ts";
import { currentAdminQuery, presentUsername } from "../../api/auth.ts";
import { type ApiError, recoverWith } from "../../api/client.ts";

type Waiting = { signedIn: Promise<void>; goOn: () => void };
/** A call that asks the host to confirm that it is them. */
type Asking = { answered: Promise<void>; confirm: () => void; cancel: () => void };

/** Set from the first call that finds the session ended until the host has signed in again. */
let ended: Waiting | null = null;
let asking: Asking | null = null;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function change(next: typeof ended): void {
  ended = next;
  announce();
}

/**
 * Has every call of the portal that meets the end of the session wait for the sign-in and go on after it, so that the
 * screen stays as it is. A page on which nobody was signed in is led to the sign-in page instead.
 */
export function watchSessionEnd(client: QueryClient): void {
  recoverWith((refused) => {
    if (refused.problem.confirm) return confirmedAgain(refused);
    const wasSignedIn = client.getQueryData(currentAdminQuery.queryKey) !== undefined;
    return wasSignedIn && isSessionEnd(refused) ? signedInAgain() : null;
  });
}

async function signedInAgain(): Promise<void> {
  // A call that was on its way while another got this browser a new session met the end of the old one only.
  if (!ended && (await presentUsername().catch(() => null))) return;
  if (!ended) {
    const { promise, resolve } = Promise.withResolvers<void>();
    change({ signedIn: promise, goOn: resolve });
    return promise;
  }
  return ended.signedIn;
}

/** Waits for password or passkey; the call fails as it was refused when the host closes the question. */
function confirmedAgain(refused: ApiError): Promise<void> {
  if (!asking) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = () => {
      asking = null;
      announce();
    };
    asking = {
      answered: promise,
      confirm: () => {
        end();
        resolve();
      },
      cancel: () => {
        end();
        reject(refused);
      },
    };
    announce();
  }
  return asking.answered;
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

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => ended !== null);
}

/** What asks the host to confirm just now; null for nothing. */
export function useAsking(): Pick<Asking, "confirm" | "cancel"> | null {
  return useSyncExternalStore(subscribe, () => asking);
}
