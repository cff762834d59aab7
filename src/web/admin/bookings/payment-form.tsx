import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { amountString, centsOf } from "#domain/money/currency.ts";
import { PAYMENT_METHODS, type PaymentKind } from "#domain/booking/payment.ts";
import { addPayment } from "../../api/admin-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useBaseVersion } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { METHOD_LABELS } from "./method-labels.ts";
import { fieldErrors } from "../../lib/display-error.ts";
import { useAct } from "./use-act.ts";

/** Prefilled with the amount due or overpaid, and today's date. */
export function PaymentForm({ booking, onDone }: { booking: BookingDetail; onDone: () => void }) {
  const due = centsOf(booking.dueAmount);
  const [kind, setKind] = useState<PaymentKind>(due < 0 ? "refund" : "payment");
  const [amount, setAmount] = useState(due === 0 ? "" : amountString(Math.abs(due), booking.currency));
  const [method, setMethod] = useState<(typeof PAYMENT_METHODS)[number]>("cash");
  const [paidOn, setPaidOn] = useState(booking.today);
  const act = useAct(booking.id);
  const form = useBaseVersion(booking, { about: ({ dueAmount }) => dueAmount, error: act.error });
  const errors = fieldErrors(act.error);
  const send = () => {
    act.mutate(
      {
        send: () => addPayment(form, { kind, amount, method, paidOn }),
        done: kind === "payment" ? "Payment recorded" : "Refund recorded",
        failed: `We couldn't record the ${kind}`,
      },
      { onSuccess: onDone },
    );
  };

  return (
    <Form onSubmit={send} className="mt-3 space-y-4 border-t border-line pt-4" aria-label="Record a payment">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Kind"
          error={errors["kind"]}
          value={kind}
          options={[
            ["payment", "Payment"],
            ["refund", "Refund"],
          ]}
          onChange={setKind}
        />
        <TextField
          label={`Amount (${booking.currency})`}
          error={errors["amount"]}
          inputMode="decimal"
          value={amount}
          onChange={setAmount}
        />
        <SelectField
          label="Method"
          error={errors["method"]}
          value={method}
          options={PAYMENT_METHODS.map((one) => [one, METHOD_LABELS[one]])}
          onChange={setMethod}
        />
        <TextField
          label="Date"
          error={errors["paidOn"]}
          type="date"
          max={booking.today}
          value={paidOn}
          onChange={setPaidOn}
        />
      </div>
      <ActError error={act.error} />
      <div className="flex gap-3">
        <Button type="submit" disabled={act.isBusy}>
          {act.isPending ? "Recording..." : "Record"}
        </Button>
        <Button look="secondary" onClick={onDone}>
          Close
        </Button>
      </div>
    </Form>
  );
}
