import type { ImportedListing } from "#domain/channels/imported-listing.ts";
import type { Booking, BookingListing, StoredBooking } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Ledger, Payment } from "#domain/booking/payment.ts";
import type { HeldNights, Admission } from "#domain/booking/admission.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { Guest } from "#domain/guests/guest.ts";
import type { Cents } from "#domain/money/money.ts";
import type { PaymentPlan } from "#domain/payments/plan.ts";
import type { PriceDocument, PromoCode } from "#domain/pricing/price-document.ts";
import type { SoldPrice } from "#domain/pricing/change-quote.ts";
import type { BookingMode } from "#domain/settings/settings.ts";
import type { BookingAct, BookingListener } from "../core/booking-changes.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { HostChange, NotifyHost, RecordAct } from "../core/host.ts";
import type { CalendarCheck, PlatformsUnreachable } from "../database/calendar.ts";
import type { Reason } from "#texts/reason.ts";
import type { Db } from "../database/connect.ts";
import type { KeyReused, IdempotentRequest, Trx } from "../database/transaction.ts";

export type Registrant = { browserHash: string | null; addressHash: string };

/** What platforms have sold, and everything of theirs that closes nights of a span. */
export type Imported = {
  all: () => Promise<ImportedListing[]>;
  /** Those of the named records that count as stays. */
  counted: (ids: readonly string[], within?: Trx) => Promise<ImportedListing[]>;
  between: (from: LocalDate, to: LocalDate) => Promise<ImportedListing[]>;
};

/** What a booking needs to know of the cottage at the moment of sale. */
export type HouseTerms = { prices: PriceDocument; timeZone: TimeZone; checkInTime: LocalTime };

/** What the host has set of selling besides the prices and stay rules. */
export type SaleRules = { bookingMode: BookingMode; requestHours: number; policyAnew: boolean };

/** Discount codes; inside the booking's transaction, under the calendar's lock, the number of uses holds until the commit. */
export type Codes = {
  find: (typed: string, within?: Trx) => Promise<(PromoCode & { uses: number }) | null>;
  recordUse: (trx: Trx, code: string, bookingId: string) => Promise<void>;
};

export type NewBooking = Booking & {
  /** The guest must have been registered by the same browser or network, after this moment, and not be claimed yet. */
  registrant: Registrant;
  registeredAfter: Date;
  /** This browser will see the confirmation in full. */
  accessHash: string;
  guard: BookingGuard;
  /** The platforms' calendars were read for these nights. */
  check: CalendarCheck;
  /** Whether the price is the one that the guest was shown. */
  agreed: boolean;
  plan: PaymentPlan | null;
};

/** A booking that the host took by telephone, with its guest. */
export type ManualBooking = Booking & { guest: Guest; enteredBy: string };

/** Keyed hashes of who asks. */
export type IdentityHashes = { network: string; email: string; phone: string };
export type BookingGuard = {
  /** Whether the nights that are held already have to be counted. */
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
  /** Unknown, expired, used up or not for this stay: guests get one answer. */
  | { ok: false; reason: "code-refused" }
  | { ok: false; reason: "prove-first"; emailMark: string; guest: Guest }
  | { ok: false; reason: "phone-required" }
  | KeyReused;

/** An answer that is kept for the same submit. */
export type Sold = Extract<AddBookingResult, { ok: true }>;
export type CreateManualBookingResult =
  | { ok: true; id: string; reference: string }
  | NightsTaken
  | PlatformsUnreachable
  | KeyReused;

export type HistoryEntry = { at: Date; actor: string; event: string };

/** What an act makes of a booking: the fields that change, and the sentence for its history. */
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
  /** The host is asked only because the guest holds so much already. */
  aboveAllowance?: boolean;
  /** The booking no longer counts towards what one guest may hold: a payment is as good as the host's word. */
  vouchesForGuest?: true;
};
/** `message` is a reason that guests may meet, or a sentence for the host. */
export type Refusal = {
  ok: false;
  reason: "refused";
  status: 400 | 404 | 409;
  message: string | Reason;
  field?: string;
};

