import type { LocalDate } from "../calendar/local-date.ts";
import type { Guest } from "../guests/guest.ts";
import type { Language } from "../language/language.ts";
import type { Cents } from "../money/money.ts";
import type { PaymentPlan } from "../payments/plan.ts";
import type { CancellationPolicy } from "./cancellation.ts";
import type { SoldPrice } from "../pricing/change-quote.ts";
import type { BookingSource } from "./source.ts";
import type { BookingStatus } from "./status.ts";

/** SPEC 9: there is one cottage, and this is its id. */
export const PROPERTY_ID = 1;

/** A stay that somebody booked, with the price and the policy as they were then. */
export type Booking = {
  /** At least 128 random bits: whoever has it may open the confirmation, and nobody can guess it. */
  id: string;
  /** Short and readable aloud; names the booking to people, opens nothing. */
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
  /** In which the guest is written to. */
  language: Language;
} & SoldPrice;

export type BookingWithGuest = Booking & { guest: Guest };

/** A booking as the host keeps it. */
export type StoredBooking = BookingWithGuest & {
  /** That of its terms. A booking keeps its currency for ever. */
  currency: string;
  /** Grows by one with each act; an act on an older version is refused, so that two open screens cannot undo each other. */
  version: number;
  /** For the host's eyes only. */
  hostNotes: string;
  /** When the guest showed, by a link that was emailed, that the address is theirs; null until then. */
  emailProvenAt: Date | null;
  /** When the host first confirmed, entered or edited the booking, or recorded a payment; null until then. */
  hostConfirmedAt: Date | null;
  /** What a cancelled stay costs; null while it is not cancelled. */
  cancellationFeeCents: Cents | null;
  /** Who has to say yes to a pending booking of the website, and until when; null when nobody has to. */
  waiting: Waiting | null;
  /** The change of dates that the guest has asked for; the booking holds these nights too until the host answers. */
  changeRequest: ChangeRequest | null;
  /** When the host made the last offer although a platform spoke against it; null where none did. */
  offeredDespiteAt: Date | null;
  /** How and when the stay is paid, as it was when it was booked; null where nothing is paid online. */
  plan: PaymentPlan | null;
  /** What the booking would have become, where it was cancelled because nobody paid in time; otherwise null. */
  endedUnpaid: BookingStatus | null;
};

/** A change that waits for the host, at the price that the guest has agreed to. */
export type ChangeRequest = Pick<Booking, "checkIn" | "checkOut" | "guestCount" | "policy" | keyof SoldPrice> & {
  until: Date;
};

export type Waiting = {
  /** `offer`: the guest accepts the price that the host has made. */
  for: "guest" | "host" | "payment" | "offer";
  until: Date;
  /** What the booking becomes when the answer is yes. */
  requestedStatus: BookingStatus;
};

/** What the host's lists show of a booking. */
export type BookingListing = Omit<
  BookingWithGuest,
  "specialRequests" | "policy" | "language" | Exclude<keyof SoldPrice, "totalCents">
> & { currency: string };
