import * as z from "zod/mini";
import { checkOutAfterCheckIn, datesAndGuests, pricedStay } from "./booking.ts";
import { endpoint } from "./endpoint.ts";
import { numericAmount, priceLine, text } from "./fields.ts";
import { guestFields } from "./guests.ts";
import { cancellationTimes, pricedLines } from "./prices.ts";

/**
 * What guests can do with their own booking. Except for finding it, requesting a link and downloading the calendar
 * file, these actions work only in a browser that may see the whole booking.
 */
const params = z.object({ bookingId: z.string() });

/** The response is the same whether or not the booking exists or has an email address. */
export const sendLink = endpoint("POST", "/api/bookings/:bookingId/link", "anyone", {
  params,
  body: z.object({}),
  response: z.object({ message: z.string() }),
});

/**
 * Corrects a mistyped email address. This is possible at most three times, only in the browser in which the booking was
 * made, and only until an emailed link has been opened.
 */
export const correctOwnEmail = endpoint("PUT", "/api/bookings/:bookingId/email", "anyone", {
  params,
  body: z.object({ email: guestFields.email }),
  response: z.object({ email: z.string() }),
});

/** Whether guests get the link to their booking by email. */
export const readLinkDelivery = endpoint("GET", "/api/bookings/find", "anyone", {
  response: z.object({ byMail: z.boolean() }),
});

/** For guests who have lost the link. The response is the same whether or not such a booking exists. */
export const findBooking = endpoint("POST", "/api/bookings/find", "anyone", {
  body: z.object({
    reference: text({ min: 1, max: 40, message: "Please enter your booking reference" }),
    email: guestFields.email,
  }),
  response: z.object({ message: z.string() }),
});

/** The stay as a file for the guest's calendar; nothing in the file identifies the guest. */
export const ownStayFile = endpoint("GET", "/api/bookings/:bookingId/stay.ics", "anyone", {
  params,
  response: z.string(),
});

/** `expectedFee` is the fee that the guest was shown; 409 if it has changed since. Idempotent. */
export const cancelOwnStay = endpoint("POST", "/api/bookings/:bookingId/cancel", "anyone", {
  params,
  body: z.object({ expectedFee: numericAmount }),
  response: z.object({ status: z.string(), cancellationFee: numericAmount }),
});

/**
 * Accepts the host's offer with the stay and the total as shown; 409 if the offer has changed. `payPage` is the page on
 * which the guest then has to pay; null if nothing is due yet.
 */
export const acceptOffer = endpoint("POST", "/api/bookings/:bookingId/accept", "anyone", {
  params,
  body: z.object({ ...z.partial(z.object(datesAndGuests)).shape, expectedTotal: numericAmount }),
  response: z.object({ status: z.string(), payPage: z.nullable(z.string()) }),
});

/** What the stay would cost on other dates or with another number of guests, and which of the nights are taken. */
export const quoteOwnStay = endpoint("GET", "/api/bookings/:bookingId/stay-quote", "anyone", {
  params,
  query: z.object(datesAndGuests).check(checkOutAfterCheckIn()),
  response: z.object({
    ...pricedStay,
    priceLines: z.array(priceLine),
    ...pricedLines,
    ...cancellationTimes,
    /** The difference from the current total; negative if the changed stay costs less. */
    difference: numericAmount,
    takenNights: z.array(z.string()),
    /** The cancellation terms of the changed stay, to be sent back as `expectedTerms`. */
    terms: z.string(),
    /**
     * Whether the change is a request, which takes effect once the host has agreed. If a platform's calendar could not
     * be read, it is read again when the guest changes the stay, and the change may then take effect at once.
     */
    asksHost: z.boolean(),
  }),
});
export type OwnStayQuote = z.output<typeof quoteOwnStay.response>;

export const changeOwnStay = endpoint("PUT", "/api/bookings/:bookingId/stay", "anyone", {
  params,
  /**
   * `expectedTerms` are the quote's `terms`; 409 if they have changed. If it is missing, any terms are accepted.
   * `keepBooked` means that the guest was shown this stay as the booked one; 409 if it no longer is.
   */
  body: z
    .object({
      ...datesAndGuests,
      expectedTotal: numericAmount,
      expectedTerms: z.optional(z.string()),
      keepBooked: z.optional(z.boolean()),
    })
    .check(checkOutAfterCheckIn()),
  /** `requested` is true if the change is awaiting the host; status and total are then still those of the old stay. */
  response: z.object({ status: z.string(), totalAmount: numericAmount, requested: z.boolean() }),
});
