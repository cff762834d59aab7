import * as z from "zod/mini";
import { numericAmount, priceLine } from "./fields.ts";
import { nearestStays, pricedLines } from "./prices.ts";

/** The JSON body of an error response. `message` is a sentence for the user; `fields` names the inputs to correct. */
export const problemBody = z.object({
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** 409 on a booking: the nights that are taken. */
  nights: z.optional(z.array(z.string())),
  /** 409 on a booking: the current price, if the price or the cancellation terms are not those the guest was shown. */
  price: z.optional(z.object({ totalAmount: numericAmount, priceLines: z.array(priceLine), ...pricedLines })),
  /** 409 on a booking: we have emailed the guest a link to open first, so nothing has failed. */
  checkEmail: z.optional(z.boolean()),
  /** If a rule refuses a stay: the nearest stays that can be booked. */
  nearest: z.optional(nearestStays),
  /**
   * 409 on an action by the host: a platform's calendar conflicts with it or cannot be read. To continue anyway, the
   * host sends these back as `confirmedWarnings`.
   */
  warnings: z.optional(z.array(z.string())),
  /** 403: confirm the password or passkey, then repeat the request. */
  confirm: z.optional(z.boolean()),
  /** Identifies the request in the server's log. */
  requestId: z.optional(z.string()),
});
export type ProblemBody = z.output<typeof problemBody>;

/** The message of the 401 response to a request without a session. A wrong password gets a different message. */
export const SIGN_IN_REQUIRED = "Please sign in.";

export const CONFIRM_IDENTITY = "Please confirm that it's you.";
