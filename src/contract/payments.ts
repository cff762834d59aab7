import * as z from "zod/mini";
import { PAGE_STATES } from "#domain/payments/page-state.ts";
import { MAX_CENTS } from "#domain/money/money.ts";
import { REFUND_REASONS, REFUND_RESULTS, REFUND_STATES } from "#domain/payments/refund.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";
import { shownProperty } from "./booking.ts";
import { cancellationTimes } from "./prices.ts";

/** Payments, for guests and the host. Amounts are whole numbers of the currency's smallest unit. */

const bookingId = z.object({ bookingId: z.string() });
const provider = z.object({
  label: z.string(),
  /** False in test mode. */
  live: z.boolean(),
  /** The origin to which the payment page's form may post. */
  formTo: z.string(),
  wantsReferrer: z.boolean(),
});

const guestPayment = z.object({
  reference: z.string(),
  checkInDate: z.string(),
  checkOutDate: z.string(),
  nights: z.number(),
  guestCount: z.number(),
  currency: z.string(),
  timeZone: z.string(),
  state: z.enum(PAGE_STATES),
  /** Whether emails about the booking go to the guest's address. */
  emailed: z.boolean(),
  /** Whether the stay is cancelled. Its guest can still pay through a payment link. */
  cancelled: z.boolean(),
  /** Null if nothing can be paid online here. */
  provider: z.nullable(provider),
  /** The amount due now; 0 if nothing is due. */
  amountCents: z.number(),
  purpose: z.nullable(z.enum(["first", "rest", "all", "extra"])),
  /** The host's note about an amount that they requested. */
  about: z.string(),
  laterCents: z.number(),
  laterOn: z.nullable(z.string()),
  paidCents: z.number(),
  /** What is owed beyond what has been paid; negative if the guest is owed money. */
  dueCents: z.number(),
  /** Until when the nights are held for a booking that is waiting for payment. */
  keptUntil: z.nullable(z.string()),
  /**
   * When the provider's last page expires, before the nights are released. Null if nothing is waiting for payment, or
   * if another page can be opened after this time.
   */
  payUntil: z.nullable(z.string()),
  refunds: z.array(
    z.object({
      amountCents: z.number(),
      why: z.enum(REFUND_REASONS),
      state: z.enum(REFUND_STATES),
      /** Whether the host has closed the alert about this refund. */
      closed: z.boolean(),
    }),
  ),
  ...cancellationTimes,
  receipts: z.array(
    z.object({ number: z.string(), amountCents: z.number(), kind: z.enum(["payment", "refund", "correction"]) }),
  ),
});
export type GuestPayment = z.output<typeof guestPayment>;

/** A guest's view of their payment. `back` says how they returned from the provider's page. */
export const readPayment = endpoint("GET", "/api/bookings/:bookingId/payment", "anyone", {
  params: bookingId,
  query: z.object({ back: z.optional(z.enum(["paid", "cancelled"])) }),
  response: guestPayment,
});

/** Where the guest pays; `ask` lists details that the guest enters for the provider only. */
export const payLink = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("address"), url: z.string() }),
  z.object({
    kind: z.literal("form"),
    action: z.string(),
    fields: z.record(z.string(), z.string()),
    ask: z.array(z.enum(["address", "city", "country", "email", "phone"])),
  }),
]);

export type PayLink = z.output<typeof payLink>;

/**
 * Opens the provider's page for the amount due now. Repeating the request returns the same page until the page expires
 * or the amount changes.
 */
export const startPayment = endpoint("POST", "/api/bookings/:bookingId/pay", "anyone", {
  params: bookingId,
  response: payLink,
});

const receipt = z.object({
  number: z.string(),
  kind: z.enum(["payment", "refund", "correction"]),
  issuedOn: z.string(),
  currency: z.string(),
  /** Negative if the document lowers what was paid: a refund, or the correction of a payment. */
  amountCents: z.number(),
  method: z.string(),
  paidOn: z.string(),
  live: z.boolean(),
  property: z.object(shownProperty),
  reference: z.string(),
  checkInDate: z.string(),
  checkOutDate: z.string(),
  guestName: z.string(),
  /**
   * The price of the whole stay, line by line; null for refunds and corrections, for payments after a cancellation, and
   * on receipts issued by earlier versions.
   */
  price: z.nullable(
    z.object({
      totalCents: z.number(),
      lines: z.array(z.object({ label: z.string(), amountCents: z.number() })),
      /** Taxes included in the lines. */
      containedTaxes: z.array(z.object({ name: z.string(), amountCents: z.number() })),
    }),
  ),
});
export type GuestReceipt = z.output<typeof receipt>;

export const readReceipt = endpoint("GET", "/api/bookings/:bookingId/receipts/:number", "anyone", {
  params: z.object({ bookingId: z.string(), number: z.string().check(z.regex(/^\d{4}-\d{4,}$/)) }),
  response: receipt,
});

