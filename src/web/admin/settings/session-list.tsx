import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { AdminSession } from "#contract/auth.ts";
import { endAllSessions, endSession, sessionsQuery } from "../../api/auth.ts";
import { paths } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { LoadError } from "../frame/load-error.tsx";
import { forgetHost } from "../frame/use-sign-out.ts";

/** Where this account is signed in. */
export function SessionList() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const failed = () =>
    toast({ title: "Error", description: "Nobody was signed out. Please try again.", variant: "destructive" });
  const endOne = useMutation({
    mutationFn: endSession,
    onError: failed,
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
  const endAll = useMutation({
    mutationFn: endAllSessions,
    onError: failed,
    onSuccess: () => {
      forgetHost(client);
      navigate(paths.admin.login, { replace: true });
    },
  });

  return (
    <div className="border-t border-line pt-5">
      <h3 className="font-semibold">Where you are signed in</h3>
      {error ? <LoadError error={error} what="your sessions" retry={() => void refetch()} /> : null}
      <ul className="my-3 divide-y divide-line rounded-xl border border-line">
        {(sessions ?? []).map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <Words session={session} />
            {session.current ? (
              <span className="rounded-full bg-good-surface px-3 py-1 text-sm font-semibold text-good">
                This device
              </span>
            ) : (
              <Button
                look="secondary"
                aria-label={`Sign out ${session.device}, last seen ${lastSeen(session)}`}
                disabled={endOne.isPending}
                onClick={() => endOne.mutate(session.id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button look="secondary" disabled={endAll.isPending} onClick={() => endAll.mutate()}>
        Sign out everywhere
      </Button>
    </div>
  );
}

function Words({ session }: { session: AdminSession }) {
  return (
    <div>
      <p className="font-medium">{session.device}</p>
      <p className="text-sm text-ink-soft">Last seen {lastSeen(session)}</p>
    </div>
  );
}

function lastSeen({ lastSeenAt }: AdminSession): string {
  return new Date(lastSeenAt).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" });
}
