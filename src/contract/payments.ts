import * as z from "zod/mini";
import { PAGE_STATES } from "#domain/payments/page-state.ts";
import { REFUND_REASONS, REFUND_STATES } from "#domain/payments/refund.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";

/** Payments, for guests and the host. Amounts are whole numbers of the currency's smallest unit. */

const bookingId = z.object({ bookingId: z.string() });
const provider = z.object({
  label: z.string(),
  /** False for test payments: no real money moves. */
  live: z.boolean(),
  /** The origin that the pay page's form may lead to. */
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
  /** Null if nothing can be paid online here. */
  provider: z.nullable(provider),
  /** The amount due now; 0 for none. */
  amountCents: z.number(),
  purpose: z.nullable(z.enum(["first", "rest", "all", "extra"])),
  /** The host's note about a custom amount. */
  about: z.string(),
  laterCents: z.number(),
  laterOn: z.nullable(z.string()),
  paidCents: z.number(),
  /** How long the nights are held for a booking that waits for payment. */
  keptUntil: z.nullable(z.string()),
  refunds: z.array(z.object({ amountCents: z.number(), why: z.enum(REFUND_REASONS), state: z.enum(REFUND_STATES) })),
  cancellation: z.array(z.object({ from: z.string(), amountCents: z.number() })),
  freeCancellationUntil: z.string(),
  receipts: z.array(
    z.object({ number: z.string(), amountCents: z.number(), kind: z.enum(["payment", "refund", "correction"]) }),
  ),
});
export type GuestPayment = z.output<typeof guestPayment>;

/** The payment of a stay, for its guest. `back` is how the guest returned from the provider's page. */
export const readPayment = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/payment",
  access: "anyone",
  params: bookingId,
  query: z.object({ back: z.optional(z.enum(["paid", "cancelled"])) }),
  answer: guestPayment,
});

/** Where the guest pays; `ask` lists the details that go only to the provider. */
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

/** Opens the provider's page for the amount due now; repeating it returns the same page. */
export const startPayment = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/pay",
  access: "anyone",
  params: bookingId,
  answer: payLink,
});

const receipt = z.object({
  number: z.string(),
  kind: z.enum(["payment", "refund", "correction"]),
  issuedOn: z.string(),
  currency: z.string(),
  amountCents: z.number(),
  method: z.string(),
  paidOn: z.string(),
  live: z.boolean(),
  property: z.object({ name: z.string(), location: z.string() }),
  reference: z.string(),
  checkInDate: z.string(),
  checkOutDate: z.string(),
  guestName: z.string(),
  /** The price of the whole stay, line by line; null on receipts of earlier versions and for refunds. */
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

export const readReceipt = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/receipts/:number",
  access: "anyone",
  params: z.object({ bookingId: z.string(), number: z.string().check(z.regex(/^\d{4}-\d{4,}$/)) }),
  answer: receipt,
});

const hostPayments = z.object({
  /** Null if nothing is paid online here. */
  provider: z.nullable(z.object({ label: z.string(), live: z.boolean() })),
  currency: z.string(),
  plan: z.nullable(
    z.object({ mode: z.enum(["offered", "required"]), firstCents: z.number(), restDueOn: z.nullable(z.string()) }),
  ),
  waitsUntil: z.nullable(z.string()),
  /** Negative if more was paid than is owed. */
  dueCents: z.number(),
  /** What would be refunded, however it was paid, if the stay were cancelled now and its fee kept. */
  backIfCancelledCents: z.number(),
  /** The refund under the stored policy, at most what was paid online. */
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
  alarms: z.array(z.object({ id: z.string(), kind: z.string(), detail: z.string(), openedAt: z.string() })),
});
export type HostPayments = z.output<typeof hostPayments>;

export const readBookingPayments = endpoint({
  method: "GET",
  path: "/api/admin/bookings/:bookingId/online-payments",
  access: "admin",
  background: true,
  params: bookingId,
  answer: hostPayments,
});

const amountCents = z
  .int()
  .check(z.positive("Enter an amount"), z.maximum(100_000_000, "That is more than a booking can cost"));

export const refundPayment = endpoint({
  method: "POST",
  path: "/api/admin/bookings/:bookingId/refunds",
  access: "admin",
  params: bookingId,
  body: z.object({ amountCents }),
  answer: hostPayments,
});

/** Emails the guest a link to pay any amount. */
export const sendPaymentLink = endpoint({
  method: "POST",
  path: "/api/admin/bookings/:bookingId/payment-links",
  access: "admin",
  params: bookingId,
  body: z.object({ amountCents, about: text({ max: 500 }) }),
  answer: hostPayments,
});

/** The evidence a bank asks for when a guest disputes a charge, as a text to forward. It names no other guest. */
export const readEvidence = endpoint({
  method: "GET",
  path: "/api/admin/bookings/:bookingId/dispute-evidence",
  access: "admin",
  params: bookingId,
  answer: z.string(),
});

/** The host has dealt with an alert, and says how. For an unknown refund: whether it was made. */
export const closePaymentAlarm = endpoint({
  method: "POST",
  path: "/api/admin/payment-alarms/close",
  access: "admin",
  body: z.object({
    id: z.string().check(z.maxLength(200)),
    words: text({ min: 1, max: 500, message: "Say how it was settled" }),
  }),
  answer: z.object({ closed: z.boolean() }),
});

const notices = z.object({
  /** `environment`: STRIPE_WEBHOOK_SECRET is set and wins. */
  source: z.enum(["environment", "portal", "none"]),
  /** Whether a host can connect them here. */
  mayConnect: z.boolean(),
  /** Where the provider sends them since a host has connected them, also where the environment wins. */
  address: z.nullable(z.string()),
  /** Why they do not arrive, in words. */
  problem: z.nullable(z.string()),
});

/** By whom we hear of a payment at once. Without notices payments are found by looking. */
export const readPaymentNotices = endpoint({
  method: "GET",
  path: "/api/admin/payment-notices",
  access: "admin",
  answer: notices,
});

/** Sets up at the provider that it tells us, anew if it did before. The secret of the notices is in no answer. */
export const connectPaymentNotices = endpoint({
  method: "POST",
  path: "/api/admin/payment-notices",
  access: "admin",
  confirm: "kept",
  answer: notices,
});

export const disconnectPaymentNotices = endpoint({
  method: "DELETE",
  path: "/api/admin/payment-notices",
  access: "admin",
  confirm: "kept",
  answer: notices,
});
