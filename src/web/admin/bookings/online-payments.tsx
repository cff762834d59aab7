import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { BookingDetail } from "#contract/admin-bookings.ts";
import type { HostPayments } from "#contract/payments.ts";
import { REFUND_RESULTS, type RefundResult } from "#domain/payments/refund.ts";
import { amountFromText, amountText, moneyText } from "#domain/money/currency.ts";
import { bookingQuery } from "../../api/admin-bookings.ts";
import {
  closeAlert,
  evidencePath,
  onlinePaymentsQuery,
  refund,
  sendLink,
  withdrawLink,
} from "../../api/host-payments.ts";
import { formatDate, formatMoment } from "../../lib/format-date.ts";
import { ApiError } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { Field, inputClass } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast-store.ts";
import { reasonOf } from "./use-act.ts";

const REFUND_WORDS = {
  wanted: "Refund on its way",
  asked: "Refund on its way",
  pending: "Refund on its way",
  done: "Refunded",
  failed: "Refund failed",
  "by-hand": "Refund unknown",
} satisfies Record<HostPayments["refunds"][number]["state"], string>;

const WHY_WORDS = {
  cancelled: "the stay was cancelled",
  late: "the payment came too late",
  twice: "more was paid than was due",
  host: "by you",
} satisfies Record<HostPayments["refunds"][number]["why"], string>;

/** A booking's online payments: the payment plan, refunds, payment links and alerts. */
export function OnlinePayments({ booking }: { booking: BookingDetail }) {
  const { data } = useQuery(onlinePaymentsQuery(booking.id));
  const [open, setOpen] = useState<"refund" | "link" | null>(null);
  if (!data) return null;
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
        {data.refundableCents > 0 ? (
          <Button look="secondary" aria-expanded={open === "refund"} onClick={() => setOpen("refund")}>
            Refund
          </Button>
        ) : null}
        <Button look="secondary" aria-expanded={open === "link"} onClick={() => setOpen("link")}>
          Send a payment link
        </Button>
      </div>
      {open ? <AmountForm key={open} kind={open} booking={booking} data={data} done={() => setOpen(null)} /> : null}
    </div>
  );
}

type LinkProps = { bookingId: string; request: HostPayments["requests"][number]; amount: string };

/** A payment link that has not been paid. */
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
      toast({ title: "The payment link wasn't withdrawn", description: reasonOf(error), variant: "destructive" });
      // The link may have been paid in the meantime, and then this line disappears.
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

type FormProps = { kind: "refund" | "link"; booking: BookingDetail; data: HostPayments; done: () => void };

/** The amount is prefilled with what the policy refunds or, for a payment link, with the amount due. */
function AmountForm({ kind, booking, data, done }: FormProps) {
  const client = useQueryClient();
  const start = kind === "refund" ? data.suggestedRefundCents : data.dueCents;
  const [amount, setAmount] = useState(start > 0 ? amountText(start, data.currency) : "");
  const [about, setAbout] = useState("");
  // What the host has seen. An answer may be lost, so a refreshed list does not count until the server has refused.
  const [expectedRefundableCents, setExpected] = useState(data.refundableCents);
  const sending = useMutation({
    mutationFn: (amountCents: number) =>
      kind === "refund"
        ? refund(booking.id, { amountCents, expectedRefundableCents })
        : sendLink(booking.id, amountCents, about.trim()),
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return;
      const now = await client.fetchQuery(onlinePaymentsQuery(booking.id));
      setExpected(now.refundableCents);
    },
    onSuccess: async (after) => {
      client.setQueryData(onlinePaymentsQuery(booking.id).queryKey, after);
      toast({ title: kind === "refund" ? "The refund is on its way" : "Payment link sent" });
      await client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
      done();
    },
  });
  const cents = amountFromText(amount, data.currency);
  const [tried, setTried] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (cents !== null && cents > 0) sending.mutate(cents);
  };
  const wrong = tried && !cents ? "Enter an amount, such as 150 or 149.50" : undefined;
  return (
    <form noValidate onSubmit={send} className="space-y-3" aria-label={kind === "refund" ? "Refund" : "Payment link"}>
      <Field
        label={`Amount (${data.currency})`}
        hint={
          kind === "refund"
            ? `At most ${moneyText(data.refundableCents, data.currency)}, back to the guest's card`
            : "Counts towards the price of the stay. If it is for an extra, add that to the price first."
        }
        error={wrong}
      >
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
      {kind === "link" ? (
        <Field label="What it is for (optional)">
          {(parts) => (
            <input
              {...parts}
              className={inputClass}
              maxLength={500}
              value={about}
              onChange={(event) => setAbout(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      {sending.error ? <Notice look="error">{reasonOf(sending.error)}</Notice> : null}
      <div className="flex gap-3">
        <Button type="submit" disabled={sending.isPending}>
          {kind === "refund" ? "Refund" : "Send the link"}
        </Button>
        <Button look="secondary" onClick={done}>
          Close
        </Button>
      </div>
    </form>
  );
}

type AlertProps = { booking: BookingDetail; alert: HostPayments["alerts"][number]; data: HostPayments };

function PaymentAlert({ booking, alert, data }: AlertProps) {
  const client = useQueryClient();
  const [words, setWords] = useState("");
  const [result, setResult] = useState<RefundResult | "">("");
  const refund = data.refunds.find(({ id }) => alert.id.endsWith(`/${id}`));
  const closing = useMutation({
    mutationFn: () =>
      closeAlert({ id: alert.id, words: words.trim(), ...(refund && result ? { refund: result } : {}) }),
    onSuccess: () => client.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey }),
  });
  const isReady = words.trim() !== "" && (!refund || result !== "");
  return (
    <div className="space-y-3 rounded-lg border border-danger p-3">
      <p className="whitespace-pre-line">{alert.detail}</p>
      {alert.kind === "dispute" ? (
        <p>
          <a href={evidencePath(booking.id)} className="inline-flex min-h-11 items-center font-semibold underline">
            Download evidence to respond to the dispute
          </a>
        </p>
      ) : null}
      {refund ? (
        <Field label="Does the guest have the money back?">
          {(parts) => (
            <select
              {...parts}
              className={inputClass}
              value={result}
              onChange={(event) => setResult(resultOf(event.target.value))}
            >
              <option value="">Choose an answer</option>
              <option value="refunded">Yes: record a refund of {moneyText(refund.amountCents, data.currency)}</option>
              <option value="recorded">Yes, and the refund is already recorded above</option>
              <option value="not-refunded">No</option>
            </select>
          )}
        </Field>
      ) : null}
      <Field label="What did you do about it?">
        {(parts) => (
          <input
            {...parts}
            className={inputClass}
            maxLength={500}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
      {closing.error ? <Notice look="error">{reasonOf(closing.error)}</Notice> : null}
      <Button look="secondary" disabled={closing.isPending || !isReady} onClick={() => closing.mutate()}>
        Close this alert
      </Button>
    </div>
  );
}

const resultOf = (value: string) => REFUND_RESULTS.find((one) => one === value) ?? "";
