import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { HostPayments } from "#contract/payments.ts";
import type { RefundResult } from "#domain/payments/refund.ts";
import { moneyText } from "#domain/money/currency.ts";
import { bookingQuery } from "../../api/admin-bookings.ts";
import { evidencePath, onlinePaymentsQuery, withdrawLink } from "../../api/host-payments.ts";
import { formatDate, formatMoment } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { PaymentLinkForm } from "./payment-link-form.tsx";
import { RefundForm } from "./refund-form.tsx";
import { DownloadLink } from "../frame/download-link.tsx";
import { failureToast } from "../frame/failure-toast.ts";
import { CloseAlert } from "../close-alert.tsx";

const REFUND_WORDS = {
  wanted: "Refund on its way",
  asked: "Refund on its way",
  pending: "Refund on its way",
  done: "Refunded",
  failed: "Refund failed",
  "by-hand": "Refund needs your attention",
} satisfies Record<HostPayments["refunds"][number]["state"], string>;

const WHY_WORDS = {
  cancelled: "the stay was cancelled",
  late: "the payment came too late",
  twice: "more was paid than was due",
  host: "by a host",
} satisfies Record<HostPayments["refunds"][number]["why"], string>;

/**
 * If no payment provider is set up, this appears only for bookings with refunds or alerts, and offers no new refunds or
 * links.
 */
export function OnlinePayments({ booking }: { booking: BookingDetail }) {
  const { data } = useQuery(onlinePaymentsQuery(booking.id));
  const [open, setOpen] = useState<"refund" | "link" | null>(null);
  if (!data || (!data.provider && data.alerts.length === 0 && data.refunds.length === 0)) return null;
  const money = (cents: number) => moneyText(cents, data.currency);
  return (
    <div className="mt-4 space-y-3 border-t border-line pt-4">
      {data.provider && !data.provider.live ? <Notice look="info">Test mode: no real money moves.</Notice> : null}
      {data.waitsUntil ? (
        <p>Waiting for payment until {formatMoment(data.waitsUntil, booking.timeZone, "short")}.</p>
      ) : null}
      {data.plan?.restDueOn ? (
        <p>
          The first part is {money(data.plan.firstCents)}; the rest is due on {formatDate(data.plan.restDueOn, "short")}
          .
        </p>
      ) : null}
      {data.alerts.map((alert) => (
        <PaymentAlert key={alert.id} booking={booking} alert={alert} data={data} />
      ))}
      <ul className="space-y-1">
        {data.refunds.map(({ id, amountCents, state, why }) => (
          <li key={id}>
            {REFUND_WORDS[state]}: {money(amountCents)}, {WHY_WORDS[why]}
          </li>
        ))}
        {data.requests.map((request) => (
          <PaymentLink key={request.id} bookingId={booking.id} request={request} amount={money(request.amountCents)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {data.provider && data.refundableCents > 0 ? (
          <Button look="secondary" aria-expanded={open === "refund"} onClick={() => setOpen("refund")}>
            Refund
          </Button>
        ) : null}
        {/* Until the stay is booked, the payment page asks for the price of the stay. */}
        {booking.waiting || !data.provider ? null : (
          <Button look="secondary" aria-expanded={open === "link"} onClick={() => setOpen("link")}>
            Send a payment link
          </Button>
        )}
      </div>
      {open === "refund" ? <RefundForm booking={booking} data={data} done={() => setOpen(null)} /> : null}
      {open === "link" ? <PaymentLinkForm booking={booking} data={data} done={() => setOpen(null)} /> : null}
    </div>
  );
}

type LinkProps = { bookingId: string; request: HostPayments["requests"][number]; amount: string };

function PaymentLink({ bookingId, request: { id, about }, amount }: LinkProps) {
  const client = useQueryClient();
  const { queryKey } = onlinePaymentsQuery(bookingId);
  const withdrawing = useMutation({
    mutationFn: () => withdrawLink(bookingId, id),
    onSuccess: (after) => {
      client.setQueryData(queryKey, after);
      toast({ title: "Payment link withdrawn" });
    },
    onError: (error) => {
      failureToast("The payment link wasn't withdrawn")(error);
      // The link may have been paid in the meantime.
      return client.invalidateQueries({ queryKey: bookingQuery(bookingId).queryKey });
    },
  });
  return (
    <li>
      Payment link sent: {amount}
      {about ? `, ${about}` : ""}{" "}
      <Button
        look="quiet"
        className="px-0 underline"
        aria-label={`Withdraw the payment link for ${amount}`}
        disabled={withdrawing.isPending}
        onClick={() => withdrawing.mutate()}
      >
        Withdraw
      </Button>
    </li>
  );
}

type AlertProps = { booking: BookingDetail; alert: HostPayments["alerts"][number]; data: HostPayments };

function PaymentAlert({ booking, alert, data }: AlertProps) {
  const [result, setResult] = useState<RefundResult | "">("");
  const refund = data.refunds.find(({ id }) => alert.id.endsWith(`/${id}`));
  return (
    <div className="space-y-3 rounded-lg border border-danger p-3">
      <p className="whitespace-pre-line">{alert.detail}</p>
      {alert.kind === "dispute" ? (
        <p>
          <DownloadLink href={evidencePath(booking.id)} className={textLinkClass}>
            Download evidence to respond to the dispute
          </DownloadLink>
        </p>
      ) : null}
      {refund ? (
        <SelectField
          label="Has the guest received the money?"
          value={result}
          options={[
            ["", "Choose an answer"],
            ["refunded", `Yes: record a refund of ${moneyText(refund.amountCents, data.currency)}`],
            ["recorded", "Yes, and the refund is already recorded above"],
            ["not-refunded", "No"],
          ]}
          onChange={setResult}
        />
      ) : null}
      <CloseAlert id={alert.id} queryKey={bookingQuery(booking.id).queryKey} {...(refund ? { refund: result } : {})} />
    </div>
  );
}
