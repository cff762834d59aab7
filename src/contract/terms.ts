import * as z from "zod/mini";
import { LANGUAGES } from "#domain/language/language.ts";
import { FIRST_PARTS } from "#domain/payments/plan.ts";
import { BOOKING_MODES } from "#domain/settings/settings.ts";
import { endpoint } from "./endpoint.ts";

/**
 * The conditions of a booking made now, for /terms and /cancellation. Later changes to the conditions do not affect
 * this booking, except for what `policyAnew` describes.
 */
export const readTerms = endpoint("GET", "/api/terms", "anyone", {
  response: z.object({
    /** The host's own text; empty if the standard terms are shown. */
    termsHtml: z.string(),
    /** The language of the host's text, which is English if it is not translated. */
    termsLanguage: z.enum(LANGUAGES),
    /** The host's addition to the cancellation policy; may be empty. */
    cancellationHtml: z.string(),
    cancellationLanguage: z.enum(LANGUAGES),
    booking: z.object({ mode: z.enum(BOOKING_MODES), answerHours: z.number() }),
    /** Null if guests do not pay online. */
    payment: z.nullable(
      z.object({
        provider: z.string(),
        required: z.boolean(),
        firstPart: z.enum(FIRST_PARTS),
        firstPercent: z.number(),
        firstNights: z.number(),
        balanceDays: z.number(),
        payHours: z.number(),
        /**
         * Whether a stay with an unpaid balance is cancelled after a warning. False if guests pay everything when they
         * book.
         */
        cancelUnpaid: z.boolean(),
      }),
    ),
    /**
     * From this many hours before check-in, cancelling costs a number of nights, or a share of the price in hundredths
     * of a percent.
     */
    cancellation: z.array(
      z.union([
        z.object({ fromHoursBefore: z.number(), nights: z.number() }),
        z.object({ fromHoursBefore: z.number(), percent: z.number() }),
      ]),
    ),
    /**
     * Whether a guest who changes the dates while cancelling is still free gets the cancellation policy that applies
     * then.
     */
    policyAnew: z.boolean(),
  }),
});
export type Terms = z.output<typeof readTerms.response>;
