import * as contract from "#contract/payments.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, freshQuery } from "./client.ts";

export const onlinePaymentsQuery = (bookingId: string) =>
  freshQuery(contract.readBookingPayments, { params: { bookingId } });

export const refund = (bookingId: string, body: { amountCents: number; expectedRefundableCents: number }) =>
  call(contract.refundPayment, { params: { bookingId }, body });
export const sendLink = (bookingId: string, amountCents: number, about: string) =>
  call(contract.sendPaymentLink, { params: { bookingId }, body: { amountCents, about } });
export const withdrawLink = (bookingId: string, requestId: string) =>
  call(contract.withdrawPaymentLink, { params: { bookingId, requestId } });
export const closeAlert = (body: CallInput<typeof contract.closePaymentAlert>["body"]) =>
  call(contract.closePaymentAlert, { body });

/** A file with evidence for a dispute. */
export const evidencePath = (bookingId: string) =>
  contract.readEvidence.path.replace(":bookingId", encodeURIComponent(bookingId));

export const paymentAlertsQuery = freshQuery(contract.readPaymentAlerts, {});
export const paymentWebhookQuery = freshQuery(contract.readPaymentWebhook, {});
export const connectWebhook = () => call(contract.connectPaymentWebhook, {});
export const disconnectWebhook = () => call(contract.disconnectPaymentWebhook, {});