export type ActOrder = {
  id: string;
  /** The version that the host was looking at; null where the act itself says what it was shown. */
  version: number | null;
  actor: string;
  /** The log of acts is the host's; what a guest or time does is in the booking's history. */
  notByHost?: true;
  /** The host was warned that a platform cannot be read, or has sold the nights, and wants it all the same. */
  warned?: boolean;
  at: Date;
  /** Gets the booking as it is now, under the calendar's lock; says what becomes of it, or why nothing does. */
  decide: (booking: StoredBooking, facts: ActFacts) => Step | Refusal;
};

/** `reference` is typed by the host, so that no other booking is removed by mistake. */
export type RemoveOrder = { id: string; version: number; reference: string; actor: string; at: Date };

/** What else is known under the calendar's lock. */
export type ActFacts = {
  payments: readonly Payment[];
  /** Null at first; an act that turns out to take new nights is decided once more when the calendars were read. */
  check: CalendarCheck | null;
  /** What the booking's guest holds besides it, for an act of the guest; null where no limit applies. */
  claims: Claims | null;
};
export type Claims = { held: HeldNights; proven: boolean };

/** A platform has sold nights of a request that the host is about to accept. */
export type SoldElsewhere = { ok: false; reason: "sold-elsewhere"; nights: LocalDate[] };
export type ActResult =
  | { ok: true; booking: StoredBooking }
  | { ok: false; reason: "unknown" }
  | { ok: false; reason: "stale" }
  | NightsTaken
  | PlatformsUnreachable
  | SoldElsewhere
  | Refusal;

/** The act takes new nights, and nobody has read the platforms' calendars for it yet. */
export type Unchecked = { ok: false; reason: "calendars-unchecked" };
/** The guest may be paying at this moment: the payment page is closed before the stay ends or costs something else. */
export type CheckoutOpen = { ok: false; reason: "checkout-open" };

/** Who is told of a change, in its transaction. */
export type Announced = { listeners: readonly BookingListener[]; record: RecordAct | null };

export type CorrectEmailResult = "corrected" | "refused" | "meanwhile-changed";

