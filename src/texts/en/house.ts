import { payNote } from "#domain/payments/pay-note.ts";
import { cancellationTexts } from "#domain/pricing/cancellation-text.ts";
import { extrasText, priceText } from "#domain/pricing/charges.ts";
import { rateText } from "#domain/property/property.ts";
import { counted } from "#domain/text/counted.ts";

/** Strings about prices and the cancellation policy in the property's API responses, and a few others. */
export const houseTexts = {
  rate: rateText,
  cancellation: cancellationTexts,
  brokenPage: {
    title: "Sorry, this page didn't work",
    home: "Back to Home",
    reference: (id: string) => `Reference: ${id}`,
  },
  setupNotice: "Sample content: this site is being set up.",
  /** The source of a review, and the name used if the guest gave none. */
  reviewer: { name: "A guest", source: "Guest of the cottage" },
  /** The lowest price of a night, if other nights cost more. */
  fromRate: (rate: string) => `From ${rate}`,
  extras: extrasText,
  price: priceText,
  /** Shown before the payment note if every booking needs the host's answer, for example after a restore. */
  requestFirst: (answer: number) =>
    `You send us a request first, without paying, and we answer within ${counted(answer, "hour")}.`,
  /** Shown before the payment note if the host may have to check a platform's calendar before accepting a booking. */
  checkFirst: (answer: number) =>
    `If we first have to check your dates, you send us a request, without paying, and we answer within ${counted(answer, "hour")}.`,
  payNote,
};
export type HouseTexts = typeof houseTexts;
