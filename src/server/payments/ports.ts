import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Reason } from "#texts/reason.ts";
import type { BookingAct } from "../core/booking-changes.ts";
import type { GuestMail, GuestTask } from "../core/guest-mail.ts";
import type { Payment } from "#domain/booking/payment.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Fact } from "#domain/payments/facts.ts";
import type { PaymentTerms } from "#domain/payments/plan.ts";
import type { RefundReason, RefundState } from "#domain/payments/refund.ts";
import type { HostNotification, RecordAct } from "../core/host.ts";
import type { CalendarCheck, CheckCalendars } from "../database/calendar.ts";
import type { Database, Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

/**
 * A failed API call to the provider. `unknown` means that the call may have taken effect. `temporary` means that the
 * call did not take effect and can be retried.
 */
export type Fault = {
  ok: false;
  fault: "temporary" | "unknown" | "refused" | "account";
  /** For our log and the host. It never contains free text from the provider, which may include personal data. */
  reason: string;
  waitMs?: number;
};

export type CheckoutOrder = {
  id: string;
  /** The provider's id for the payment page; null until it is known that the page was created. */
  ref: string | null;
  bookingId: string;
  purpose: CheckoutPurpose;
  amountCents: Cents;
  currency: string;
  endsAt: Date;
  title: string;
  guest: { name: string; email: string; phone: string };
  /** The URL to which the guest returns, whether they have paid or not. */
  backTo: string;
};

/**
 * A checkout or charge that may have changed. `order` is null for a charge, for a checkout of another installation, and
 * for one whose amount or ids are not usable.
 */
export type TouchedCheckout = {
  ref: string;
  order: (Pick<CheckoutOrder, "id" | "bookingId" | "amountCents" | "currency" | "endsAt"> & { createdAt: Date }) | null;
};

export type PayLink =
  | { kind: "address"; url: string }
  | {
      kind: "form";
      action: string;
      fields: Record<string, string>;
      ask: ("address" | "city" | "country" | "email" | "phone")[];
    };

export type RefundOrder = {
  id: string;
  /**
   * Part of the idempotency key; 0 for the first two attempts, because the first response may have been lost. Stripe
   * may repeat an error for the same key, so each further attempt needs a new key.
   */
  attempt: number;
  chargeRef: string;
  amountCents: Cents;
  currency: string;
  checkoutRef: string;
};

/** `ref` is the object that changed. For PayHere, `type` also contains the signed amount and currency. */
export type WebhookEvent = { id: string; type: string; ref: string; isPayment: boolean };

export type PaymentProvider = {
  name: "stripe" | "payhere";
  live: boolean;
  /** The provider's name as shown to guests and the host. */
  label: string;
  can: { close: boolean; refund: boolean; partialRefund: boolean; keyedRefund: boolean; list: boolean };
  /** The largest single payment; null for no limit. */
  largestCents: (currency: string) => Cents | null;
  /** Why the provider never charges this amount, in words for the host; null if the amount can be charged. */
  whyNotCharged: (amountCents: Cents, currency: string) => string | null;
  /** The origin to which the payment page's form may be submitted. */
  formTo: string;
  /** Whether the provider requires a Referer header. */
  wantsReferrer: boolean;
  /**
   * Opens at most one page for orders with the same id, even if the guest or the title has changed in the meantime.
   * `ended` means that the page of this order cannot be opened again, but a page for a new order can.
   */
  open: (
    order: CheckoutOrder,
  ) => Promise<
    { ok: true; ref: string; payLink: PayLink } | Fault | (Pick<Fault, "ok" | "reason"> & { fault: "ended" })
  >;
  close: (ref: string) => Promise<{ ok: true; now: "closed" | "paid" } | Fault>;
  /**
   * The charges, refunds and disputes for a checkout. Apart from the response to `refund`, this is the only source of
   * facts.
   */
  fetchFacts: (ref: string) => Promise<{ ok: true; facts: Fact[] } | Fault>;
  refund: (order: RefundOrder) => Promise<{ ok: true; facts: Fact[] } | Fault>;
  readWebhook: (headers: Headers, raw: Buffer, now: Date) => Promise<WebhookEvent | "not-signed" | "not-ours">;
  /** Whether webhooks are expected. */
  hasWebhook: () => Promise<boolean>;
  /** Null if the portal cannot register a webhook with the provider. */
  webhookEndpoint: WebhookEndpoint | null;
  /** Checkouts that were created, refunded or disputed since a given moment; requires `can.list`. */
  since: (moment: Date) => Promise<{ ok: true; touched: TouchedCheckout[] } | Fault>;
  /** Describes the account, or says what is wrong with it. */
  account: () => Promise<{ ok: true; words: string; clockOffsetMs: number } | Fault>;
};

export type WebhookEndpoint = {
  /** Registers an endpoint, then tries to remove earlier ones. Only this response contains the signing secret. */
  connect: (url: string) => Promise<{ ok: true; id: string; secret: string } | Fault>;
  /** False if the account has no such endpoint, or if the endpoint is disabled; null if that cannot be checked now. */
  isActive: (id: string) => Promise<boolean | null>;
  /** Removes all endpoints of this installation. */
  disconnect: () => Promise<{ ok: true } | Fault>;
};

export type CheckoutPurpose = "first" | "rest" | "all" | "extra";
export type CheckoutState = "opening" | "open" | "paid" | "ended" | "unknown";

export type Checkout = {
  id: string;
  bookingId: string;
  purpose: CheckoutPurpose;
  amountCents: Cents;
  currency: string;
  provider: string;
  live: boolean;
  ref: string | null;
  state: CheckoutState;
  endsAt: Date;
  createdAt: Date;
  /** The stored string, which is used to detect whether the value has changed in the meantime. */
  nextCheckAt: string | null;
  failingSince: Date | null;
  requestId: string | null;
};

export type Refund = {
  id: string;
  bookingId: string;
  checkoutId: string;
  chargeRef: string;
  amountCents: Cents;
  currency: string;
  why: RefundReason;
  state: RefundState;
  ref: string | null;
  tries: number;
  askedAt: Date | null;
  failure: string | null;
  closedAt: Date | null;
  requestedBy: string;
  createdAt: Date;
};

export type PaymentStep = {
  ok: true;
  act: BookingAct;
  event: string;
  next: Partial<Pick<StoredBooking, "status" | "cancellationFeeCents" | "waiting" | "endedUnpaid">>;
  addPayment?: Payment;
  vouchesForGuest?: true;
  dueAgain?: boolean;
};
type NotNow = { ok: false; reason: "refused"; status: 400 | 404 | 409; message: string | Reason };

export type ActOnBooking = (
  trx: Trx,
  order: {
    id: string;
    actor: string;
    notByHost?: true;
    at: Date;
    decide: (booking: StoredBooking) => PaymentStep | NotNow;
  },
  /** Needed only for an action that takes nights. */
  check?: CalendarCheck | null,
) => Promise<{ ok: true; booking: StoredBooking } | { ok: false; reason: string }>;

/** Lets one worker at a time do a job. If a worker crashes, its lease expires. */
export type Lease = { take: (job: string, forMs: number) => Promise<boolean>; release: (job: string) => Promise<void> };

export type PaymentNeeds = {
  database: Database;
  clock: () => Date;
  /** While the clock is unreliable, a sync records payments, but does not end the checkout. */
  clockIsSettled: () => boolean;
  log: (words: string, facts: Record<string, string | number | boolean | null>) => void;
  provider: PaymentProvider | null;
  terms: () => Promise<PaymentTerms>;
  actOn: ActOnBooking;
  /** The change that cancels a booking, with the fee under the booking's own policy. */
  cancelStep: (booking: StoredBooking, at: Date) => PaymentStep | NotNow;
  checkCalendars: CheckCalendars;
  find: (bookingId: string, within?: Trx) => Promise<StoredBooking | null>;
  today: () => Promise<string>;
  /** The URL that opens the guest's own page. */
  ownLink: (bookingId: string, within?: Trx) => Promise<string>;
  cottageName: () => Promise<string>;
  cottageIn: (trx: Trx) => Promise<string>;
  mailGuest: (trx: Trx, mail: GuestMail) => Promise<void>;
  /** Withdraws unsent emails with this task. */
  withdrawMail: (trx: Trx, bookingId: string, task: GuestTask) => Promise<void>;
  notifyHost: (trx: Trx, notification: HostNotification) => Promise<void>;
  /** Writes the audit log entry in the transaction of the action. */
  record: RecordAct;
  siteUrl: string;
  /** Returns a new lease holder, so that two workers in one process do not share a lease. */
  lease: () => Lease;
  /** True while refunds, reminders and cancellations are paused after a restore. */
  isPausedAfterRestore: () => Promise<boolean>;
};

export type Reader = Db | Trx;
