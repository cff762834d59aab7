import * as z from "zod/mini";
import { BOOKING_SORTS, LISTED_DATES, LISTED_STATUSES } from "#domain/booking/booking-list.ts";
import { ALL_METHODS, PAYMENT_KINDS, PAYMENT_METHODS } from "#domain/booking/payment.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { BOOKING_STATUSES, MANUAL_BOOKING_STATUSES } from "#domain/booking/status.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import {
  changeRequest,
  checkOutAfterCheckIn,
  endedAs,
  requestedGuests,
  datesAndGuests,
  stayFacts,
  stayFields,
  waiting,
} from "./booking.ts";
import { endpoint } from "./endpoint.ts";
import { dayRange, numericAmount, localDate, oneLine, priceLine, text, typedAmount, wholeNumber } from "./fields.ts";
import { cancellationTimes, pricedLines } from "./prices.ts";
import { guestFields } from "./guests.ts";

// The host's API calls for bookings. They are not in `booking.ts`, so guests' browsers do not download them.

const adminBookingRow = {
  ...stayFacts,
  /** Who has to act on a pending booking. The guest may have to open a link, pay or answer an offer. */
  waitsFor: z.nullable(z.enum(["guest", "host"])),
  endedAs,
  propertyId: z.number(),
  guestId: z.string(),
  source: z.enum(BOOKING_SOURCES),
  /** SPEC 3: the admin list also contains the dates under these names. */
  checkIn: z.string(),
  checkOut: z.string(),
  createdAt: z.string(),
};

const listRow = z.object({
  ...adminBookingRow,
  /** Null for a stay from a platform for which the host has not entered an amount. */
  totalAmount: z.nullable(numericAmount),
  currency: z.string(),
  guest: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  /** Set for a stay from a platform's calendar; such a stay has its own screen. */
  imported: z.nullable(z.object({ title: z.string(), code: z.string(), link: z.string(), phoneDigits: z.string() })),
});
export type BookingRow = z.output<typeof listRow>;

/**
 * All bookings, and everything that platforms have sold (S-80). The portal requests one page at a time
 * (`bookingsPage`).
 */
export const listBookings = endpoint("GET", "/api/admin/bookings", "admin", {
  response: z.array(listRow),
});

const listFilters = {
  search: z._default(text({ max: 200 }), ""),
  from: z.optional(dayRange.from),
  to: z.optional(dayRange.to),
  dates: z._default(z.enum(LISTED_DATES, "dates must be stay or check-in"), "stay"),
  status: z._default(z.enum(["all", ...LISTED_STATUSES], "Choose a status from the list"), "all"),
  source: z._default(z.enum(["all", ...BOOKING_SOURCES], "Choose a source from the list"), "all"),
  sort: z._default(z.enum(BOOKING_SORTS, "Sort by checkIn, checkOut, guest, amount or upcoming"), "checkIn"),
};

/** One page of the list, filtered and sorted. */
export const bookingsPage = endpoint("GET", "/api/admin/bookings-page", "admin", {
  query: z.object({ ...listFilters, page: z._default(wholeNumber("page must be a number"), 1) }),
  response: z.object({
    bookings: z.array(listRow),
    /**
     * The number of the page returned, and the number of pages. If the requested page does not exist, the nearest one
     * is returned.
     */
    page: z.number(),
    pages: z.number(),
    /** The number of bookings that match, and the number of all bookings. */
    found: z.number(),
    all: z.number(),
    /** How many changes the list does not show yet; above 0 only after hundreds of changes, as in an import. */
    unlisted: z.number(),
  }),
});
export type BookingsPage = z.output<typeof bookingsPage.response>;

/** SPEC 2's Export CSV: the filtered list as a file. */
export const exportBookings = endpoint("GET", "/api/admin/bookings.csv", "admin", {
  confirm: "kept",
  query: z.object(listFilters),
});

/** The stays that include at least one day of a range, for the calendar. */
export const calendarStays = endpoint("GET", "/api/admin/calendar", "admin", {
  query: z
    .object(dayRange)
    .check(z.refine((span) => span.from <= span.to, { error: "to must not be before from", path: ["to"] })),
  response: z.object({
    today: z.string(),
    /** Free nights that guests cannot book because they are kept for preparation before or after a stay. */
    preparation: z.array(z.string()),
    /**
     * Additional nights that guests have requested, which are held until the request ends; `id` is the id of the
     * booking.
     */
    requested: z.array(
      z.object({
        id: z.string(),
        guestName: z.string(),
        checkIn: z.string(),
        checkOut: z.string(),
      }),
    ),
    stays: z.array(
      z.object({
        id: z.string(),
        reference: z.string(),
        status: z.enum(BOOKING_STATUSES),
        source: z.enum(BOOKING_SOURCES),
        checkIn: z.string(),
        checkOut: z.string(),
        guestName: z.string(),
        /** Whether the stay is from a platform's calendar. */
        imported: z.boolean(),
      }),
    ),
  }),
});
export type CalendarStays = z.output<typeof calendarStays.response>;

