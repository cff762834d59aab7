import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { BOOKING_PAGES, bookingQuery } from "../../api/admin-bookings.ts";
import { statusOf } from "../../api/client.ts";
import { toast } from "../../ui/toast-store.ts";
import { failureToast } from "../frame/failure-toast.ts";

export type Act = {
  send: () => Promise<BookingDetail>;
  /** What the screen shows until the server has responded. */
  shows?: Partial<BookingDetail>;
  done: string | ((after: BookingDetail) => string);
  failed: string;
};

/** `isBusy` covers all actions on the booking, because each needs the version that the previous one returns. */
export function useAct(bookingId: string) {
  const client = useQueryClient();
  const { queryKey } = bookingQuery(bookingId);
  // The library's own hook for this is not used, because it would be loaded with the portal's first screen.
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
      failureToast(act.failed)(error);
      // Someone else may have changed the booking: show its current state.
      if (statusOf(error) === 409) void client.invalidateQueries({ queryKey });
    },
    onSettled: () => client.invalidateQueries(BOOKING_PAGES),
  });
  return { ...act, isBusy };
}
