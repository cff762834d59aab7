import type { ImportedListing } from "#domain/channels/imported-stay.ts";
import type { BookingDetail, BookingRow } from "#contract/admin-bookings.ts";
import {
  type BookingListing,
  type BookingWithGuest,
  type ChangeRequest,
  type StoredBooking,
  type Waiting,
  PROPERTY_ID,
  mayBeOffered,
  waitsFor,
} from "#domain/booking/booking.ts";
import { cancellationTimes, feeIfCancelled } from "#domain/booking/cancellation.ts";
import { refuseOwnCancel, refuseOwnChange } from "#domain/booking/own-stay.ts";
import { balanceOf, type Payment } from "#domain/booking/payment.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { amountString } from "#domain/money/currency.ts";
import { payNoteApplies } from "#domain/payments/plan.ts";
import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import type { QuoteLine } from "#domain/pricing/quote.ts";
import type { SoldPrice } from "#domain/pricing/change-quote.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { FoundConfirmation } from "./find-confirmation.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { HistoryEntry } from "./ports.ts";

export type ShownProperty = { name: string; location: string; imageUrl: string; english?: string[] };

export function stayFacts(booking: Omit<BookingListing, "currency" | "endedAs" | "waiting">, currency: string) {
  return {
    id: booking.id,
    reference: booking.reference,
    status: booking.status,
    checkInDate: booking.checkIn,
    checkOutDate: booking.checkOut,
    nights: nightCount(booking),
    guestCount: booking.guestCount,
    totalAmount: amountString(booking.totalCents, currency),
  };
}

function changeRequestView(request: ChangeRequest | null) {
  return (
    request && {
      checkInDate: request.checkIn,
      checkOutDate: request.checkOut,
      guestCount: request.guestCount,
      nights: nightCount(request),
      totalAmount: amountString(request.totalCents, request.sold.terms.currency),
      until: request.until.toISOString(),
    }
  );
}

function waitingView(waiting: Waiting | null) {
  return waiting && { for: waiting.for, until: waiting.until.toISOString() };
}

export function bookingView(
  booking: BookingWithGuest,
  property: ShownProperty,
  { now, language }: { now: Date; language: Language },
) {
  return {
    ...stayFacts(booking, booking.sold.terms.currency),
    property,
    guest: booking.guest,
    specialRequests: booking.specialRequests,
    ...linesView(booking, language),
    ...cancellationTimes(booking, now),
  };
}

export function confirmationView(
  { booking, guestMasked, isGuest, emailCorrectable }: FoundConfirmation,
  payments: readonly Payment[],
  property: ShownProperty,
  { now, language }: { now: Date; language: Language },
) {
  const { refusals } = textsIn(language);
  const cancelRefused = refuseOwnCancel(booking, now);
  const changeRefused = refuseOwnChange(booking, booking, now);
  const { waiting, cancellationFeeCents: fee } = booking;
  const showsFee = !guestMasked && fee !== null;
  return {
    ...bookingView(booking, property, { now, language }),
    agreedMinimumNights: booking.sold.minimumNights,
    payNoteApplies: payNoteApplies(booking),
    guestMasked,
    changeRequest: isGuest ? changeRequestView(booking.changeRequest) : null,
    waiting: waitingView(waiting),
    endedAs: booking.endedAs,
    acts: isGuest
      ? {
          cancelRefused: cancelRefused && refusals[cancelRefused],
          feeIfCancelledNow: amountString(feeIfCancelled(booking, now), booking.currency),
          changeRefused: changeRefused && refusals[changeRefused],
          emailCorrectable,
        }
      : null,
    cancellationFee: showsFee ? amountString(fee, booking.currency) : null,
    cancellationFeeDue: showsFee
      ? amountString(Math.max(0, balanceOf(booking, payments).dueCents), booking.currency)
      : null,
  };
}

/** The price lines, both in words and as kinds with parameters. */
export function linesView({ priceLines, sold }: Pick<SoldPrice, "priceLines" | "sold">, language: Language) {
  const { currency } = sold.terms;
  return { priceLines: priceLines.map((line) => priceLineView(line, currency, language)), currency, lines: priceLines };
}

export function priceLineView(line: QuoteLine, currency: string, language: Language) {
  return {
    label: textsIn(language).priceLines.label(line, currency),
    quantity: line.quantity,
    unitAmount: amountString(line.unitCents, currency),
    amount: amountString(line.amountCents, currency),
  };
}

/** SPEC 3: the admin list has the dates under two names. */
export function adminRow(booking: BookingListing): BookingRow {
  return {
    ...booking,
    ...stayFacts(booking, booking.currency),
    createdAt: booking.createdAt.toISOString(),
    waitsFor: waitsFor(booking),
    imported: null,
  };
}

/** A platform's stay as a row among the bookings. It has no registered guest, and often no price. */
export function importedRow(stay: ImportedListing, today: LocalDate): BookingRow {
  const { title, code, link, phoneDigits, checkIn, checkOut } = stay;
  return {
    id: stay.id,
    reference: code,
    status: checkOut <= today ? "completed" : "confirmed",
    waitsFor: null,
    endedAs: null,
    checkInDate: checkIn,
    checkOutDate: checkOut,
    checkIn,
    checkOut,
    nights: nightCount(stay),
    guestCount: 0,
    totalAmount: stay.amountCents === null ? null : amountString(stay.amountCents, stay.currency),
    currency: stay.currency,
    propertyId: PROPERTY_ID,
    guestId: "",
    source: stay.source,
    createdAt: stay.firstSeenAt.toISOString(),
    guest: { name: stay.guestName || title, email: "", phone: stay.guestPhone },
    imported: { title, code, link, phoneDigits },
  };
}

type Detailed = {
  booking: StoredBooking;
  payments: Payment[];
  history: HistoryEntry[];
  property: ShownProperty;
  cancellationRecipients: string[];
  today: string;
  now: Date;
  paysOnline: boolean;
};

export function adminDetail({ booking, payments, history, property, ...rest }: Detailed): BookingDetail {
  const { paidCents, dueCents } = balanceOf(booking, payments);
  const { cancellationFeeCents: fee, currency } = booking;
  return {
    ...adminRow(booking),
    // The portal is in English.
    ...bookingView(booking, property, { now: rest.now, language: DEFAULT_LANGUAGE }),
    language: booking.language,
    changeRequest: changeRequestView(booking.changeRequest),
    timeZone: booking.policy.timeZone,
    today: rest.today,
    version: booking.version,
    hostNotes: booking.hostNotes,
    feeIfCancelledNow: amountString(feeIfCancelled(booking, rest.now), currency),
    cancellationRecipients: rest.cancellationRecipients,
    cancellationFee: booking.status === "cancelled" ? amountString(fee ?? 0, currency) : null,
    payments: payments.map(({ amountCents, fact, ...payment }) => ({
      ...payment,
      online: fact !== null,
      test: fact?.live === false,
      fee: typeof fact?.feeCents === "number" ? amountString(fact.feeCents, currency) : null,
      amount: amountString(amountCents, currency),
      recordedAt: payment.recordedAt.toISOString(),
    })),
    mayOffer: mayBeOffered(booking),
    waiting: waitingView(booking.waiting),
    ...(rest.paysOnline ? { paysOnline: true } : {}),
    paidAmount: amountString(paidCents, currency),
    dueAmount: amountString(dueCents, currency),
    history: history.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
}
