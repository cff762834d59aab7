import {
  closePaymentAlert,
  connectPaymentWebhook,
  disconnectPaymentWebhook,
  readBookingPayments,
  readEvidence,
  readPaymentAlerts,
  readPaymentWebhook,
  refundPayment,
  sendPaymentLink,
  withdrawPaymentLink,
} from "#contract/payments.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, queryOf } from "./client.ts";

export const onlinePaymentsQuery = (bookingId: string) =>
  queryOf(readBookingPayments, { params: { bookingId } }, { staleTime: 0 });

export const refund = (bookingId: string, body: { amountCents: number; expectedRefundableCents: number }) =>
  call(refundPayment, { params: { bookingId }, body });
export const sendLink = (bookingId: string, amountCents: number, about: string) =>
  call(sendPaymentLink, { params: { bookingId }, body: { amountCents, about } });
export const withdrawLink = (bookingId: string, requestId: string) =>
  call(withdrawPaymentLink, { params: { bookingId, requestId } });
export const closeAlert = (body: CallInput<typeof closePaymentAlert>["body"]) => call(closePaymentAlert, { body });

/** The URL of the file with the booking's dispute evidence. */
export const evidencePath = (bookingId: string) =>
  readEvidence.path.replace(":bookingId", encodeURIComponent(bookingId));

export const paymentAlertsQuery = queryOf(readPaymentAlerts, {}, { staleTime: 0 });
export const paymentWebhookQuery = queryOf(readPaymentWebhook, {}, { staleTime: 0 });
export const connectWebhook = () => call(connectPaymentWebhook, {});
export const disconnectWebhook = () => call(disconnectPaymentWebhook, {});
