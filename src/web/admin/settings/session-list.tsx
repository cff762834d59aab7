import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { KEPT_SESSION_MS } from "#domain/auth/session.ts";
import type { AdminSession } from "#contract/auth.ts";
import { devicesQuery, endAllSessions, endSession, forgetDevice, sessionsQuery } from "../../api/auth.ts";
import { paths } from "../../lib/paths.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { LoadError } from "../frame/load-error.tsx";
import { forgetHost } from "../frame/use-sign-out.ts";
import { dayAtCottage } from "./day-at-cottage.ts";

type Zone = { timeZone: string };

export function SessionList({ timeZone }: Zone) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const failed = () =>
    toast({ title: "Error", description: "Sign-out failed. Please try again.", variant: "destructive" });
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
            <SessionText session={session} timeZone={timeZone} />
            {session.current ? (
              <span className="rounded-full bg-good-surface px-3 py-1 text-sm font-semibold text-good">
                This device
              </span>
            ) : (
              <Button
                look="secondary"
                aria-label={`Sign out ${session.device}, last seen ${formatMoment(session.lastSeenAt, timeZone, "short")}`}
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
      <p className="mt-2 max-w-prose text-sm text-ink-soft">
        Signing out another device also turns off its notifications. “Sign out everywhere” signs out this device too,
        but its notifications stay on. You can turn them off under Notifications.
      </p>
      <KnownDevices timeZone={timeZone} />
    </div>
  );
}

/** Other people's failed attempts never lock these browsers out, so the host should remove a lost phone. */
function KnownDevices({ timeZone }: Zone) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const { data: devices, error, refetch } = useQuery({ ...devicesQuery, enabled: open });
  const forget = useMutation({
    mutationFn: forgetDevice,
    onError: () =>
      toast({
        title: "Error",
        description: "We couldn't forget this device. Please try again.",
        variant: "destructive",
      }),
    onSettled: () => client.invalidateQueries(devicesQuery),
  });
  return (
    <details className="mt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline">
        Devices we recognize
      </summary>
      <p className="mt-1 max-w-prose text-sm text-ink-soft">
        You have signed in on these in the last 90 days. They still need your password or passkey, but other people's
        failed attempts never lock you out on them. Forgetting a device also turns off its notifications.
      </p>
      {error ? <LoadError error={error} what="your devices" retry={() => void refetch()} /> : null}
      <ul className="my-3 divide-y divide-line rounded-xl border border-line">
        {(devices ?? []).map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div>
              <p className="font-medium">
                {device.device}
                {device.current ? " (this device)" : ""}
              </p>
              <p className="text-sm text-ink-soft">
                Last sign-in {formatMoment(device.lastSignInAt, timeZone, "short")}
              </p>
            </div>
            <Button
              look="secondary"
              aria-label={`Forget ${device.device}, last sign-in ${formatMoment(device.lastSignInAt, timeZone, "short")}`}
              disabled={forget.isPending}
              onClick={() => forget.mutate(device.id)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function SessionText({ session, timeZone }: Zone & { session: AdminSession }) {
  return (
    <div>
      <p className="font-medium">{session.device}</p>
      <p className="text-sm text-ink-soft">
        Last seen {formatMoment(session.lastSeenAt, timeZone, "short")}
        {session.kept ? `. Kept signed in until ${keptUntil(session, timeZone)}` : ""}
      </p>
    </div>
  );
}

function keptUntil({ signedInAt }: AdminSession, timeZone: string): string {
  const until = new Date(new Date(signedInAt).getTime() + KEPT_SESSION_MS);
  return dayAtCottage(until.toISOString(), timeZone);
}
