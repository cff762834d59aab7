import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CHANGE_EVENT, LIVE_PATH, liveChange, type LiveChange, SIGNED_OUT_EVENT } from "#contract/live.ts";
import { currentAdminQuery } from "../../api/auth.ts";
import { inBackground } from "../../api/client.ts";

/** Queries that a change touches, by how their addresses begin. */
const TOUCHED = [
  "/api/admin/bookings",
  "/api/admin/blocks",
  "/api/admin/calendar",
  "/api/admin/channels",
  "/api/admin/dashboard",
  "/api/admin/analytics",
  "/api/admin/scheduled-messages",
  "/api/availability",
];

/**
 * Keeps what is on the screen true: when the server tells of a change, what is shown is asked for again. Forms keep
 * what was typed. A hidden tab does not listen, and catches up when it is shown. Answers the last change.
 */
export function useLive(): LiveChange | null {
  const client = useQueryClient();
  const [last, setLast] = useState<LiveChange | null>(null);

  useEffect(() => {
    let source: EventSource | null = null;
    let missed = false;
    const listen = () => {
      source = new EventSource(LIVE_PATH);
      source.addEventListener("open", () => {
        if (missed) askAgain(client);
        missed = false;
      });
      source.addEventListener("error", () => {
        missed = true;
      });
      source.addEventListener(CHANGE_EVENT, (event) => {
        const change = liveChange.safeParse(JSON.parse(event.data));
        if (!change.success) return;
        askAgain(client);
        setLast(change.data);
      });
      source.addEventListener(SIGNED_OUT_EVENT, () => {
        source?.close();
        // The session may have been renewed by this very browser (a new password, a second factor): then the screen
        // stays as it is, with what it shows only once, and the stream begins anew.
        client.fetchQuery({ ...currentAdminQuery, staleTime: 0 }).then(listen, () => undefined);
      });
    };
    const followVisibility = () => {
      source?.close();
      missed = true;
      if (!document.hidden) listen();
    };
    if (!document.hidden) listen();
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      source?.close();
    };
  }, [client]);

  return last;
}

function askAgain(client: QueryClient): void {
  inBackground(() => {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => TOUCHED.some((start) => String(queryKey[0]).startsWith(start)),
    });
  });
}
