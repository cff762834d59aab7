import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messagesQuery, sendTestMail } from "../../api/messaging.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ActError } from "../bookings/act-error.tsx";

export function TestMailButton({ to, disabled = false }: { to: string; disabled?: boolean }) {
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: sendTestMail,
    onSettled: () => client.invalidateQueries({ queryKey: messagesQuery.queryKey }),
  });
  return (
    <div className="mt-3 space-y-3">
      <Button look="secondary" disabled={disabled || test.isPending} onClick={() => test.mutate()}>
        {test.isPending ? "Sending..." : "Send a test email"}
      </Button>
      {test.data ? (
        <Notice look="info">
          We're sending a test email to {test.data.to}. Automated Messaging shows whether it was sent.
        </Notice>
      ) : (
        <p className="text-sm text-ink-soft wrap-anywhere">We'll send it to {to}.</p>
      )}
      <ActError error={test.error} />
    </div>
  );
}
