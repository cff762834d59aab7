import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { SIGN_IN_REQUIRED } from "#contract/problem.ts";
import { currentAdminQuery, presentUsername } from "../../api/auth.ts";
import { type ApiError, recoverWith } from "../../api/client.ts";
import { explained } from "./outdated-page.ts";

type PendingSignIn = { signedIn: Promise<void>; resume: () => void };
/** API calls wait for the host to confirm their identity. */
type PendingConfirmation = { answered: Promise<void>; confirm: () => void; cancel: () => void };

/** Set when an API call is refused because the session has ended, until the host has signed in again or logged out. */
let ended: PendingSignIn | null = null;
let confirmation: PendingConfirmation | null = null;
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

function setEnded(next: typeof ended): void {
  ended = next;
  announce();
}

/**
 * If an API call is refused because the session has ended, it waits for a new sign-in and is then repeated, so that the
 * screen stays as it is. If nobody was signed in on this page, the sign-in page opens instead. If the page is outdated,
 * the error says so; `script` is the URL of the page's first script.
 */
export function watchRefusals(client: QueryClient, script: string): void {
  recoverWith((refused) => {
    if (refused.problem.confirm) return confirmedAgain(refused);
    if (refused.status === 400 || refused.status === 404) {
      return explained(refused, script).then((error) => Promise.reject(error));
    }
    const wasSignedIn = client.getQueryData(currentAdminQuery.queryKey) !== undefined;
    return wasSignedIn && isSessionEnd(refused) ? signedInAgain() : null;
  });
}

/** How long to wait for a response that may bring a new session. */
const NEW_SESSION_MS = 1000;

async function signedInAgain(): Promise<void> {
  const isSignedIn = async () => !ended && (await presentUsername().catch(() => null)) !== null;
  // The browser may already have a new session that began after this API call was sent. Or its response may still be on
  // the way: when the host sets up two-factor sign-in, for example, the server ends the old session before it responds.
  if (await isSignedIn()) return;
  if (!ended) await new Promise((resolve) => setTimeout(resolve, NEW_SESSION_MS));
  if (await isSignedIn()) return;
  if (!ended) {
    const { promise, resolve } = Promise.withResolvers<void>();
    setEnded({ signedIn: promise, resume: resolve });
    return promise;
  }
  return ended.signedIn;
}

/** If the host closes the dialog, the API call fails with its original error. */
function confirmedAgain(refused: ApiError): Promise<void> {
  if (!confirmation) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = () => {
      confirmation = null;
      announce();
    };
    confirmation = {
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
  return confirmation.answered;
}

function isSessionEnd({ status, problem }: ApiError): boolean {
  return status === 401 && problem.message === SIGN_IN_REQUIRED;
}

/** Repeats the waiting API calls. */
export function resumeAfterSignIn(): void {
  const { resume } = ended ?? {};
  setEnded(null);
  resume?.();
}

/** Abandons the API calls that are waiting for a sign-in. */
export function forgetEndedSession(): void {
  setEnded(null);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => ended !== null);
}

export function usePendingConfirmation(): Pick<PendingConfirmation, "confirm" | "cancel"> | null {
  return useSyncExternalStore(subscribe, () => confirmation);
}
