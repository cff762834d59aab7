import * as z from "zod/mini";
import { MIN_GUESTS } from "#domain/booking/limits.ts";
import { BOOKING_STATUSES, PUBLIC_STATUSES } from "#domain/booking/status.ts";
import { MOST } from "#domain/pricing/price-document.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";
import { endpoint } from "./endpoint.ts";
import { numericAmount, localDate, priceLine, text, wholeNumber } from "./fields.ts";
import { cancellationCharges, pricedLines } from "./prices.ts";

/** What a call may ask for; how many guests the cottage sleeps is checked with the prices. */
export const askedGuests = z.pipe(
  wholeNumber("At least 1 guest is required"),
  z
    .number("At least 1 guest is required")
    .check(
      z.int("At least 1 guest is required"),
      z.gte(MIN_GUESTS, "At least 1 guest is required"),
      z.lte(MOST.sleeps, `Maximum ${MOST.sleeps} guests allowed for cottage booking`),
    ),
);

/** SPEC 5: the rules and texts of the main booking form, which asks the same rules (web/booking/form-rules.ts). */
export const stayFields = {
  checkInDate: localDate("Check-in date is required"),
  checkOutDate: localDate("Check-out date is required"),
  guestCount: askedGuests,
  bookingOption: z.optional(z.literal("entire_cottage", "The cottage is booked as a whole")),
  specialRequests: z.optional(text({ max: 2000 })),
};

/** SPEC 5, on the check-out field; said together with whatever else is wrong as soon as both dates are dates. */
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

export const createBooking = endpoint({
  method: "POST",
  path: "/api/bookings",
  access: "anyone",
  body: z
    .object({
      propertyId: wholeNumber("Property is required"),
      guestId: text({ min: 1, max: 64, message: "Guest is required" }),
      ...stayFields,
      status: z.enum(PUBLIC_STATUSES, "Status must be upcoming or confirmed"),
      /** The nightly rate that the guest was shown: at any other the stay is not booked. */
      expectedRate: z.optional(numericAmount),
      /** The total that the guest was shown: at any other the answer is 409 with the price as it is. */
      expectedTotal: z.optional(numericAmount),
      /** A discount code as the guest wrote it. */
      code: z.optional(text({ max: 60 })),
      /** A field that people do not see and programs fill in. */
      website: z.optional(z.string().check(z.maxLength(2000))),
      /** Milliseconds from the form's appearance until it was sent. */
      filledMs: z.optional(z.number()),
    })
    .check(checkOutAfterCheckIn()),
  answer: z.object({
    id: z.string(),
    reference: z.string(),
    /** Missing in answers that were stored before there was one. */
    status: z.optional(z.enum(BOOKING_STATUSES)),
    /** Whether emails about the booking go to the guest's address. */
    emailed: z.boolean(),
    /** Where the guest pays, where the stay waits for a payment. */
    payPage: z.optional(z.string()),
  }),
  status: 201,
});

export const stayFacts = {
  id: z.string(),
  reference: z.string(),
  status: z.enum(BOOKING_STATUSES),
  checkInDate: z.string(),
  checkOutDate: z.string(),
  nights: z.number(),
  guestCount: z.number(),
  totalAmount: numericAmount,
};

/** A change of dates that waits for the host's answer until `until`. */
export const changeRequest = z.object({
  checkInDate: z.string(),
  checkOutDate: z.string(),
  guestCount: z.number(),
  nights: z.number(),
  totalAmount: numericAmount,
  until: z.string(),
});

export const bookingConfirmation = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/confirmation",
  access: "anyone",
  params: z.object({ bookingId: z.string() }),
  answer: z.object({
    ...stayFacts,
    property: z.object({ name: z.string(), location: z.string(), imageUrl: z.string() }),
    /** Shortened to hints, unless the one who asks is the browser that booked or the host. */
    guest: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    guestMasked: z.boolean(),
    /** Whether the guest's own link can be mailed: false where no mail leaves the house. */
    linkByMail: z.boolean(),
    /** Who has to say yes to a pending booking, and until when. */
    waiting: z.nullable(z.object({ for: z.enum(["guest", "host", "payment", "offer"]), until: z.string() })),
    /** The change of dates that waits for the host; null for everybody but the guest. */
    changeRequest: z.nullable(changeRequest),
    /** What the guest may do here; null for everybody else. */
    acts: z.nullable(
      z.object({
        /** Why the stay cannot be cancelled here any more; null while it can. */
        cancelRefused: z.nullable(z.string()),
        feeIfCancelledNow: numericAmount,
        /** Why no change at all is possible here any more; null while some are. */
        changeRefused: z.nullable(z.string()),
        /** Whether the guest may still correct a mistyped email address. */
        emailCorrectable: z.boolean(),
      }),
    ),
    /** For who sees the guest in full: the notes for arriving, the moment from which they are shown, or what is missing. */
    arrival: z.nullable(
      z.object({
        notesFrom: z.nullable(z.string()),
        /** They are shown once the guest has opened the link in the email, or the host has confirmed the booking. */
        unverified: z.boolean(),
        notes: z.nullable(
          z.object({
            directionsHtml: z.string(),
            instructionsHtml: z.string(),
            wifiName: z.string(),
            wifiPassword: z.string(),
            /** An SVG. */
            wifiQr: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    /** Paid, due and receipts, for the guest; left out where nothing is paid online. */
    payment: z.optional(
      z.object({
        currency: z.string(),
        paidCents: z.number(),
        nowCents: z.number(),
        laterCents: z.number(),
        laterOn: z.nullable(z.string()),
        /** What the payment page asks for; 0 where nothing can be paid now. */
        payCents: z.number(),
        /** Under way to the guest. */
        refundCents: z.number(),
        /** What would go back if the stay were cancelled now. */
        backIfCancelledCents: z.number(),
        /** No real money moves. */
        testMode: z.boolean(),
        receipts: z.array(z.string()),
      }),
    ),
    /** What a cancelled stay costs; null while it is not cancelled, and for who sees the guest masked. */
    cancellationFee: z.nullable(numericAmount),
    specialRequests: z.nullable(z.string()),
    priceLines: z.array(priceLine),
    ...pricedLines,
    cancellation: cancellationCharges,
    freeCancellationUntil: z.string(),
    /** Whether that moment has passed. */
    freeCancellationOver: z.boolean(),
    /** The minimum stay that was agreed on; a change that contains the stay keeps it. */
    agreedMinimumNights: z.number(),
  }),
});
export type Confirmation = z.output<typeof bookingConfirmation.answer>;

export const availability = endpoint({
  method: "GET",
  path: "/api/availability",
  access: "anyone",
  query: z
    .object({
      from: localDate("Give the first night as from=YYYY-MM-DD"),
      to: localDate("Give the day after the last night as to=YYYY-MM-DD"),
    })
    .check(z.refine((span) => span.from < span.to, { error: "to must be after from", path: ["to"] })),
  /** The nights that cannot be sold, in order, with no hint whose they are; `to` is exclusive. */
  answer: z.object({ from: z.string(), to: z.string(), today: z.string(), unavailable: z.array(z.string()) }),
});
