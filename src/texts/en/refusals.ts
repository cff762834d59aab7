import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { QuoteLine } from "#domain/pricing/quote.ts";
import { lineLabel } from "#domain/pricing/line-text.ts";
import { CODE_REFUSED, refusalText } from "#domain/pricing/refusal-text.ts";
import { exactMoneyText, moneyText } from "#domain/money/currency.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("en");

type Amount = { cents: number; currency: string };

/**
 * The server's messages for guests, by kind; most say why something was refused. Messages with parameters are
 * functions. English uses the wording of the specification where there is one, and is the default for callers that do
 * not specify a language.
 */
export const refusals = {
  "stay-refused": ({ refusal }: { refusal: StayRefusal }) => refusalText(refusal),
  "code-refused": CODE_REFUSED,
  "code-held":
    "You are using this code for another stay that is not paid yet. Cancel that stay, or wait until it expires, to use the code here.",
  "code-accepted": "Your code has been applied.",
  "larger-discount": "Your code is valid, but another discount is larger, so we've applied that one.",
  "no-such-property": "We couldn't find this property.",
  "details-expired": "Your details have expired. Please send the form again.",
  "check-email":
    "One more step: we've sent you an email. Please open the link in it within an hour, then press Book Now again.",
  "call-for-more-nights": "These dates are free, but we can't take this booking online. Please call us to book them.",
  "proofs-paused":
    "We can't confirm email addresses right now because of an unusually high number of booking attempts. The nights are still free: please call us to book.",
  "dates-just-taken": "Sorry, these dates were just taken. Please choose other dates.",
  "other-price": ({ cents, currency, lines }: Amount & { lines: readonly QuoteLine[] }) => {
    const parts = lines.map((line) =>
      line.kind === "nights"
        ? `${plural(line.quantity, { one: "1 night", other: `${line.quantity} nights` })} × ${moneyText(line.unitCents, currency)}`
        : `${lineLabel(line, currency)}: ${moneyText(line.amountCents, currency)}`,
    );
    return `These dates cost ${moneyText(cents, currency)} in total (${parts.join(" + ")}), which is not the price you were shown. Please check the new total, then press Book Now again.`;
  },
  "other-terms": "The cancellation terms have changed since you opened this page. Please check them, then try again.",
  "other-stay": "Your booking has changed since you opened this page. Please check it, then try again.",
  "cannot-check-dates":
    "We cannot check these dates against our other calendars right now. Please try again in a few minutes.",
  "booking-not-found": "We couldn't find the booking you're looking for.",
  "link-sent": "If we have an email address for this booking, we've sent the link to it.",
  "link-sent-if-found": "If there's a booking with this reference and email, we've sent its link to that address.",
  "call-for-link": "We can't email you the link. Please call us about your booking.",
  "email-not-corrected": "You can't change the email address here. Please call us, and we'll correct it.",
  "reload-and-try-again": "Please reload this page and try again.",
  "open-your-link": "Please open the link to your booking or use the browser you booked with, then try again.",
  "payment-just-in": "We've just received a payment for this stay. Please reload the page.",
  "nothing-to-pay": "There is nothing to pay right now.",
  "too-late-to-pay":
    "It is too late to pay for this booking. The nights will soon be free again, and you can make a new booking.",
  "payment-unreachable": "Card payments aren't available right now. Please try again in a moment.",
  "no-such-receipt": "We couldn't find this receipt.",
  "payment-under-way": "A payment for this stay is in progress. Please try again in a moment.",
  "payment-page-open":
    "The payment page is still open, and the payment provider can't be reached to close it. Please try again in a few minutes.",
  "new-nights-taken":
    "Sorry, some of these nights are already booked, so your stay hasn't changed. Please choose other dates.",
  "costs-now": ({ cents, currency }: Amount) =>
    `The stay now costs ${exactMoneyText(cents, currency)}. Please check the price again.`,
  "other-currency": "Please call us to change the dates: our prices are now in a different currency.",
  "nothing-to-change": "Your booking already has these dates and guests.",
  "asked-for-other-dates":
    "You've asked for other dates. To change the number of guests too, ask for those dates again with the new number.",
  "open-link-for-longer":
    "To extend your stay, please call us, or first open the link to your booking if we've emailed it to you.",
  "call-for-so-many-nights": "To extend your stay, please call us. We're glad to help.",
  "fee-now": ({ cents, currency }: Amount) =>
    `The cancellation fee is now ${exactMoneyText(cents, currency)}. Please check it, then try again.`,
  "offer-over": "This offer has changed or ended. Please reload the page, or call us.",
  "already-cancelled": "This stay is already cancelled.",
  "begun-no-cancelling": "Check-in has started, so you can no longer cancel online. Please call us.",
  "cancel-elsewhere": "Please cancel on the website where you booked. It will let us know.",
  "cancelled-no-changing": "This stay is cancelled. Please make a new booking.",
  "not-confirmed-yet": "This stay isn't confirmed yet. You can change it once it is.",
  "begun-no-changing": "Check-in has started, so you can no longer change your stay online. Please call us.",
  "change-elsewhere": "Please change your stay on the website where you booked. It will let us know.",
  "only-longer":
    "The free cancellation period has ended, so online you can only extend your stay or add guests. For other changes, please call us.",
  "whatsapp-number": "For WhatsApp, enter your number with + and the country code, such as +94 77 123 4567",
  "unknown-rating-link": "This link doesn't work. Please copy the full link from our message.",
  "stay-did-not-happen": "This stay did not take place, so it cannot be rated.",
  "stay-not-over": "You can rate your stay once it is over.",
  "rating-stands": "Thank you for your rating! It is more than 14 days old, so it can no longer be changed.",
  "too-many-messages": "You've sent us a lot of messages today. Please call us, or write again tomorrow.",
  "picture-not-supported": "We can't open this file as a picture. Choose a JPEG, PNG or WebP picture.",
  "picture-heic": "This is an HEIC photo, which many programs can't open. Save it as JPEG and choose that.",
  "picture-too-large": "This is too large. Choose fewer pictures at a time, each at most 10 MB.",
  "picture-damaged": "This picture is damaged and can't be opened. Choose another one.",
  "picture-gone": "One of your pictures is no longer available. Please choose it again.",
  "too-many-pictures":
    "No more pictures can be added for this stay. Please send your message without pictures, or call us.",
  "pictures-not-stored":
    "We can't store pictures right now. Please send your message without them, or try again later.",
  "pictures-busy": "We're still receiving other pictures. Please try again in a minute.",
  "too-many-tries": ({ seconds }: { seconds: number }) => {
    const wait =
      seconds < 90
        ? plural(seconds, { one: "1 second", other: `${seconds} seconds` })
        : `${Math.ceil(seconds / 60)} minutes`;
    return `Too many attempts in a short time. Please wait ${wait} and try again.`;
  },
  unavailable: "We can't reach our records right now. Nothing was lost; please try again in a few seconds.",
  /** The request has the Idempotency-Key of an earlier one, for example because the guest has gone back to the form. */
  "key-reused": "Something else was already sent from this page. Please send this again.",
  "from-another-site": "This request came from another site and was refused.",
  "nothing-here": "There is nothing at this address.",
  "too-large": "The request is too large.",
  failed: "Something went wrong on our side. Please try again in a moment.",
  "check-form": "Please check the form.",
};
export type Refusals = typeof refusals;
