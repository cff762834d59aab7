import type { ImportedListing } from "#domain/channels/imported-stay.ts";
import type { Booking, BookingListing, StoredBooking } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Ledger, Payment } from "#domain/booking/payment.ts";
import type { HeldNights, Admission } from "#domain/booking/admission.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { Guest } from "#domain/guests/guest.ts";
import type { GuestDeliveryMethod } from "#domain/messaging/message.ts";
import type { Cents } from "#domain/money/money.ts";
import type { PaymentPlan } from "#domain/payments/plan.ts";
import type { PriceDocument, PromoCode } from "#domain/pricing/price-document.ts";
import type { CodeRefusal } from "#domain/pricing/promo-code.ts";
import type { SoldPrice } from "#domain/pricing/change-quote.ts";
import type { BookingMode } from "#domain/settings/settings.ts";
import type { BookingAct, BookingListener } from "../core/booking-changes.ts";
import type { RequestedSpan } from "../core/occupied-nights.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { HostChange, NotifyHost, RecordAct } from "../core/host.ts";
import type { CalendarCheck, PlatformsUnreachable, Unreachable } from "../database/calendar.ts";
import type { Reason } from "#texts/reason.ts";
import type { LinkState } from "./link-queries.ts";
import type { KeyReused, IdempotentRequest, Trx } from "../database/transaction.ts";

export type Registrant = { browserHash: string | null; addressHash: string };

/** Platforms' stays, and everything in the platforms' calendars that closes nights in a span. */
export type Imported = {
  all: () => Promise<ImportedListing[]>;
  /** Those of the given records that count as stays. */
  counted: (ids: readonly string[], within?: Trx) => Promise<ImportedListing[]>;
  between: (from: LocalDate, to: LocalDate) => Promise<ImportedListing[]>;
};

export type BookingTerms = { prices: PriceDocument; timeZone: TimeZone; checkInTime: LocalTime };

/** The host's booking rules other than prices and stay rules. */
export type SaleRules = {
  bookingMode: BookingMode;
  requestHours: number;
  policyAnew: boolean;
  /**
   * Whether bookings may be missing after a restore; if so, the mode is `request`, and offers wait for the host too.
   */
  mayLackBookings: boolean;
};

/** Erases the guest's data wherever it is stored because of this stay. */
export type EraseStay = (trx: Trx, stay: { id: string; reference: string }, at: Date) => Promise<void>;

/** Discount codes. Under the calendar's lock, the number of uses cannot increase before the commit. */
export type Codes = {
  find: (typed: string, within?: Trx) => Promise<(PromoCode & { uses: number }) | null>;
  /** Whether a stay that was booked in this browser uses the code and is not paid yet. */
  isHeldByBrowser: (typed: string, browserHash: string) => Promise<boolean>;
  /** The code that the booking used, unless the host has removed that code. */
  usedBy: (trx: Trx, bookingId: string) => Promise<(PromoCode & { uses: number }) | null>;
  recordUse: (trx: Trx, code: string, bookingId: string) => Promise<void>;
};

export type NewBooking = Booking & {
  /** The guest must have been registered by this browser or network after `registeredAfter`, and still be unclaimed. */
  registrant: Registrant;
  registeredAfter: Date;
  /** This browser will see the confirmation in full. */
  accessHash: string;
  guard: BookingGuard;
  /** Proof that the platforms' calendars were read for these nights. */
  check: CalendarCheck;
  /** Whether the price and the cancellation policy are those that the guest was shown. */
  agreed: boolean;
  plan: PaymentPlan | null;
};

/**
 * `mostCents`: the total that the guest was shown, which the booking must not exceed. `code`: a discount code that the
 * booking has used, which is therefore no longer available for a price.
 */
export type AskedAgain = Pick<
  NewBooking,
  "guestId" | "guestCount" | "specialRequests" | "accessHash" | "checkIn" | "checkOut"
> &
  ({ mostCents: Cents; currency: string } | { code: string });