export type BookingStore = {
  /** One transaction: claims the guest and every night, and writes the booking; or changes nothing. */
  addIfFree: (booking: NewBooking, submit: IdempotentRequest | null) => Promise<AddBookingResult>;
  /** What the same submit was answered before; `never` where it was not. */
  answered: (
    submit: IdempotentRequest,
    accessHash: string,
    at: Date,
  ) => Promise<Sold | KeyReused | { ok: false; reason: "never" }>;
  /** The same for a booking that the host enters, guest included. */
  enterIfFree: (
    booking: ManualBooking,
    submit: IdempotentRequest | null,
    warned: boolean,
  ) => Promise<CreateManualBookingResult>;
  /**
   * The one way by which a booking changes: lock, check of the version, nights, row, history, audit and listeners in one
   * transaction. An act that takes new nights reads the platforms' calendars first.
   */
  act: (order: ActOrder) => Promise<ActResult>;
  /** Takes a test booking out of the records, with all that is only about it. */
  remove: (order: RemoveOrder) => Promise<Exclude<ActResult, { ok: true }> | { ok: true }>;
  /** The same as a part of somebody's transaction; nights are claimed with `check` only. */
  actIn: (trx: Trx, order: ActOrder, check: CalendarCheck | null) => Promise<ActResult | Unchecked | CheckoutOpen>;
  /** The guest came by the link: proof, access and the confirmation that it brings, all or nothing. False for an old link. */
  openLink: (opened: OpenedLink) => Promise<boolean>;
  find: (id: string) => Promise<StoredBooking | null>;
  /** The booking of this reference whose guest has this email, however it is capitalised. */
  idOf: (reference: string, email: string) => Promise<string | null>;
  /** Whether the browser may see the booking in full. */
  hasAccess: (id: string, browserHash: string) => Promise<boolean>;
  /** Whether the browser may correct a mistyped email address. */
  mayCorrectEmail: (id: string, browserHash: string) => Promise<boolean>;
  list: () => Promise<BookingListing[]>;
  /** The named bookings, in any order. */
  listed: (ids: readonly string[]) => Promise<BookingListing[]>;
  /** Of the named bookings with test money left out; `cancellationCents` is null while it is not cancelled. */
  balances: (
    ids: readonly string[],
  ) => Promise<
    Map<string, Ledger & Pick<SoldPrice, "priceLines"> & { dueCents: Cents; cancellationCents: Cents | null }>
  >;
  /** Stays that are not cancelled and touch a day of `[from, to]`, in order. */
  listBetween: (from: LocalDate, to: LocalDate) => Promise<BookingListing[]>;
  history: (id: string) => Promise<HistoryEntry[]>;
  payments: (id: string) => Promise<Payment[]>;
  /** What the guest of a booking holds besides it; null where no limit applies. */
  claims: (id: string, now: Date) => Promise<Claims | null>;
  /** Bookings that wait for somebody, or have a change that does, and no longer than this. */
  waitingUntil: (moment: Date) => Promise<string[]>;
  /** Nights of `[from, to)` that no guest can book: sold, blocked, or kept free around a stay; in order. */
  takenNights: (from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
  /** Free nights of `[from, to)` that are kept for preparation because of other stays than this one. */
  keptNights: (id: string | null, from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
  /** Nights of `[from, to)` that somebody other than this booking has, in order. */
  nightsOfOthers: (id: string | null, from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
};

/** The payment pages that guests have open. */
export type OpenCheckouts = {
  isOpen: (trx: Trx, bookingId: string) => Promise<boolean>;
  /** Closes the page, then looks: `paid` where the guest was faster. */
  close: (bookingId: string) => Promise<"closed" | "paid" | "unreachable">;
};

/** The plan of a sale; null where nothing is paid online. */
export type PlanPayments = (
  sale: { totalCents: Cents; currency: string; nightCents: readonly Cents[]; checkIn: LocalDate },
  today: LocalDate,
) => Promise<PaymentPlan | null>;

/** What whoever sends messages offers; each writes in the given transaction. */
export type Post = {
  mailGuest: (trx: Trx, mail: GuestMail) => Promise<void>;
  notifyHost: NotifyHost;
  /** Tells devices at once, and by one email when the guest has left it alone; `notice` gets what its reader last knew. */
  notifyHostOfChange: (trx: Trx, change: HostChange) => Promise<void>;
  /** Takes back such an email that still waits. */
  withdrawChange: (trx: Trx, topic: string, at: Date) => Promise<void>;
  /** Whether an email can be sent: false where no mail server is configured. */
  canMail: () => Promise<boolean>;
  /** False while too many guests have been asked to prove their email. */
  mayAskForProof: () => Promise<boolean>;
};

/** `generation`: of the link that was opened. Another one may have taken its place since it was looked at. */
export type OpenedLink = Omit<ActOrder, "version" | "warned"> & { browserHash: string; generation: number };

export type LinkStore = {
  /** The key from which the secrets of links are made; made itself when first asked for. In a transaction, name it. */
  key: (within?: Db) => Promise<string>;
  /** Null for a booking that is not there. */
  generation: (bookingId: string, within?: Db) => Promise<number | null>;
  /** The mailbox counts as proven until then. */
  prove: (emailMark: string, until: Date) => Promise<void>;
};

/** Who acts in a booking's history when it is the guest. */
export const GUEST = "guest";
/** The same for what the payment provider tells, and for the end of the time to pay. */
export const PAYMENT = "payment";
/** The same when a time has run out. */
export const TIME = "time";
