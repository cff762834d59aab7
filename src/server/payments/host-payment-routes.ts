import {
  closePaymentAlert,
  readBookingPayments,
  readEvidence,
  readPaymentAlerts,
  refundPayment,
  sendPaymentLink,
  withdrawPaymentLink as withdrawLink,
} from "#contract/payments.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { feeIfCancelled } from "#domain/booking/cancellation.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { onTheWay, refundOnEnd } from "#domain/payments/refund.ts";
import { moneyText } from "#domain/money/currency.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { actorOf } from "../http/call.ts";
import { HostDownload } from "../http/download.ts";
import type { Mount } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import { emailPaymentLink } from "./email-payment-link.ts";
import { closeOneAlert } from "./close-alert.ts";
import { disputeEvidence } from "./dispute-evidence.ts";
import { refundableCents } from "./booking-listener.ts";
import { openAlerts } from "./alert-queries.ts";
import { overpaidOf } from "./overpaid-queries.ts";
import { refundsOf } from "./refund-queries.ts";
import { requestsOf } from "./request-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { PaymentNeeds } from "./ports.ts";
import { refundByHost } from "./refund-by-host.ts";
import { withdrawPaymentLink } from "./withdraw-payment-link.ts";

const unknown = () => notFound("We couldn't find the booking you're looking for.");

export function mountHostPayments(mount: Mount, needs: PaymentNeeds): void {
  const responseTo = async (bookingId: string) => {
    const booking = await needs.find(bookingId);
    return booking ? hostView(needs, booking) : unknown();
  };
  const refused = (message: string) => new Problem(400, { message, fields: { amount: message } });

  mount(readBookingPayments, async ({ params }) => responseTo(params.bookingId));

  mount(readEvidence, async ({ params }) => {
    const booking = await needs.find(params.bookingId);
    if (!booking) return unknown();
    const name = `evidence-${booking.reference}.txt`;
    const act = { act: "Downloaded the evidence for a dispute", subject: `Booking ${booking.reference}` };
    return new HostDownload(act, "text/plain; charset=utf-8", name, await disputeEvidence(needs, booking));
  });

  mount(closePaymentAlert, async ({ body }, call) => {
    const result = await closeOneAlert(needs, { ...body, actor: await actorOf(call) });
    if (result.ok) return { closed: true };
    switch (result.reason) {
      case "closed":
        return { closed: false };
      case "unanswered": {
        const message = "Choose whether the guest has received the money.";
        return new Problem(400, { message, fields: { refund: message } });
      }
      case "not-paid":
        return new Problem(
          409,
          "The amount recorded as paid is smaller than this refund, so the refund has probably already been recorded. If so, choose “Yes, and the refund is already recorded above”.",
        );
    }
  });

  // What remains from a time when payments were on can be settled without a provider; everything else needs one.
  if (!needs.provider) return;

  mount(refundPayment, async ({ params, body }, call) => {
    const result = await refundByHost(needs, { ...params, ...body, actor: await actorOf(call) });
    if (result.ok) return responseTo(params.bookingId);
    if (result.reason === "unknown") return unknown();
    const left = moneyText(result.leftCents, result.currency);
    if (result.reason === "too-much") return refused(`Only ${left} can be refunded online.`);
    return new Problem(
      409,
      `The amount that can be refunded has changed to ${left}. Check the refunds listed above. To make this refund as well, press Refund again.`,
    );
  });

  mount(sendPaymentLink, async ({ params, body }, call) => {
    const result = await emailPaymentLink(needs, { ...params, ...body, actor: await actorOf(call) });
    if (result.ok) return responseTo(params.bookingId);
    if (result.reason === "unknown") return unknown();
    if (result.reason === "too-large") {
      const largest = { amountCents: result.largestCents, currency: result.currency };
      return refused(hostTexts.tooLarge(needs.provider?.label ?? "", largest));
    }
    if (result.reason === "not-charged") return refused(result.why);
    if (result.reason === "not-booked")
      return refused("The stay is not booked yet, so a payment link would not work. Send it once the stay is booked.");
    return refused("The guest has no email address. Add one, then send the link.");
  });

  mount(withdrawLink, async ({ params }, call) => {
    const result = await withdrawPaymentLink(needs, { ...params, actor: await actorOf(call) });
    if (result.ok) return responseTo(params.bookingId);
    switch (result.reason) {
      case "unknown":
        return unknown();
      case "gone":
        return new Problem(409, "This payment link has already been used or withdrawn.");
      case "paid":
        return new Problem(409, "The guest has just paid with this link. The payment is listed above.");
      case "unreachable":
        return new Problem(
          503,
          "The guest has opened the payment page, and it can't be closed now. Try again in a minute.",
        );
    }
  });

  mount(readPaymentAlerts, async () => {
    const alerts = await openAlerts(needs.database.db);
    return alerts.filter(isForHost).map(({ id, detail }) => ({ id, detail }));
  });
}

/**
 * Whether an alert is not about a booking and can be settled only by the host. Other alerts that are not about a
 * booking close when their cause is gone.
 */
const isForHost = ({ booking_id, kind }: { booking_id: string | null; kind: string }) =>
  booking_id === null && (kind === "unknown-money" || kind === "compare");

async function hostView(needs: PaymentNeeds, booking: StoredBooking) {
  const { db } = needs.database;
  const [payments, refunds, requests, alerts, over] = await Promise.all([
    paymentsOf(db, booking.id),
    refundsOf(db, booking.id),
    // Without a provider, no payment link can be paid.
    needs.provider ? requestsOf(db, booking.id) : [],
    openAlerts(db),
    overpaidOf(db, booking),
  ]);
  const { paidCents, dueCents } = balanceOf(booking, payments);
  const underWay = onTheWay(refunds);
  const refundable = refundableCents(booking, payments, refunds);
  const feeCents = booking.cancellationFeeCents ?? feeIfCancelled(booking, needs.clock());
  const byPolicy = refundOnEnd(paidCents, feeCents, underWay);
  const { provider } = needs;
  return {
    provider:
      provider &&
      ({
        label: provider.label,
        live: provider.live,
        refunds: !provider.can.refund ? "none" : provider.can.partialRefund ? "any" : "whole",
      } as const),
    currency: booking.currency,
    plan: booking.plan && {
      mode: booking.plan.mode,
      firstCents: booking.plan.firstCents,
      restDueOn: booking.plan.restDueOn,
    },
    waitsUntil: booking.waiting?.for === "payment" ? booking.waiting.until.toISOString() : null,
    dueCents,
    backIfCancelledCents: byPolicy,
    refundableCents: refundable,
    suggestedRefundCents: Math.min(refundable, over > 0 ? over : byPolicy),
    refunds: refunds.map(({ id, amountCents, why, state, failure, createdAt, closedAt }) => ({
      id,
      amountCents,
      why,
      state,
      failure,
      createdAt: createdAt.toISOString(),
      closed: closedAt !== null,
    })),
    requests: requests.map((one) => ({
      id: one.id,
      amountCents: one.amount_minor,
      about: one.about,
      createdAt: one.created_at,
    })),
    alerts: alerts
      .filter((alert) => alert.booking_id === booking.id)
      .map(({ id, kind, detail, opened_at }) => ({ id, kind, detail, openedAt: opened_at })),
  };
}
