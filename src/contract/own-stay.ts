import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** What a guest does on the booking's own page. */
const params = z.object({ bookingId: z.string() });

/** The answer is the same for every booking, known or not, with an address or without. */
export const sendLink = endpoint({
  method: "POST",
  path: "/api/bookings/:bookingId/link",
  access: "anyone",
  params,
  body: z.object({}),
  answer: z.object({ message: z.string() }),
});