export type ManualBooking = Booking & {
  guest: Guest;
  enteredBy: string;
  /** Whether the price is one that the host was shown or has typed. */
  agreed: boolean;
};

/** Keyed hashes that identify the guest and the guest's network. */
export type IdentityHashes = { network: string; email: string; phone: string };
export type BookingGuard = {
  /** Whether the nights that are already held need to be counted. */
  guarded: boolean;
  identityHashesOf: (guest: Guest) => IdentityHashes;
  judge: (held: HeldNights, proven: boolean) => Admission;
};

type NightsTaken = { ok: false; reason: "nights-taken"; nights: LocalDate[] };

export type AddBookingResult =
  | { ok: true; id: string; reference: string; status: BookingStatus; waits?: "payment" }
  | NightsTaken
  | { ok: false; reason: "guest-unknown" }
  | { ok: false; reason: "price-changed" }
  /** Unless the guest's own stay holds the code, guests are not told why it cannot be used. */
  | ({ ok: false } & CodeRefusal)
  | { ok: false; reason: "prove-first"; emailHash: string; guest: Guest }
  | { ok: false; reason: "phone-required" }
  | KeyReused;

export type Sold = Extract<AddBookingResult, { ok: true }>;
export type CreateManualBookingResult =
  | { ok: true; id: string; reference: string }
  | NightsTaken
  | PlatformsUnreachable
  | HostWarned
  | { ok: false; reason: "price-changed" }
  | KeyReused;

export type HistoryEntry = { at: Date; actor: string; event: string };

/** The result of an action: the fields that change, and the sentence for the history. */
export type Step = {
  ok: true;
  act: BookingAct;
  event: string;
  next: Partial<
    Pick<
      StoredBooking,
      | "status"
      | "checkIn"
      | "checkOut"
      | "guestCount"
      | keyof SoldPrice
      | "hostNotes"
      | "cancellationFeeCents"
      | "policy"
      | "waiting"
      | "changeRequest"
      | "offeredDespiteAt"
      | "plan"
      | "endedUnpaid"
      | "language"
    >
  >;
  addPayment?: Payment;
  removePayment?: Payment;
  /** The payment is a refund for a cancellation, made after the stay was restored. */
  dueAgain?: boolean;
  /** The host is asked, and the action exceeds this guest's allowance or the daily limit for all guests. */
  aboveAllowance?: boolean;
  /**
   * The booking no longer counts towards the guest's allowance: a payment, like the host's approval, shows that the
   * guest is genuine.
   */
  vouchesForGuest?: true;
};
/** `message` is a reason code for guests, or a sentence for the host. */
export type Refusal = {
  ok: false;
  reason: "refused";
  status: 400 | 404 | 409;
  message: string | Reason;
  field?: string;
};

export function refuse(message: Refusal["message"], status: Refusal["status"] = 409, field?: string): Refusal {
  return { ok: false, reason: "refused", status, message, ...(field && { field }) };
}

/** The input that all of the host's actions share; see `ActOrder`. */
export type HostOrder = { id: string; version: number; actor: string } & Pick<ActOrder, "confirmedWarnings">;

export type ActOrder = {
  id: string;
  /** The version that the host was looking at; omitted for an action that checks its own preconditions. */
  version?: number;
  actor: string;
  /** The guest, a deadline or the payment provider acts: the booking's history records it, the audit log does not. */
  notByHost?: true;
  /** What the host was warned about and has confirmed; see `HostWarned`. */
  confirmedWarnings?: readonly string[] | undefined;
  at: Date;
  /** Receives the current booking, under the calendar's lock; returns the result, or why nothing changes. */
  decide: (booking: StoredBooking, facts: ActFacts) => Step | Refusal;
};

/** The host types `reference`, so that no other booking is removed by mistake. */
export type RemoveOrder = { id: string; version: number; reference: string; actor: string; at: Date };

