import * as z from "zod/mini";
import { FIRST_PARTS } from "#domain/payments/plan.ts";
import { BOOKING_MODES } from "#domain/settings/settings.ts";
import { endpoint } from "./endpoint.ts";

/** The conditions of a booking that is made now, for /terms and /cancellation. A booking keeps those of its own day. */
export const readTerms = endpoint({
  method: "GET",
  path: "/api/terms",
  access: "anyone",
  answer: z.object({
    /** In the host's own words; empty where the standard terms are shown. */
    termsHtml: z.string(),
    /** What the host adds to the cancellation policy; may be empty. */
    cancellationHtml: z.string(),
    booking: z.object({ mode: z.enum(BOOKING_MODES), answerHours: z.number() }),
    /** Null where guests do not pay online. */
    payment: z.nullable(
      z.object({
        provider: z.string(),
        required: z.boolean(),
        firstPart: z.enum(FIRST_PARTS),
        firstPercent: z.number(),
        firstNights: z.number(),
        balanceDays: z.number(),
        payHours: z.number(),
        /** A stay whose rest is not paid is cancelled after a warning. */
        cancelUnpaid: z.boolean(),
      }),
    ),
    /** From so many hours before check-in on it costs the first nights, or hundredths of a percent of the price. */
    cancellation: z.array(
      z.union([
        z.object({ fromHoursBefore: z.number(), nights: z.number() }),
        z.object({ fromHoursBefore: z.number(), percent: z.number() }),
      ]),
    ),
  }),
});
export type Terms = z.output<typeof readTerms.answer>;