const bookingId = z.object({ bookingId: z.string() });

const detail = z.object({
  ...adminBookingRow,
  property: z.object({ name: z.string(), location: z.string(), imageUrl: z.string() }),
  guest: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  specialRequests: z.nullable(z.string()),
  changeRequest: z.nullable(changeRequest),
  priceLines: z.array(priceLine),
  ...pricedLines,
  ...cancellationTimes,
  /** The property's time zone, in which times are shown to the host. */
  timeZone: z.string(),
  /** Today at the cottage. */
  today: z.string(),
  /** Each action sends the version it was based on; an outdated version leads to a 409 response. */
  version: z.number(),
  hostNotes: z.string(),
  /** What cancelling now would cost the guest. */
  feeIfCancelledNow: numericAmount,
  /** Who is notified of the cancellation, in words; empty if nobody is notified automatically. */
  cancellationRecipients: z.array(z.string()),
  /** The fee for a cancelled booking; otherwise null. */
  cancellationFee: z.nullable(numericAmount),
  payments: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(PAYMENT_KINDS),
      amount: numericAmount,
      method: z.enum(ALL_METHODS),
      paidOn: z.string(),
      /** Whether the payment provider reported the payment, which then cannot be removed. */
      online: z.boolean(),
      /**
       * Whether the payment was made in the provider's test mode. It then counts for this booking, but the figures
       * leave it out, because no money moved.
       */
      test: z.boolean(),
      /** The provider's fee; null if the provider has not reported a fee. */
      fee: z.nullable(numericAmount),
      recordedAt: z.string(),
      recordedBy: z.string(),
    }),
  ),
  waiting,
  /** True if the booking waits for the host, or for the guest to answer an earlier offer. */
  mayOffer: z.boolean(),
  /** True if a payment provider is set up. */
  paysOnline: z.optional(z.boolean()),
  paidAmount: numericAmount,
  /** Negative if the guest is owed money. */
  dueAmount: numericAmount,
  /** The language of the guest's emails and WhatsApp messages. */
  language: z.enum(LANGUAGES),
  history: z.array(z.object({ at: z.string(), actor: z.string(), event: z.string() })),
});
export type BookingDetail = z.output<typeof detail>;

export const bookingDetail = endpoint("GET", "/api/admin/bookings/:bookingId", "admin", {
  params: bookingId,
  response: detail,
});

/**
 * The warnings that the host has seen before choosing to continue: a platform's calendar cannot be read, or shows the
 * nights as sold. 409 if the warnings have changed since.
 */
const confirmedWarnings = z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(500)));
const version = z.int("Reload the booking and try again");

/** What a stay would cost, and which nights are taken. `bookingId` is the booking to be changed. */
export const quoteStay = endpoint("GET", "/api/admin/stay-quote", "admin", {
  query: z
    .object({ ...datesAndGuests, guestCount: z.optional(requestedGuests), bookingId: z.optional(z.string()) })
    .check(checkOutAfterCheckIn()),
  response: z.object({
    nights: z.number(),
    priceLines: z.array(priceLine),
    ...pricedLines,
    totalAmount: numericAmount,
    takenNights: z.array(z.string()),
    /** Why the agreed price must be kept for the stay; null if a new price can be used. */
    keepOnly: z.nullable(z.string()),
    /** The website rule that the stay breaks; the host may sell the stay anyway. */
    reminder: z.nullable(z.string()),
  }),
});

export type StayQuote = z.output<typeof quoteStay.response>;

/** A guest as the host enters them: an email address or a phone number may be missing, but not both. */
export const reachableGuest = {
  name: guestFields.name,
  email: z.union([z.literal(""), guestFields.email], "Valid email is required"),
  phone: z.union([z.literal(""), guestFields.phone], "Phone number is required"),
};

export function canBeReached<T extends { email: string; phone: string }>() {
  return z.refine<T>((guest) => guest.email !== "" || guest.phone !== "", {
    error: "Enter an email address or a phone number for the guest",
    path: ["phone"],
  });
}

const language = z.enum(LANGUAGES, "Choose one of the languages");

/** A booking that the host enters, for example one made by phone. */
export const createManualBooking = endpoint("POST", "/api/admin/bookings", "admin", {
  body: z
    .object({
      ...reachableGuest,
      ...datesAndGuests,
      specialRequests: stayFields.specialRequests,
      status: z.enum(MANUAL_BOOKING_STATUSES, "Choose confirmed, upcoming or pending"),
      /** English if omitted. */
      language: z.optional(language),
      /** The price agreed for the whole stay; today's price if empty or missing. */
      agreedTotal: z.optional(typedAmount("Enter an amount")),
      /** Today's price as shown to the host; 409 if it applies and has changed. */
      expectedTotal: z.optional(numericAmount),
      confirmedWarnings,
    })
    .check(checkOutAfterCheckIn(), canBeReached()),
  response: z.object({ id: z.string(), reference: z.string() }),
  status: 201,
});

