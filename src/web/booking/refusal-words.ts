import { refusalText } from "#domain/pricing/refusal-text.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import { dayList } from "./day-list.ts";
import type { FieldName } from "./form-values.ts";

/** Why a stay cannot be booked, without a full stop. */
export function refusalWords(refusal: StayRefusal): string {
  return refusal.rule === "taken" ? `Already booked: ${dayList(refusal.nights)}` : refusalText(refusal);
}

/** The field in which a guest puts it right. */
export function refusedField({ rule }: StayRefusal): FieldName {
  if (rule === "guests") return "guestCount";
  return rule === "past" || rule === "notice" || rule === "taken" || rule === "arrival-day"
    ? "checkInDate"
    : "checkOutDate";
}