export type ActFacts = {
  payments: readonly Payment[];
  /**
   * Null at first; an action that takes new nights or accepts a stay is evaluated again after the calendars are read.
   */
  check: CalendarCheck | null;
  /** What the guest holds through other bookings, if the guest is the one who acts; null if no limit applies. */
  claims: Claims | null;
};
export type Claims = { held: HeldNights; proven: boolean };

/**
 * The host has to confirm before the action is carried out: platforms have sold or closed `nights`, or the calendars of
 * `unreachable` cannot be read. `warnings` has an identifier for each of these sales and calendars. `isNew`: the host
 * has already confirmed other warnings.
 */
export type HostWarned = {
  ok: false;
  reason: "host-warned";
  warnings: string[];
  nights: LocalDate[];
  unreachable: readonly Unreachable[];
  isNew: boolean;
};
export type ActResult =
  | { ok: true; booking: StoredBooking }
  | { ok: false; reason: "unknown" }
  | { ok: false; reason: "stale" }
  | NightsTaken
  | PlatformsUnreachable
  | HostWarned
  | Refusal;

/** The action takes new nights or accepts a stay, and the platforms' calendars have not been read for it yet. */
export type Unchecked = { ok: false; reason: "calendars-unchecked" };
/** The guest may be paying now, so the payment page must be closed before this action. */
export type CheckoutOpen = { ok: false; reason: "checkout-open" };

/** The listeners and the audit log, both called in the transaction of a change. */
export type Announced = { listeners: readonly BookingListener[]; record: RecordAct | null };

export type CorrectEmailResult = "corrected" | "already-right" | "refused" | "meanwhile-changed";

export type BookingBalance = Ledger &
  Pick<SoldPrice, "priceLines"> & { dueCents: Cents; cancellationCents: Cents | null; includedTaxCents: Cents | null };

