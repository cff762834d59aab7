import type { StayRefusal } from "#domain/pricing/stay-check.ts";

/** The field of the form that a refused stay is about. */
export function fieldOf({ rule }: StayRefusal): "checkInDate" | "checkOutDate" | "guestCount" {
  if (rule === "guests") return "guestCount";
  return rule === "past" || rule === "notice" || rule === "arrival-day" ? "checkInDate" : "checkOutDate";
}
