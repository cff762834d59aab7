import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { connectWebhook, disconnectWebhook, paymentWebhookQuery } from "../../api/host-payments.ts";
import { reasonOf } from "../../lib/display-error.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast-store.ts";

/** Whether the provider notifies us of payments. Some providers' notifications can be set up here. */
export function PaymentUpdates({ label }: { label: string }) {
  const client = useQueryClient();
  const { data } = useQuery(paymentWebhookQuery);
  const done = (title: string) => ({
    onSuccess: () => toast({ title }),
    onSettled: () => client.invalidateQueries({ queryKey: paymentWebhookQuery.queryKey }),
  });
  const connect = useMutation({ mutationFn: connectWebhook, ...done(`Payment updates from ${label} are connected`) });
  const disconnect = useMutation({
    mutationFn: disconnectWebhook,
    ...done(`Payment updates from ${label} are disconnected`),
  });
  // The rest of the screen works without this section.
  if (!data || !(data.mayConnect || data.address)) return null;
  const { source, mayConnect, address, problem } = data;
  const busy = connect.isPending || disconnect.isPending;
  const failed = connect.error ?? disconnect.error;
  const isConnected = source === "portal" && !problem;
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <h3 className="font-semibold">Payment updates from {label}</h3>
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
            {connect.isPending ? "Connecting..." : `Connect payment updates${address ? " again" : ""}`}
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
    return `Payment updates are set up on the server (STRIPE_WEBHOOK_SECRET), so a connection made here is not used.`;
  if (isConnected) return `${label} tells us about every payment right away.`;
  return `We ask ${label} about each payment, which takes up to a minute. Once connected, ${label} tells us right away.`;
}