/**
 * A status change other than cancelling. Changing the status from `cancelled` restores the booking: 409 if any of its
 * nights have been taken since.
 */
export const changeBookingStatus = endpoint("POST", "/api/admin/bookings/:bookingId/status", "admin", {
  params: bookingId,
  body: z.object({
    version,
    status: z.enum(
      BOOKING_STATUSES.filter((status) => status !== "cancelled"),
      "Choose one of the statuses",
    ),
    confirmedWarnings,
  }),
  response: detail,
});

export const cancelBooking = endpoint("POST", "/api/admin/bookings/:bookingId/cancel", "admin", {
  params: bookingId,
  /** `expectedFee` is the fee that the host was shown; 409 if it has changed. */
  body: z.object({ version, waiveFee: z.boolean("Choose whether to waive the fee"), expectedFee: numericAmount }),
  response: detail,
});

/** Waives the fee for a cancelled booking; 409 if there is none. */
export const waiveFee = endpoint("POST", "/api/admin/bookings/:bookingId/waive-fee", "admin", {
  params: bookingId,
  body: z.object({ version }),
  response: detail,
});

export const changeStay = endpoint("PUT", "/api/admin/bookings/:bookingId/stay", "admin", {
  params: bookingId,
  body: z
    .object({
      version,
      ...datesAndGuests,
      price: z.enum(["keep", "new"], "Choose whether to keep the agreed price"),
      /** The total that the host was shown; 409 if the price has changed. */
      expectedTotal: numericAmount,
      confirmedWarnings,
    })
    .check(checkOutAfterCheckIn()),
  response: detail,
});

/** Accepts or declines the change of dates that the guest has requested. */
export const answerChange = endpoint("POST", "/api/admin/bookings/:bookingId/change-request", "admin", {
  params: bookingId,
  body: z.object({ version, accept: z.boolean("Choose whether to accept the change"), confirmedWarnings }),
  response: detail,
});

export const writeNotes = endpoint("PUT", "/api/admin/bookings/:bookingId/notes", "admin", {
  params: bookingId,
  body: z.object({ version, notes: text({ max: 5000 }) }),
  response: detail,
});

/** The language of everything sent to the guest from now on. */
export const changeLanguage = endpoint("PUT", "/api/admin/bookings/:bookingId/language", "admin", {
  params: bookingId,
  body: z.object({ version, language }),
  response: detail,
});

export const recordPayment = endpoint("POST", "/api/admin/bookings/:bookingId/payments", "admin", {
  params: bookingId,
  body: z.object({
    version,
    kind: z.enum(PAYMENT_KINDS, "Choose payment or refund"),
    amount: typedAmount("Enter an amount above zero"),
    method: z.enum(PAYMENT_METHODS, "Choose how it was paid"),
    paidOn: localDate("Enter the day of the payment"),
  }),
  response: detail,
  status: 201,
});

/**
 * Deletes a test booking; 409 if the guest has checked in, or if the booking has a recorded payment, a receipt or a
 * linked stay from a platform.
 */
export const removeBooking = endpoint("POST", "/api/admin/bookings/:bookingId/remove", "admin", {
  params: bookingId,
  /** The host types the reference to confirm the deletion. */
  body: z.object({ version, reference: text({ max: 40 }) }),
});

/** An adjustment with the host's description: a discount, a surcharge, or the difference from an agreed total. */
export const addAdjustment = endpoint("POST", "/api/admin/bookings/:bookingId/adjustments", "admin", {
  params: bookingId,
  body: z.object({
    version,
    kind: z.enum(["discount", "extra", "total"], "Choose a discount, an extra or an agreed total"),
    amount: typedAmount("Enter an amount above zero"),
    /** Shown to the guest. */
    label: oneLine({ min: 1, max: 80, message: "Enter what it is for" }),
  }),
  response: detail,
  status: 201,
});

const OFFER_HOURS = "Enter 1 to 336 hours";

/** Emails the guest of a pending booking a link to accept it at its current price. */
export const sendOffer = endpoint("POST", "/api/admin/bookings/:bookingId/offer", "admin", {
  params: bookingId,
  body: z.object({
    version,
    hours: z.int(OFFER_HOURS).check(z.minimum(1, OFFER_HOURS), z.maximum(336, OFFER_HOURS)),
    confirmedWarnings,
  }),
  response: detail,
});

/** `place` is the index of the line among the price's adjustments, from 0. */
export const removeAdjustment = endpoint("DELETE", "/api/admin/bookings/:bookingId/adjustments/:place", "admin", {
  params: z.object({ bookingId: z.string(), place: wholeNumber("This line does not exist") }),
  query: z.object({ version: wholeNumber("Reload the booking and try again") }),
  response: detail,
});

export const removePayment = endpoint("DELETE", "/api/admin/bookings/:bookingId/payments/:paymentId", "admin", {
  params: z.object({ bookingId: z.string(), paymentId: z.string() }),
  query: z.object({ version: wholeNumber("Reload the booking and try again") }),
  response: detail,
});
