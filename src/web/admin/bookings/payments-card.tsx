import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { removeRecordedPayment } from "../../api/admin-bookings.ts";
import { formatDate } from "../../lib/format-date.ts";
import { formatCurrency } from "../../lib/format-money.ts";
import { Button } from "../../ui/button.tsx";
import { ActError } from "./act-error.tsx";
import { Card } from "./card.tsx";
import { METHOD_LABELS } from "./method-labels.ts";
import { OnlinePayments } from "./online-payments.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { useAct } from "./use-act.ts";
import { WaiveFeeDialog } from "./waive-fee-dialog.tsx";

export function PaymentsCard({ booking }: { booking: BookingDetail }) {
  const [adding, setAdding] = useState(false);
  const act = useAct(booking.id);
  const due = Number(booking.dueAmount);

  return (
    <Card title="Payments">
      <dl className="mb-3 grid grid-cols-2 gap-3">
        <Figure name="Paid" amount={booking.paidAmount} currency={booking.currency} />
        <Figure name={due < 0 ? "To refund" : "Due"} amount={String(Math.abs(due))} currency={booking.currency} />
      </dl>
      {booking.cancellationFee === null || booking.endedAs ? null : (
        <CancellationFee booking={booking} fee={booking.cancellationFee} />
      )}
      {booking.payments.some(({ test }) => test) ? (
        <p className="mb-3 text-sm text-ink-soft">
          These amounts include test payments. No real money moved, so Analytics, the dashboard and the CSV leave them
          out.
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {booking.payments.map((payment) => (
          <li key={payment.id} className="flex items-center justify-between gap-3 py-2">
            <p>
              {payment.kind === "refund" ? "Refund of " : ""}
              {formatCurrency(payment.amount, booking.currency)}
              <span className="block text-sm text-ink-soft">
                {METHOD_LABELS[payment.method]}, {formatDate(payment.paidOn, "short")}
                {payment.test ? ", test payment" : ""}
                {payment.online ? "" : `, recorded by ${payment.recordedBy}`}
                {payment.fee === null ? "" : `, fee ${formatCurrency(payment.fee, booking.currency)}`}
              </span>
            </p>
            {payment.online ? null : (
              <Button
                look="quiet"
                disabled={act.isBusy}
                aria-label={`Remove the ${payment.kind} of ${formatCurrency(payment.amount, booking.currency)}`}
                onClick={() =>
                  act.mutate({
                    send: () => removeRecordedPayment(booking, payment.id),
                    done: payment.kind === "payment" ? "Payment removed" : "Refund removed",
                    failed: `We couldn't remove the ${payment.kind}`,
                  })
                }
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ActError error={act.error} />
      {adding ? (
        <PaymentForm booking={booking} onDone={() => setAdding(false)} />
      ) : (
        <Button look="secondary" className="mt-3 max-sm:w-full" onClick={() => setAdding(true)}>
          Record a payment
        </Button>
      )}
      <OnlinePayments booking={booking} />
    </Card>
  );
}

function CancellationFee({ booking, fee }: { booking: BookingDetail; fee: string }) {
  const [waiving, setWaiving] = useState(false);
  if (Number(fee) === 0) return <p className="mb-3 text-sm text-ink-soft">Cancelled without a fee.</p>;
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-3">
      <p className="text-sm text-ink-soft">Cancelled with a fee of {formatCurrency(fee, booking.currency)}.</p>
      <Button look="quiet" onClick={() => setWaiving(true)}>
        Waive the fee
      </Button>
      {waiving ? <WaiveFeeDialog booking={booking} fee={fee} onClose={() => setWaiving(false)} /> : null}
    </div>
  );
}

function Figure({ name, amount, currency }: { name: string; amount: string; currency: string }) {
  return (
    <div className="rounded-lg bg-sunken p-3">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-xl font-semibold tabular-nums">{formatCurrency(amount, currency)}</dd>
    </div>
  );
}
