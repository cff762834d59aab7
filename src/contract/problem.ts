import * as z from "zod/mini";
import { numericAmount, priceLine } from "./fields.ts";
import { nearestStays, pricedLines } from "./prices.ts";

/** Every error answer. `message` is a sentence for the person; `fields` names the inputs to mend (reliability 3). */
export const problemBody = z.object({
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** 409 on a booking: the nights that went to somebody else. */
  nights: z.optional(z.array(z.string())),
  /** 409 on a booking: the price that differs from the one the guest was shown. */
  price: z.optional(z.object({ totalAmount: numericAmount, priceLines: z.array(priceLine), ...pricedLines })),
  /** 409 on a booking: we have emailed the guest a link to open first, so nothing has failed. */
  checkEmail: z.optional(z.boolean()),
  /** A stay that a rule refuses: the nearest stays that can be booked. */
  nearest: z.optional(nearestStays),
  /** 409 on an act of the host: a platform speaks against it, and the host may do it all the same with `despiteWarning`. */
  mayOverride: z.optional(z.boolean()),
  /** 403: password or passkey are asked for once more, then the same call is answered. */
  confirm: z.optional(z.boolean()),
  /** Names this one request in the server's log. */
  requestId: z.optional(z.string()),
});
export type ProblemBody = z.output<typeof problemBody>;

/** What a call without a session is told, with 401. A wrong password is told something else. */
export const SIGN_IN_REQUIRED = "Please sign in.";

export const CONFIRM_IDENTITY = "Please confirm that it's you.";
