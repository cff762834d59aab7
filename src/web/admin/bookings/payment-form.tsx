import { type FormEvent, useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { amountString, centsOf } from "#domain/money/currency.ts";
import { PAYMENT_METHODS, type PaymentKind } from "#domain/booking/payment.ts";
import { addPayment } from "../../api/admin-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { useSeen } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { METHOD_LABELS } from "./method-labels.ts";
import { fieldErrors } from "../../lib/display-error.ts";
import { useAct } from "./use-act.ts";

/** Records a payment or refund. The form is prefilled with the amount due and today's date. */
export function PaymentForm({ booking, onDone }: { booking: BookingDetail; onDone: () => void }) {
  const due = centsOf(booking.dueAmount);
  const [kind, setKind] = useState<PaymentKind>(due < 0 ? "refund" : "payment");
  const [amount, setAmount] = useState(due === 0 ? "" : amountString(Math.abs(due), booking.currency));
  const [method, setMethod] = useState<(typeof PAYMENT_METHODS)[number]>("cash");
  const [paidOn, setPaidOn] = useState(booking.today);
  const act = useAct(booking.id);
  const form = useSeen(booking, { about: ({ dueAmount }) => dueAmount, error: act.error });
  const errors = fieldErrors(act.error);
  const send = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(
      {
        send: () => addPayment(form, { kind, amount, method, paidOn }),
        done: kind === "payment" ? "Payment recorded" : "Refund recorded",
        failed: "We couldn't record the payment",
      },
      { onSuccess: onDone },
    );
  };

  return (
    <form noValidate onSubmit={send} className="mt-3 space-y-4 border-t border-line pt-4" aria-label="Record a payment">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Kind" error={errors["kind"]}>
          {(parts) => (
            <select
              {...parts}
              className={inputClass}
              value={kind}
              onChange={(event) => setKind(event.target.value === "refund" ? "refund" : "payment")}
            >
              <option value="payment">Payment</option>
              <option value="refund">Refund</option>
            </select>
          )}
        </Field>
        <Field label={`Amount (${booking.currency})`} error={errors["amount"]}>
          {(parts) => (
            <input
              {...parts}
              inputMode="decimal"
              autoComplete="off"
              className={inputClass}
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
        </Field>
        <Field label="Method" error={errors["method"]}>
          {(parts) => (
            <select
              {...parts}
              className={inputClass}
              value={method}
              onChange={(event) => setMethod(PAYMENT_METHODS.find((one) => one === event.target.value) ?? "other")}
            >
              {PAYMENT_METHODS.map((one) => (
                <option key={one} value={one}>
                  {METHOD_LABELS[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Date" error={errors["paidOn"]}>
          {(parts) => (
            <input
              {...parts}
              type="date"
              max={booking.today}
              className={inputClass}
              value={paidOn}
              onChange={(event) => setPaidOn(event.target.value)}
            />
          )}
        </Field>
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
    </form>
  );
}
