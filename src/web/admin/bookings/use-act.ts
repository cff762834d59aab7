import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { BOOKING_PAGES, bookingQuery } from "../../api/admin-bookings.ts";
import { ApiError } from "../../api/client.ts";
import { formatDate } from "../../lib/format-date.ts";
import { toast } from "../../ui/toast-store.ts";

export type Act = {
  send: () => Promise<BookingDetail>;
  /** The values that the screen shows at once, before the server has responded. */
  shows?: Partial<BookingDetail>;
  done: string | ((after: BookingDetail) => string);
  failed: string;
};

/**
 * Actions on one booking. If the server refuses, `shows` is rolled back and a toast gives the reason. `isBusy` is true
 * while any action on the booking is on its way: each needs the version that the one before it returns.
 */
export function useAct(bookingId: string) {
  const client = useQueryClient();
  const { queryKey } = bookingQuery(bookingId);
  // The library's own hook for this would be part of the portal's first screen.
  const isBusy = useSyncExternalStore(
    (changed) => client.getMutationCache().subscribe(changed),
    () => client.isMutating({ mutationKey: queryKey }) > 0,
  );
  const act = useMutation({
    mutationKey: queryKey,
    mutationFn: (act: Act) => act.send(),
    onMutate: async (act) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before && act.shows) client.setQueryData(queryKey, { ...before, ...act.shows });
      return { before };
    },
    onSuccess: (after, act) => {
      client.setQueryData(queryKey, after);
      toast({ title: typeof act.done === "string" ? act.done : act.done(after) });
    },
    onError: (error, act, context) => {
      if (context?.before) client.setQueryData(queryKey, context.before);
      toast({ title: act.failed, description: reasonOf(error), variant: "destructive" });
      // Someone else has changed the booking: show its current state.
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries({ queryKey });
    },
    onSettled: () => client.invalidateQueries(BOOKING_PAGES),
  });
  return { ...act, isBusy };
}

/** The reason that the server gave, with the dates of any taken nights. */
export function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) {
    return navigator.onLine
      ? "The connection failed. Please try again."
      : "You are offline. We keep what you typed. Try again when you're back online.";
  }
  const { message, nights, requestId } = error.problem;
  const taken = nights?.length ? ` Taken: ${nights.map((night) => formatDate(night, "short")).join("; ")}.` : "";
  const reference = error.status >= 500 && requestId ? ` Reference: ${requestId}` : "";
  return `${message || "Something went wrong. Please try again."}${taken}${reference}`;
}

/** What a failed save means for the host's input. Without an answer from the server, the save may have succeeded. */
export function afterFailure(error: Error): string {
  return error instanceof ApiError && error.status < 500
    ? "Nothing was saved; what you typed is still here."
    : "We don't know whether your changes were saved. What you typed is still here.";
}

/** The server's message for each rejected field. */
export function fieldErrors(error: Error | null): Record<string, string> {
  return error instanceof ApiError ? (error.problem.fields ?? {}) : {};
}
