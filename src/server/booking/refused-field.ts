import type { StayRefusal } from "#domain/pricing/stay-check.ts";

/** The form field that caused the stay to be refused. */
export function fieldOf({ rule }: StayRefusal): "checkInDate" | "checkOutDate" | "guestCount" {
  if (rule === "guests") return "guestCount";
  return rule === "past" || rule === "notice" || rule === "arrival-day" ? "checkInDate" : "checkOutDate";
}
