import * as z from "zod/mini";
import { ENDINGS } from "#domain/booking/booking.ts";
import { MIN_GUESTS } from "#domain/booking/limits.ts";
import { BOOKING_STATUSES, PUBLIC_STATUSES } from "#domain/booking/status.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import { MOST } from "#domain/pricing/price-document.ts";
import { isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";
import { endpoint } from "./endpoint.ts";
import { numericAmount, localDate, priceLine, text, wholeNumber } from "./fields.ts";
import { cancellationTimes, pricedLines } from "./prices.ts";

/** `english` lists which of these strings exist only in English; set only if the request is in another language. */
export const shownProperty = {
  name: z.string(),
  location: z.string(),
  english: z.optional(z.array(z.string())),
};

/** The host's text as HTML, and its language, which may differ from the page's. */
const hostText = z.object({ html: z.string(), language: z.enum(LANGUAGES) });

/** The limits for a request; the cottage's own maximum number of guests is checked with the prices. */
export const requestedGuests = z.pipe(
  wholeNumber("At least 1 guest is required"),
  z
    .number("At least 1 guest is required")
    .check(
      z.int("At least 1 guest is required"),
      z.gte(MIN_GUESTS, "At least 1 guest is required"),
      z.lte(MOST.sleeps, `Maximum ${MOST.sleeps} guests allowed for cottage booking`),
    ),
);

/**
 * SPEC 5: the rules and messages of the main booking form; the form itself uses the same rules
 * (web/booking/form-rules.ts).
 */
export const datesAndGuests = {
  checkInDate: localDate("Check-in date is required"),
  checkOutDate: localDate("Check-out date is required"),
  guestCount: requestedGuests,
};
export const stayFields = {
  ...datesAndGuests,
  bookingOption: z.optional(z.literal("entire_cottage", "The cottage is booked as a whole")),
  specialRequests: z.optional(text({ max: 2000 })),
};

/** SPEC 5, on the check-out field; reported with all other errors as soon as both dates are valid. */
export function checkOutAfterCheckIn<T extends { checkInDate: string; checkOutDate: string }>() {
  return z.refine<T>((stay) => stay.checkInDate < stay.checkOutDate, {
    error: "Check-out date must be after check-in date",
    path: ["checkOutDate"],
    when: ({ value }) => hasBothDates(value),
  });
}

function hasBothDates(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (!("checkInDate" in value && "checkOutDate" in value)) return false;
  return isLocalDate(value.checkInDate) && isLocalDate(value.checkOutDate);
}

export const createBooking = endpoint("POST", "/api/bookings", "anyone", {
  body: z
    .object({
      propertyId: wholeNumber("Property is required"),
      guestId: text({ min: 1, max: 64, message: "Guest is required" }),
      ...stayFields,
      status: z.enum(PUBLIC_STATUSES, "Status must be upcoming or confirmed"),
      /** The nightly rate that the guest was shown: if it has changed, the stay is not booked. */
      expectedRate: z.optional(numericAmount),
      /** The total that the guest was shown; if it has changed, the response is 409 with the current price. */
      expectedTotal: z.optional(numericAmount),
      /**
       * The cancellation steps of `GET /api/prices` as JSON, optionally followed by the currency, as the guest was
       * shown them; 409 if they have changed.
       */
      expectedTerms: z.optional(z.string()),
      /** A discount code as the guest typed it. */
      code: z.optional(text({ max: 60 })),
      /** A field that is invisible to people but filled in by many bots. */
      website: z.optional(z.string().check(z.maxLength(2000))),
      /** Milliseconds between showing the form and sending it. */
      filledMs: z.optional(z.number()),
    })
    .check(checkOutAfterCheckIn()),
  response: z.object({
    id: z.string(),
    reference: z.string(),
    /** Missing from responses stored before the field existed. */
    status: z.optional(z.enum(BOOKING_STATUSES)),
    /** Whether emails about the booking go to the guest's address. */
    emailed: z.boolean(),
    /** The payment page, if the booking is waiting for a payment. */
    payPage: z.optional(z.string()),
  }),
  status: 201,
});

export const pricedStay = {
  checkInDate: z.string(),
  checkOutDate: z.string(),
  nights: z.number(),
  guestCount: z.number(),
  totalAmount: numericAmount,
};

export const stayFacts = { id: z.string(), reference: z.string(), status: z.enum(BOOKING_STATUSES), ...pricedStay };

/** A change of dates that the host has to answer by `until`. */
export const changeRequest = z.object({ ...pricedStay, until: z.string() });

export const waiting = z.nullable(z.object({ for: z.enum(["guest", "host", "payment", "offer"]), until: z.string() }));

/** How the booking ended if it was never agreed, verified or paid for; null if it has not ended or was cancelled. */
export const endedAs = z.nullable(z.enum(ENDINGS));

export const bookingConfirmation = endpoint("GET", "/api/bookings/:bookingId/confirmation", "anyone", {
  params: z.object({ bookingId: z.string() }),
  response: z.object({
    ...stayFacts,
    property: z.object({ ...shownProperty, imageUrl: z.string() }),
    /** Masked, unless requested by the host or from a browser that made the booking or opened the guest's link. */
    guest: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    guestMasked: z.boolean(),
    /**
     * Whether emails with the link to this page go to the guest: false if this installation sends no email or the guest
     * has no address. Where the guest's details are masked, only the former counts.
     */
    linkByMail: z.boolean(),
    waiting,
    endedAs,
    /** The requested change of dates; null for everybody but the guest. */
    changeRequest: z.nullable(changeRequest),
    /** What the guest may do here; null for everybody else. */
    acts: z.nullable(
      z.object({
        /** Why the stay cannot be cancelled here; null if it can. */
        cancelRefused: z.nullable(z.string()),
        feeIfCancelledNow: numericAmount,
        /** Why no change at all is possible here; null if some changes are possible. */
        changeRefused: z.nullable(z.string()),
        /** Whether the guest can still correct a mistyped email address. */
        emailCorrectable: z.boolean(),
      }),
    ),
    /**
     * The arrival notes or, if they are not shown yet, when they will be or what is missing; only for viewers who see
     * the guest's full details.
     */
    arrival: z.nullable(
      z.object({
        notesFrom: z.nullable(z.string()),
        /** True while the guest has neither opened the emailed link nor paid online, and the host has not confirmed. */
        unverified: z.boolean(),
        notes: z.nullable(
          z.object({
            directions: hostText,
            instructions: hostText,
            wifiName: z.string(),
            wifiPassword: z.string(),
            /** An SVG image. */
            wifiQr: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    /** Whether the host's note about payment applies, because something has to be paid and there is no payment plan. */
    payNoteApplies: z.boolean(),
    /** The amounts paid and due, and the receipts, shown to the guest; omitted if nothing is paid online. */
    payment: z.optional(
      z.object({
        currency: z.string(),
        /** What was paid, less what was refunded. */
        paidCents: z.number(),
        refundedCents: z.number(),
        nowCents: z.number(),
        laterCents: z.number(),
        laterOn: z.nullable(z.string()),
        /** The amount that the payment page asks for; 0 if nothing can be paid now. */
        payCents: z.number(),
        /** Refunds on their way to the guest, and what the host is asked to pay back. */
        refundCents: z.number(),
        /** What would be refunded if the stay were cancelled now. */
        backIfCancelledCents: z.number(),
        /** Whether payments are in test mode, or were when this stay was paid: no real money moves. */
        testMode: z.boolean(),
        receipts: z.array(z.string()),
      }),
    ),
    /** If accepting the host's offer sends a request, or may do so: what the guest is told beforehand. */
    requestNote: z.optional(z.string()),
    /** The fee for a cancelled stay; null if it is not cancelled or the guest's details are masked. */
    cancellationFee: z.nullable(numericAmount),
    /** How much of the fee is still to be paid; null where the fee is null. */
    cancellationFeeDue: z.nullable(numericAmount),
    specialRequests: z.nullable(z.string()),
    priceLines: z.array(priceLine),
    ...pricedLines,
    ...cancellationTimes,
    /** The agreed minimum stay; it still applies after a change if the new dates include the whole original stay. */
    agreedMinimumNights: z.number(),
  }),
});
export type Confirmation = z.output<typeof bookingConfirmation.response>;

/** Dates from our own data, which need no validation. */
const date = z.custom<LocalDate>();

export const availability = endpoint("GET", "/api/availability", "anyone", {
  query: z
    .object({
      from: localDate("from must be the first night, as YYYY-MM-DD"),
      to: localDate("to must be the day after the last night, as YYYY-MM-DD"),
    })
    .check(z.refine((span) => span.from < span.to, { error: "to must be after from", path: ["to"] })),
  response: z.object({
    from: z.string(),
    /** Exclusive. */
    to: z.string(),
    today: date,
    /** The nights that cannot be sold, in order; whose they are is not revealed. */
    unavailable: z.array(date),
    /**
     * The nights in `unavailable` that are free but fall before the earliest arrival. A booked stay can be extended
     * into these nights.
     */
    tooSoon: z.array(date),
    /** The first day on which a guest who books now may arrive. */
    earliestArrival: date,
  }),
});
