import { counted } from "#domain/text/counted.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import { proposalOf } from "#domain/booking/booking.ts";
import { centsOf } from "#domain/money/currency.ts";
import { cancel } from "../../api/admin-bookings.ts";
import { onlinePaymentsQuery } from "../../api/host-payments.ts";
import { formatMoment } from "../../lib/format-date.ts";
import { formatCents, formatCurrency } from "../../lib/format-money.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useBaseVersion } from "../frame/use-draft.ts";
import { ActError } from "./act-error.tsx";
import { RadioBox } from "./price-choice.tsx";
import { useAct } from "./use-act.ts";
import { whoRefunds } from "./refund-text.ts";

const WORDS = {
  booking: {
    button: "Cancel booking",
    title: (guest: string) => `Cancel ${guest}'s booking?`,
    keep: "Keep booking",
    pending: "Cancelling...",
    done: "Booking cancelled",
    failed: "We couldn't cancel the booking",
  },
  request: {
    button: "Decline request",
    title: (guest: string) => `Decline ${guest}'s request?`,
    keep: "Keep request",
    pending: "Declining...",
    done: "Request declined",
    failed: "We couldn't decline the request",
  },
  offer: {
    button: "Withdraw offer",
    title: (guest: string) => `Withdraw the offer to ${guest}?`,
    keep: "Keep offer",
    pending: "Withdrawing...",
    done: "Offer withdrawn",
    failed: "We couldn't withdraw the offer",
  },
};

/** A request or an offer is not a booking yet. */
export function cancelWords(booking: Pick<BookingDetail, "waiting">) {
  return WORDS[proposalOf(booking) ?? "booking"];
}

export function CancelDialog({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const [canceller, setCanceller] = useState<Canceller | null>(null);
  const [waived, setWaived] = useState(false);
  const act = useAct(booking.id);
  const form = useBaseVersion(booking, { error: act.error });
  const fee = Number(booking.feeIfCancelledNow);
  const words = cancelWords(booking);
  // The cancellation page promises guests that they get everything back if we cancel.
  const waiveFee = canceller === "us" || waived;
  const decided = fee === 0 || canceller !== null;
  const confirm = () =>
    act.mutate(
      {
        send: () => cancel(form, { waiveFee, expectedFee: booking.feeIfCancelledNow }),
        shows: { status: "cancelled", endedAs: proposalOf(booking) },
        done: words.done,
        failed: words.failed,
      },
      { onSuccess: onClose },
    );

  return (
    <Dialog title={words.title(booking.guest.name)} onClose={onClose}>
      <div className="space-y-4">
        <p>
          {booking.reference}, {counted(booking.nights, "night")}. Others can book these nights right away.
        </p>
        {proposalOf(booking) ? null : <Fee booking={booking} />}
        {fee > 0 ? <WhoCancels canceller={canceller} onChoose={setCanceller} /> : null}
        {fee > 0 && canceller === "guest" ? (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5"
              checked={waived}
              onChange={(event) => setWaived(event.target.checked)}
            />
            Waive the fee
          </label>
        ) : null}
        {booking.paysOnline && decided ? <RefundNote booking={booking} waiveFee={waiveFee} /> : null}
        <Recipients booking={booking} />
        <ActError error={act.error} />
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button look="secondary" onClick={onClose}>
            {words.keep}
          </Button>
          <Button look="danger" disabled={act.isBusy || !decided} onClick={confirm}>
            {act.isPending ? words.pending : words.button}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type Canceller = "guest" | "us";

/** Neither answer is preselected, because a wrong one costs the guest or the host money. */
function WhoCancels({ canceller, onChoose }: { canceller: Canceller | null; onChoose: (who: Canceller) => void }) {
  const choice = (who: Canceller, label: string, effect: string) => (
    <RadioBox name="canceller" checked={canceller === who} onChoose={() => onChoose(who)}>
      {label}
      <span className="block text-sm text-ink-soft">{effect}</span>
    </RadioBox>
  );
  return (
    <fieldset className="space-y-1">
      <legend className="font-semibold">Who is cancelling?</legend>
      {choice(
        "guest",
        "The guest",
        "The cancellation policy applies. It also applies if the guest doesn't come, or if your terms let you cancel because the balance is unpaid.",
      )}
      {choice("us", "We are", "There is no fee, and the guest gets everything back, as your site promises.")}
    </fieldset>
  );
}

function Fee({ booking }: { booking: BookingDetail }) {
  const until = formatMoment(booking.freeCancellationUntil, booking.timeZone);
  const fee = Number(booking.feeIfCancelledNow);
  return fee > 0 ? (
    <p>
      Free cancellation ended {until}. <strong>The fee is {formatCurrency(fee, booking.currency)}.</strong>
    </p>
  ) : (
    <p>
      <strong>No fee</strong>
      {booking.waiting || booking.freeCancellationOver ? "." : `: cancellation is free until ${until}.`}
    </p>
  );
}

/** The total amount, including what was paid in cash or by bank transfer. */
function RefundNote({ booking, waiveFee }: { booking: BookingDetail; waiveFee: boolean }) {
  const { data } = useQuery(onlinePaymentsQuery(booking.id));
  const paid = centsOf(booking.paidAmount);
  if (!data || paid <= 0) return null;
  const back = data.backIfCancelledCents;
  const all = waiveFee ? Math.min(paid, back + centsOf(booking.feeIfCancelledNow)) : back;
  if (all <= 0) return <p>The guest gets nothing back.</p>;
  return (
    <p>
      The guest gets back {formatCents(all, data.currency)} of {formatCents(paid, data.currency)}.{" "}
      {whoRefunds(data, all)}
    </p>
  );
}

function Recipients({ booking }: { booking: BookingDetail }) {
  if (booking.cancellationRecipients.length > 0)
    return <p>We'll notify: {booking.cancellationRecipients.join(", ")}.</p>;
  if (booking.waiting?.for === "guest")
    return <p>{booking.guest.name} gets no message, because they have not confirmed this booking.</p>;
  return <p>We can't notify anyone automatically. Please tell {booking.guest.name} yourself.</p>;
}
