import type { LocalDate } from "../calendar/local-date.ts";
import type { Guest } from "../guests/guest.ts";
import type { Language } from "../language/language.ts";
import type { Cents } from "../money/money.ts";
import type { PaymentPlan } from "../payments/plan.ts";
import type { CancellationPolicy } from "./cancellation.ts";
import type { SoldPrice } from "../pricing/change-quote.ts";
import type { BookingStatus } from "./status.ts";

/**
 * Where a stay was sold. SPEC's `{host}` is Booking.com; Agoda is the fourth platform card; `other` stands for any
 * other connected calendar.
 */
export const BOOKING_SOURCES = ["direct", "airbnb", "booking.com", "vrbo", "agoda", "other"] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];

/** SPEC 9: there is one cottage, and this is its id. */
export const PROPERTY_ID = 1;

/** A booked stay, with the price and the policy that were agreed when it was booked or last changed. */
export type Booking = {
  /** At least 128 random bits: it gives access to the confirmation and cannot be guessed. */
  id: string;
  /** Short and easy to read aloud; it identifies the booking to people and does not grant access. */
  reference: string;
  propertyId: number;
  guestId: string;
  checkIn: LocalDate;
  checkOut: LocalDate;
  guestCount: number;
  status: BookingStatus;
  source: BookingSource;
  specialRequests: string | null;
  policy: CancellationPolicy;
  createdAt: Date;
  /** The language of messages to the guest. */
  language: Language;
} & SoldPrice;

export type BookingWithGuest = Booking & { guest: Guest };

/** A booking as stored, including the fields that only the host sees. */
export type StoredBooking = BookingWithGuest & {
  /** The currency of the booking's terms, which never changes. */
  currency: string;
  /** Incremented by each action; an action that is based on an older version is refused. */
  version: number;
  /** Shown to the host only. */
  hostNotes: string;
  /**
   * When the guest verified the email address by opening an emailed link, or when the booking was made if the address
   * had been verified shortly before; null until then.
   */
  emailProvenAt: Date | null;
  /** When the host first vouched for the guest, for example by confirming or entering the booking; null until then. */
  hostConfirmedAt: Date | null;
  /** What a cancelled stay costs; null if it is not cancelled. */
  cancellationFeeCents: Cents | null;
  /** What a pending booking is waiting for, and until when; a pending booking without this waits for the host. */
  waiting: Waiting | null;
  /** The change that the guest has requested; the booking also holds any new nights until the request ends. */
  changeRequest: ChangeRequest | null;
  /** When the host made the last offer, if it was made despite a warning about platforms; otherwise null. */
  offeredDespiteAt: Date | null;
  /** How and when the stay is paid for, as agreed when it was booked or offered; null if nothing is paid online. */
  plan: PaymentPlan | null;
  /** If nobody made the first payment in time, the status that the booking would have had; otherwise null. */
  endedUnpaid: BookingStatus | null;
  /** How the booking ended if it was never agreed on, verified or paid for; null if it is active or was cancelled. */
  endedAs: Ending | null;
};

/**
 * How a booking can end if the guest and the host did not agree on it, or if the guest did not complete it in time. The
 * booking has the status `cancelled`, although nobody has cancelled it.
 */
export const ENDINGS = ["request", "offer", "unverified", "unpaid"] as const;
export type Ending = (typeof ENDINGS)[number];

/** What the host reads instead of "Cancelled". */
export const ENDING_LABELS = {
  request: "Request not accepted",
  offer: "Offer ended",
  unverified: "Email not confirmed",
  unpaid: "Not paid in time",
} satisfies Record<Ending, string>;

/** The kinds of booking that the host and the guest have not agreed on yet. */
export const PROPOSALS = ["request", "offer"] as const;
export type Proposal = (typeof PROPOSALS)[number];

export function proposalOf({ waiting }: { waiting: { for: Waiting["for"] } | null }): Proposal | null {
  if (waiting?.for === "host") return "request";
  return waiting?.for === "offer" ? "offer" : null;
}

/** A change that is waiting for the host, at the price that the guest has accepted. */
export type ChangeRequest = Pick<Booking, "checkIn" | "checkOut" | "guestCount" | "policy" | keyof SoldPrice> & {
  until: Date;
  /** When the guest made the request; null for one that was stored by a version that did not record this. */
  since: Date | null;
};

export type Waiting = {
  /** `offer`: the guest can accept the price that the host has offered. */
  for: "guest" | "host" | "payment" | "offer";
  until: Date;
  /** The status that the booking gets if the wait ends successfully. */
  requestedStatus: BookingStatus;
};

/** The fields of a booking that the host's lists show. */
export type BookingListing = Omit<
  BookingWithGuest,
  "specialRequests" | "policy" | "language" | Exclude<keyof SoldPrice, "totalCents">
> &
  Pick<StoredBooking, "currency" | "endedAs" | "waiting">;

type Pending = { status: BookingStatus; waiting: { for: Waiting["for"] } | null };

/**
 * Who has to act on a pending booking: the guest opens a link, pays or answers an offer; everything else waits for the
 * host. Null if the booking is not pending.
 */
export function waitsFor({ status, waiting }: Pending): "guest" | "host" | null {
  if (status !== "pending") return null;
  return waiting === null || waiting.for === "host" ? "host" : "guest";
}

/**
 * A pending booking can be offered to the guest if it is waiting for the host, or for an answer to an earlier offer.
 */
export function mayBeOffered(booking: Pending): boolean {
  return waitsFor(booking) === "host" || booking.waiting?.for === "offer";
}

/**
 * Whether the host's confirmation accepts the booking and makes an agreed deposit due. This is so for a request, a stay
 * that is held until its guest opens the link, and an offer that its guest has accepted by phone. Confirming a stay
 * that is waiting for its deposit waives the deposit.
 */
export function isAcceptedByConfirming({ waiting }: Pending): boolean {
  return waiting !== null && waiting.for !== "payment";
}

/**
 * Whether somebody other than the person who filled in the form has vouched for the booking: the guest's email address
 * is verified, or the host has confirmed, entered or edited the booking, or recorded a payment. Only then do our
 * messages contain key codes and the WiFi password (`arrivalAccess`), and quote what the guest wrote. The guest's page
 * shows the arrival notes also to a guest who has paid online.
 */
export function isVerified(booking: Pick<StoredBooking, "emailProvenAt" | "hostConfirmedAt">): boolean {
  return booking.emailProvenAt !== null || booking.hostConfirmedAt !== null;
}
