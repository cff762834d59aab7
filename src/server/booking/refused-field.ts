import type { StayRefusal } from "#domain/pricing/stay-check.ts";

/** The form field that a refused stay concerns. */
export function fieldOf({ rule }: StayRefusal): "checkInDate" | "checkOutDate" | "guestCount" {
  if (rule === "guests") return "guestCount";
  return rule === "past" || rule === "notice" || rule === "arrival-day" ? "checkInDate" : "checkOutDate";
}
