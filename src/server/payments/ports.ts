import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Reason } from "#texts/reason.ts";
import type { BookingAct } from "../core/booking-changes.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { Payment } from "#domain/booking/payment.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Fact } from "#domain/payments/facts.ts";
import type { PaymentTerms } from "#domain/payments/plan.ts";
import type { RefundReason, RefundState } from "#domain/payments/refund.ts";
import type { HostNotification, RecordAct } from "../core/host.ts";
import type { CalendarCheck, CheckCalendars } from "../database/calendar.ts";
import type { Database, Db } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

/** Why a call to the provider came to nothing. `unknown` may have happened all the same, `temporary` surely did not. */
export type Fault = {
  ok: false;
  fault: "temporary" | "unknown" | "refused" | "account";
  /** For our log and the host; never a provider's free text about a person. */
  reason: string;
  waitMs?: number;
};

export type CheckoutOrder = {
  id: string;
  bookingId: string;
  purpose: CheckoutPurpose;
  amountCents: Cents;
  currency: string;
  endsAt: Date;
  /** What the payment page calls it. */
  title: string;
  guest: { name: string; email: string; phone: string };
  /** Where the guest comes back to, paid or not. */
  backTo: string;
};

/** Where a guest pays: an address to go to, or a form that the guest's browser sends. */
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
  /** Counts the tries after which we have looked and found nothing: a key whose answer was a fault answers it for ever. */
  attempt: number;
  chargeRef: string;
  amountCents: Cents;
  currency: string;
  checkoutRef: string;
};

/** What the provider told us, by whom it can be found: it says nothing about money. */
export type Notice = { id: string; type: string; ref: string };

export type PaymentProvider = {
  name: "stripe" | "payhere";
  live: boolean;
  /** As guests and the host know it. */
  label: string;
  can: { close: boolean; refund: boolean; partialRefund: boolean; keyedRefund: boolean; list: boolean };
  /** The most that one payment may be; null for no limit. */
  largestCents: (currency: string) => Cents | null;
  /** The origin that the pay page's form may lead to. */
  formTo: string;
  /** Whether the provider wants to see where the guest comes from. */
  wantsReferrer: boolean;
  /** Twice with the same id is once. */
  open: (order: CheckoutOrder) => Promise<{ ok: true; ref: string; payLink: PayLink } | Fault>;
  close: (ref: string) => Promise<{ ok: true; now: "closed" | "paid" } | Fault>;
  /** All that ever happened to a checkout: charges, refunds, disputes. The one source of facts. */
  look: (ref: string) => Promise<{ ok: true; facts: Fact[] } | Fault>;
  refund: (order: RefundOrder) => Promise<{ ok: true; facts: Fact[] } | Fault>;
  readNotice: (headers: Headers, raw: Buffer, now: Date) => Promise<Notice | "not-signed" | "not-ours">;
  /** Whether it should tell us of itself; without that, payments are found by looking. */
  hasWebhook: () => Promise<boolean>;
  /** Where the provider sends notices, if we may set that up at the provider ourselves. */
  noticeAddress: NoticeAddress | null;
  /** Checkouts to which something may have happened since; only where `can.list`. */
  since: (moment: Date) => Promise<{ ok: true; touched: { ref: string; ours: boolean }[] } | Fault>;
  /** For the doctor: the account in words, or what is wrong with it. */
  account: () => Promise<{ ok: true; words: string; clockOffsetMs: number } | Fault>;
};

/** The address at the provider to which it sends this installation's notices. */
export type NoticeAddress = {
  /** Sets it up, and removes what this installation has set up before. `secret` signs the notices, and is told once. */
  connect: (url: string) => Promise<{ ok: true; secret: string } | Fault>;
  /** Removes everything that this installation has set up. */
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
  /** As it is stored, to see whether it has changed. */
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
  wantedBy: string;
  createdAt: Date;
};

/** What a fact, or the end of the time to pay, makes of a booking. */
export type PaymentStep = {
  ok: true;
  act: BookingAct;
  event: string;
  next: Partial<Pick<StoredBooking, "status" | "cancellationFeeCents" | "waiting" | "endedUnpaid">>;
  addPayment?: Payment;
  vouchesForGuest?: true;
};
type NotNow = { ok: false; reason: "refused"; status: 400 | 404 | 409; message: string | Reason };

export type ActOnBooking = (
  trx: Trx,
  order: {
    id: string;
    version: null;
    actor: string;
    notByHost: true;
    at: Date;
    decide: (booking: StoredBooking) => PaymentStep | NotNow;
  },
  check: CalendarCheck | null,
) => Promise<{ ok: true; booking: StoredBooking } | { ok: false; reason: string }>;

/** Lets one worker at a time do something; whoever dies with it loses it when its time is over. */
export type Lease = { take: (job: string, forMs: number) => Promise<boolean>; release: (job: string) => Promise<void> };

export type PaymentNeeds = {
  database: Database;
  clock: () => Date;
  log: (words: string, facts: Record<string, string | number | boolean | null>) => void;
  provider: PaymentProvider | null;
  /** Null where nothing is paid online. */
  terms: () => Promise<PaymentTerms>;
  actOn: ActOnBooking;
  /** The step of every cancellation, for the fee of the booking's own policy at a moment. */
  cancelStep: (booking: StoredBooking, at: Date) => PaymentStep | NotNow;
  checkCalendars: CheckCalendars;
  find: (bookingId: string, within?: Trx) => Promise<StoredBooking | null>;
  today: () => Promise<string>;
  /** The guest's own page, as an address that opens it. */
  ownLink: (bookingId: string, within?: Trx) => Promise<string>;
  cottageName: () => Promise<string>;
  cottageIn: (trx: Trx) => Promise<string>;
  mailGuest: (trx: Trx, mail: GuestMail) => Promise<void>;
  notifyHost: (trx: Trx, notice: HostNotification) => Promise<void>;
  /** Where acts of the host are recorded, in the transaction of the act. */
  record: RecordAct;
  siteUrl: string;
  /** A new holder: two workers of one process do not share a lease either. */
  lease: () => Lease;
  /** Nothing is refunded or ended while the records may be older than the money. */
  holdBack: () => Promise<boolean>;
};

/** Queries take the database or a transaction in it. */
export type Reader = Db | Trx;
