import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { CHANGE_EVENT, LIVE_PATH, SIGNED_OUT_EVENT } from "#contract/live.ts";
import { currentAdminQuery } from "../../api/auth.ts";
import { inBackground } from "../../api/client.ts";
import { loadShowNotice } from "./prefetch.ts";

/** The path prefixes of the queries that a change may affect. */
const TOUCHED = [
  "/api/admin/bookings",
  "/api/admin/blocks",
  "/api/admin/calendar",
  "/api/admin/channels",
  "/api/admin/dashboard",
  "/api/admin/analytics",
  "/api/admin/scheduled-messages",
  "/api/admin/conversations",
  "/api/availability",
];

/** The last delay repeats. */
const REOPEN_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000];
/** Shorter interruptions are not reported to the host. */
const TELL_AFTER_MS = 10_000;

export type Live = {
  notice: ReactNode;
  /** False once the screen may have been out of date for a while. */
  connected: boolean;
};

/**
 * Refetches data when the server reports a change; forms keep what was typed. A hidden tab disconnects, and refetches
 * its data when it is shown again.
 */
export function useLive(): Live {
  const client = useQueryClient();
  const [notice, setNotice] = useState<ReactNode>(null);
  const [connected, setConnected] = useState(true);
  useEffect(
    () =>
      follow({
        onOpen: (missed) => {
          setConnected(true);
          if (missed) refetchAll(client);
        },
        onChange: (data) => {
          refetchAll(client);
          // If this code can't be loaded, the screen is updated without the notice.
          void loadShowNotice().then(
            (showNotice) => {
              const next = showNotice(data, client);
              // A change that is not announced leaves the last notice in place.
              if (next) setNotice(next);
            },
            () => {},
          );
        },
        onSilence: () => setConnected(false),
        isSignedIn: () => checkSignIn(client),
      }),
    [client],
  );
  return { notice, connected };
}

type Follower = {
  onOpen: (missed: boolean) => void;
  onChange: (data: string) => void;
  onSilence: () => void;
  /** Resolves when the stream may be opened: if the session has ended, after the host has signed in again. */
  isSignedIn: () => Promise<unknown>;
};

/** Listens while the tab is shown, and reopens the stream after each interruption. Returns a function to stop. */
function follow({ onOpen, onChange, onSilence, isSignedIn }: Follower): () => void {
  let source: EventSource | null = null;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let breaks = 0;
  let missed = false;
  // The result of an earlier attempt must not open a second stream.
  let attempt = 0;

  function listen(): void {
    source = new EventSource(LIVE_PATH);
    source.addEventListener("open", () => {
      clearTimeout(silence);
      silence = undefined;
      breaks = 0;
      onOpen(missed);
      missed = false;
    });
    source.addEventListener(CHANGE_EVENT, (event) => onChange(event.data));
    source.addEventListener("error", reopenLater);
    // This browser itself may have renewed the session, by setting a new password or second factor. In that case the
    // screen stays as it is, with any recovery codes that it shows, and the stream reopens.
    source.addEventListener(SIGNED_OUT_EVENT, reopen);
  }

  /** Checks the sign-in first, because an interruption may mean that the session has ended. */
  function reopen(): void {
    close();
    const mine = attempt;
    isSignedIn().then(
      () => mine === attempt && listen(),
      () => mine === attempt && reopenLater(),
    );
  }

  function reopenLater(): void {
    close();
    silence ??= setTimeout(onSilence, TELL_AFTER_MS);
    const delay = REOPEN_DELAYS_MS[Math.min(breaks, REOPEN_DELAYS_MS.length - 1)] ?? 0;
    breaks += 1;
    reopening = setTimeout(reopen, delay);
  }

  function close(): void {
    attempt += 1;
    missed = true;
    clearTimeout(reopening);
    source?.close();
  }

  function stop(): void {
    close();
    clearTimeout(silence);
    silence = undefined;
  }

  function begin(): void {
    breaks = 0;
    if (!document.hidden) reopen();
  }

  const followVisibility = () => {
    stop();
    begin();
  };
  if (!document.hidden) listen();
  document.addEventListener("visibilitychange", followVisibility);
  addEventListener("online", begin);
  return () => {
    document.removeEventListener("visibilitychange", followVisibility);
    removeEventListener("online", begin);
    stop();
  };
}

function checkSignIn(client: QueryClient): Promise<unknown> {
  let check: Promise<unknown> = Promise.resolve();
  inBackground(() => {
    check = client.fetchQuery({ ...currentAdminQuery, staleTime: 0 });
  });
  return check;
}

function refetchAll(client: QueryClient): void {
  inBackground(() => {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => TOUCHED.some((start) => String(queryKey[0]).startsWith(start)),
    });
  });
}
