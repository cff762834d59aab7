import type { LocalDate } from "../calendar/local-date.ts";
import { nightCount, type Stay } from "../booking/stay.ts";
import type { PromoCode } from "./price-document.ts";

/** The stored form of a code: upper case, without spaces or hyphens. */
export function normalCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, "");
}

export function isCode(text: string): boolean {
  return /^[A-Z0-9]{3,20}$/.test(text);
}

/** `uses` counts the bookings with this code that are not cancelled. */
export function mayUseCode(code: PromoCode, uses: number, stay: Stay, today: LocalDate): boolean {
  if (code.maximumUses !== null && uses >= code.maximumUses) return false;
  if (code.bookUntil !== null && today > code.bookUntil) return false;
  return codeFitsStay(code, stay);
}

export function codeFitsStay(code: PromoCode, stay: Stay): boolean {
  if (code.arrivalFrom !== null && stay.checkIn < code.arrivalFrom) return false;
  if (code.arrivalUntil !== null && stay.checkIn > code.arrivalUntil) return false;
  return nightCount(stay) >= (code.minimumNights ?? 1);
}
