import { useQuery } from "@tanstack/react-query";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { centsOf } from "#domain/money/currency.ts";
import { onTheWay, refundOnWaiver } from "#domain/payments/refund.ts";
import { waiveFee } from "../../api/admin-bookings.ts";
import { onlinePaymentsQuery } from "../../api/host-payments.ts";
import { formatCents, formatCurrency } from "../../lib/format-money.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useBaseVersion } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { useAct } from "./use-act.ts";
import { whoRefunds } from "./refund-text.ts";

type Props = { booking: BookingDetail; fee: string; onClose: () => void };

export function WaiveFeeDialog({ booking, fee, onClose }: Props) {
  const act = useAct(booking.id);
  const form = useBaseVersion(booking, { error: act.error });
  const confirm = () =>
    act.mutate(
      { send: () => waiveFee(form), done: "Fee waived", failed: "We couldn't waive the fee" },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={`Waive the fee of ${formatCurrency(fee, booking.currency)}?`} onClose={onClose}>
      <div className="space-y-4">
        <p>
          {booking.reference} stays cancelled, and {booking.guest.name} no longer owes anything for it. You can't undo
          this.
        </p>
        <RefundNote booking={booking} feeCents={centsOf(fee)} />
        <ActError error={act.error} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            Keep the fee
          </Button>
          <Button disabled={act.isBusy} onClick={confirm}>
            {act.isPending ? "Waiving..." : "Waive the fee"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function RefundNote({ booking, feeCents }: { booking: BookingDetail; feeCents: number }) {
  const { data } = useQuery(onlinePaymentsQuery(booking.id));
  const paid = centsOf(booking.paidAmount);
  const back = data ? refundOnWaiver(paid, feeCents, onTheWay(data.refunds)) : 0;
  if (!data || back <= 0) return null;
  return (
    <p>
      The guest gets back {formatCents(back, data.currency)}. {whoRefunds(data, back)}
    </p>
  );
}
