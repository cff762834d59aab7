import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import { say } from "../lib/say.ts";
import { alreadyBooked } from "./already-booked.ts";
import type { FieldName } from "./form-values.ts";

/** Without a full stop. */
export function refusalSentence(refusal: StayRefusal): string {
  return refusal.rule === "taken" ? alreadyBooked(refusal.nights) : say.stay.refusal(refusal);
}

/** The field in which a guest can correct the problem. */
export function refusedField({ rule }: StayRefusal): FieldName {
  if (rule === "guests") return "guestCount";
  return rule === "past" || rule === "notice" || rule === "taken" || rule === "arrival-day"
    ? "checkInDate"
    : "checkOutDate";
}