const hostPayments = z.object({
  /** Null if nothing is paid online here. */
  provider: z.nullable(
    z.object({
      label: z.string(),
      live: z.boolean(),
      /** Which refunds the provider makes for us: of any amount, only of a whole payment, or none. */
      refunds: z.enum(["any", "whole", "none"]),
    }),
  ),
  currency: z.string(),
  plan: z.nullable(
    z.object({ mode: z.enum(["offered", "required"]), firstCents: z.number(), restDueOn: z.nullable(z.string()) }),
  ),
  waitsUntil: z.nullable(z.string()),
  /** Negative if the guest has paid more than is owed. */
  dueCents: z.number(),
  /** The refund if the stay were cancelled now, whichever payment methods were used. */
  backIfCancelledCents: z.number(),
  /** How much can still be refunded online. */
  refundableCents: z.number(),
  suggestedRefundCents: z.number(),
  refunds: z.array(
    z.object({
      id: z.string(),
      amountCents: z.number(),
      why: z.enum(REFUND_REASONS),
      state: z.enum(REFUND_STATES),
      failure: z.nullable(z.string()),
      createdAt: z.string(),
      closed: z.boolean(),
    }),
  ),
  requests: z.array(z.object({ id: z.string(), amountCents: z.number(), about: z.string(), createdAt: z.string() })),
  alerts: z.array(z.object({ id: z.string(), kind: z.string(), detail: z.string(), openedAt: z.string() })),
});
export type HostPayments = z.output<typeof hostPayments>;

export const readBookingPayments = endpoint("GET", "/api/admin/bookings/:bookingId/online-payments", "admin", {
  background: true,
  params: bookingId,
  response: hostPayments,
});

const amountCents = z
  .int()
  .check(z.positive("Enter an amount"), z.maximum(MAX_CENTS, "That is more than a booking can cost"));

/**
 * `expectedRefundableCents` is the amount that could be refunded when the host entered the refund; 409 if it has
 * changed. This way, sending the same refund again after a lost response does not refund the guest twice.
 */
export const refundPayment = endpoint("POST", "/api/admin/bookings/:bookingId/refunds", "admin", {
  params: bookingId,
  body: z.object({ amountCents, expectedRefundableCents: z.int() }),
  response: hostPayments,
});

/** Emails the guest a link to pay an amount of the host's choice. */
export const sendPaymentLink = endpoint("POST", "/api/admin/bookings/:bookingId/payment-links", "admin", {
  params: bookingId,
  body: z.object({ amountCents, about: text({ max: 500 }) }),
  response: hostPayments,
});

/** Withdraws a payment link; 409 if it has been used or withdrawn, and 503 if its page cannot be closed now. */
export const withdrawPaymentLink = endpoint(
  "DELETE",
  "/api/admin/bookings/:bookingId/payment-links/:requestId",
  "admin",
  {
    params: z.object({ bookingId: z.string(), requestId: z.string() }),
    response: hostPayments,
  },
);

/**
 * The evidence for a disputed charge, as a text file that the host submits to the payment provider. It does not name any
 * other guest.
 */
export const readEvidence = endpoint("GET", "/api/admin/bookings/:bookingId/dispute-evidence", "admin", {
  confirm: "kept",
  params: bookingId,
});

/**
 * The open alerts that are not about a booking and that only the host can close, such as one about a payment for a
 * booking that no longer exists.
 */
export const readPaymentAlerts = endpoint("GET", "/api/admin/payment-alerts", "admin", {
  response: z.array(z.object({ id: z.string(), detail: z.string() })),
});

/**
 * Closes an alert with the host's note about how the problem was resolved. `refund` is required for an alert about a
 * refund.
 */
export const closePaymentAlert = endpoint("POST", "/api/admin/payment-alerts/close", "admin", {
  body: z.object({
    id: z.string().check(z.maxLength(200)),
    words: text({ min: 1, max: 500, message: "Enter how it was settled" }),
    refund: z.optional(z.enum(REFUND_RESULTS)),
  }),
  response: z.object({ closed: z.boolean() }),
});

const webhook = z.object({
  /** `environment`: STRIPE_WEBHOOK_SECRET is set and takes precedence. */
  source: z.enum(["environment", "portal", "none"]),
  /** Whether a host can connect the webhook in the portal. */
  mayConnect: z.boolean(),
  /** The URL of the webhook that a host has connected, even if the environment takes precedence. */
  address: z.nullable(z.string()),
  /** Why webhooks do not arrive, in words for the host. */
  problem: z.nullable(z.string()),
});

/** Whether the provider's webhook is connected. Without it, payments are found by polling. */
export const readPaymentWebhook = endpoint("GET", "/api/admin/payment-webhook", "admin", {
  response: webhook,
});

/** Registers the webhook with the provider, replacing an earlier one. No response contains the signing secret. */
export const connectPaymentWebhook = endpoint("POST", "/api/admin/payment-webhook", "admin", {
  confirm: "kept",
  response: webhook,
});

export const disconnectPaymentWebhook = endpoint("DELETE", "/api/admin/payment-webhook", "admin", {
  confirm: "kept",
  response: webhook,
});
