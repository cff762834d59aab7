import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { HostPayments } from "#contract/payments.ts";
import { amountFromText, amountText, moneyText, typedExamples } from "#domain/money/currency.ts";
import { bookingQuery } from "../../api/admin-bookings.ts";
import { statusOf } from "../../api/client.ts";
import { onlinePaymentsQuery, refund } from "../../api/host-payments.ts";
import { Form } from "../../ui/form.tsx";
import { FormButtons } from "../../ui/form-buttons.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { ActError } from "./act-error.tsx";
import { howRefunded } from "./refund-text.ts";

type Props = { booking: BookingDetail; data: HostPayments; done: () => void };

/** The amount is prefilled with what was overpaid or, if nothing was, with what the policy refunds. */
export function RefundForm({ booking, data, done }: Props) {
  const client = useQueryClient();
  const { suggestedRefundCents, currency } = data;
  const [amount, setAmount] = useState(suggestedRefundCents > 0 ? amountText(suggestedRefundCents, currency) : "");
  // The amount that the host saw. A retry after a lost response must fail, so the amount from a refreshed list is used
  // only after a 409.
  const [expectedRefundableCents, setExpected] = useState(data.refundableCents);
  const sending = useMutation({
    mutationFn: (amountCents: number) => refund(booking.id, { amountCents, expectedRefundableCents }),
    onError: async (error) => {
      if (statusOf(error) !== 409) return;
      const now = await client.fetchQuery(onlinePaymentsQuery(booking.id));
      setExpected(now.refundableCents);
    },
    onSuccess: async (after) => {
      client.setQueryData(onlinePaymentsQuery(booking.id).queryKey, after);
      toast({ title: data.provider?.refunds === "any" ? "The refund is on its way" : "Refund requested" });
      await client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
      done();
    },
  });
  const cents = amountFromText(amount, currency);
  const [tried, setTried] = useState(false);
  const send = () => {
    setTried(true);
    if (cents) sending.mutate(cents);
  };
  return (
    <Form onSubmit={send} className="space-y-3" aria-label="Refund">
      <TextField
        label={`Amount (${currency})`}
        hint={`Up to ${moneyText(data.refundableCents, currency)}. ${howRefunded(data.provider)}`}
        error={tried && !cents ? `Enter an amount, like ${typedExamples(currency)}` : undefined}
        inputMode="decimal"
        value={amount}
        onChange={(changed) => {
          setAmount(changed);
          // An error about another amount no longer applies.
          if (sending.isError) sending.reset();
        }}
      />
      <ActError error={sending.error} />
      <FormButtons label="Refund" busyLabel="Sending..." busy={sending.isPending} onCancel={done} />
    </Form>
  );
}
