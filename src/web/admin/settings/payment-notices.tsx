import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { connectNotices, disconnectNotices, paymentNoticesQuery } from "../../api/host-payments.ts";
import { reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast-store.ts";

/** Whether the provider tells us of payments, and a button for it where that can be set up here. */
export function PaymentNotices({ label }: { label: string }) {
  const client = useQueryClient();
  const { data } = useQuery(paymentNoticesQuery);
  const done = (title: string) => ({
    onSuccess: () => toast({ title }),
    onSettled: () => client.invalidateQueries({ queryKey: paymentNoticesQuery.queryKey }),
  });
  const connect = useMutation({ mutationFn: connectNotices, ...done(`${label}'s notices are connected`) });
  const disconnect = useMutation({ mutationFn: disconnectNotices, ...done(`${label}'s notices are disconnected`) });
  // Without this the rest of the screen works as well, and nothing can be set up.
  if (!data || !(data.mayConnect || data.address)) return null;
  const { source, mayConnect, address, problem } = data;
  const busy = connect.isPending || disconnect.isPending;
  const failed = connect.error ?? disconnect.error;
  const isConnected = source === "portal" && !problem;
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <h3 className="font-semibold">{label}'s notices</h3>
      <p className="text-sm text-ink-soft wrap-anywhere">{aboutText(source, label, isConnected)}</p>
      {problem ? <Notice look="error">{problem}</Notice> : null}
      {failed ? <Notice look="error">{reasonOf(failed)}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        {mayConnect ? (
          <Button
            look={isConnected ? "secondary" : "primary"}
            aria-disabled={busy}
            onClick={() => busy || connect.mutate()}
          >
            {connect.isPending ? "Connecting..." : `Connect ${label}'s notices${address ? " again" : ""}`}
          </Button>
        ) : null}
        {address ? (
          <Button look="quiet" aria-disabled={busy} onClick={() => busy || disconnect.mutate()}>
            {disconnect.isPending ? "Disconnecting..." : "Disconnect"}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function aboutText(source: "environment" | "portal" | "none", label: string, isConnected: boolean): string {
  if (source === "environment")
    return `STRIPE_WEBHOOK_SECRET is set on the server and counts. What was connected here earlier is not used.`;
  if (isConnected) return `${label} tells Latchkey of every payment at once.`;
  return `Latchkey asks ${label} about each payment, and finds it within a minute. Connected, ${label} tells us at once.`;
}
