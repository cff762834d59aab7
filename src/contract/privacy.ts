import * as z from "zod/mini";
import { canBeReached, reachableGuest } from "./admin-bookings.ts";
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";

/** A guest's rights: access, rectification, erasure, portability (GDPR 15 to 17, 20). */
const params = z.object({ bookingId: z.string() });

/**
 * All data about the person who booked, for all their stays, as a JSON file, without technical data such as hashes and
 * links.
 */
export const exportGuest = endpoint("GET", "/api/admin/bookings/:bookingId/personal-data", "admin", {
  confirm: "kept",
  params,
});

/** The host types the booking's reference to confirm, because this cannot be undone. */
export const eraseGuest = endpoint("POST", "/api/admin/bookings/:bookingId/erase-guest", "admin", {
  confirm: "kept",
  params,
  body: z.object({ reference: text({ max: 20 }) }),
  response: z.object({ stays: z.number() }),
});

export const correctGuest = endpoint("PUT", "/api/admin/bookings/:bookingId/guest", "admin", {
  params,
  body: z.object({ version: z.int("Reload the booking and try again"), ...reachableGuest }).check(canBeReached()),
  response: z.object({ version: z.number() }),
});