export type BookingStore = {
  /** Claims the guest and every night, and writes the booking, in one transaction, or changes nothing. */
  addBooking: (booking: NewBooking, submit: IdempotentRequest | null) => Promise<AddBookingResult>;
  /** The stored result of a repeated request; `never` if there is none. */
  storedResultOf: (
    submit: IdempotentRequest,
    accessHash: string,
    at: Date,
  ) => Promise<Sold | KeyReused | { ok: false; reason: "never" }>;
  /**
   * The booking that this browser already has with the same dates and details, at no higher price; undefined if there
   * is none. Its guest gets the new choice about messages on WhatsApp.
   */
  sameBooking: (asked: AskedAgain) => Promise<Sold | undefined>;
  /** Like `addBooking`, but for a booking that the host enters, including its guest. */
  addManualBooking: (
    booking: ManualBooking,
    submit: IdempotentRequest | null,
    confirmedWarnings?: readonly string[],
  ) => Promise<CreateManualBookingResult>;
  /**
   * Carries out an action on a booking in one transaction: lock, version check, nights, row, history, audit and
   * listeners. An action that takes new nights or accepts a stay reads the platforms' calendars first.
   */
  act: (order: ActOrder) => Promise<ActResult>;
  /** Deletes a test booking, with everything that concerns only this booking. */
  remove: (order: RemoveOrder) => Promise<Exclude<ActResult, { ok: true }> | { ok: true }>;
  /** Like `act`, but as part of the caller's transaction; nights are claimed only with `check`. */
  actIn: (trx: Trx, order: ActOrder, check?: CalendarCheck | null) => Promise<ActResult | Unchecked | CheckoutOpen>;
  /**
   * Gives the browser access; if the link was emailed, also records that the address is verified, and lets a waiting
   * booking continue. Changes nothing and returns false for an old link.
   */
  openLink: (opened: OpenedLink) => Promise<boolean>;
  find: (id: string) => Promise<StoredBooking | null>;
  /** The id of the booking with this reference whose guest has this email address, ignoring case. */
  idOf: (reference: string, email: string) => Promise<string | null>;
  /** Whether the browser may see the booking in full. */
  hasAccess: (id: string, browserHash: string) => Promise<boolean>;
  /** Whether the browser may correct a mistyped email address. */
  mayCorrectEmail: (id: string, browserHash: string) => Promise<boolean>;
  list: () => Promise<BookingListing[]>;
  /** The given bookings, in any order. */
  listed: (ids: readonly string[]) => Promise<BookingListing[]>;
  /**
   * Balances without test payments; `cancellationCents` is null for a booking that is not cancelled, and
   * `includedTaxCents` for one that was sold before taxes could be set.
   */
  balances: (ids: readonly string[]) => Promise<Map<string, BookingBalance>>;
  /** Stays that are not cancelled and touch a day of `[from, to]`, in order. */
  listBetween: (from: LocalDate, to: LocalDate) => Promise<BookingListing[]>;
  /** The additional nights that guests have requested, in spans that touch a day of `[from, to]`. */
  requestedBetween: (from: LocalDate, to: LocalDate) => Promise<RequestedSpan[]>;
  history: (id: string) => Promise<HistoryEntry[]>;
  payments: (id: string) => Promise<Payment[]>;
  /** What the guest of a booking holds through other bookings; null if no limit applies. */
  claims: (id: string, now: Date) => Promise<Claims | null>;
  /**
   * The ids of bookings with an offer, a change request, or a wait for the guest or the host that has expired by
   * `moment`. Waits for a payment are not included.
   */
  waitingUntil: (moment: Date) => Promise<string[]>;
  /** Nights of `[from, to)` that no guest can book: sold, held, blocked, or kept free around a stay; in order. */
  takenNights: (from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
  /** The unoccupied nights of `[from, to)` that are kept free before or after stays other than this booking's. */
  keptNights: (id: string | null, from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
  /** Nights of `[from, to)` that are taken by anything other than this booking and stays linked to it, in order. */
  nightsOfOthers: (id: string | null, from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
};

export type BookingNeeds = { bookings: BookingStore; clock: () => Date };

export type OpenCheckouts = {
  isOpen: (trx: Trx, bookingId: string) => Promise<boolean>;
  /** Closes the payment page, then checks for a payment: `paid` if the guest paid before the page was closed. */
  close: (bookingId: string) => Promise<"closed" | "paid" | "unreachable">;
};

/** The payment plan of a sale; null if nothing is paid online. */
export type PlanPayments = (
  sale: { totalCents: Cents; currency: string; nightCents: readonly Cents[]; checkIn: LocalDate },
  today: LocalDate,
) => Promise<PaymentPlan | null>;

/** The functions of the messaging feature; those that take a transaction write in it. */
export type MessagingFunctions = {
  mailGuest: (trx: Trx, mail: GuestMail) => Promise<void>;
  notifyHost: NotifyHost;
  /**
   * Notifies the host's devices at once, and sends one email when the guest has stopped making changes.
   * `hostNotification` is called with what the last message to the recipient said.
   */
  notifyHostOfChange: (trx: Trx, change: HostChange) => Promise<void>;
  /** Withdraws such an email if it has not been sent yet. */
  withdrawChange: (trx: Trx, topic: string) => Promise<void>;
  /** Whether an email with a link can be sent: false if no mail server or no public URL is configured. */
  canMail: () => Promise<boolean>;
  /** False while too many guests have been asked to verify their email address. */
  mayRequestProof: () => Promise<boolean>;
};

/**
 * `channel` is how the opened link was sent. `state` is what its secret was derived from, which may have changed since
 * the secret was checked.
 */
export type OpenedLink = Omit<ActOrder, "version" | "confirmedWarnings"> & {
  browserHash: string;
  channel: GuestDeliveryMethod;
  state: LinkState;
};

/** The actor in a booking's history when the guest acts. */
export const GUEST = "guest";
/** The actor when the payment provider acts or the payment deadline passes. */
export const PAYMENT = "payment";
/** The actor when any other time limit has expired. */
export const TIME = "time";
