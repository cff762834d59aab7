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

/** A code with the number of bookings that use it and are not cancelled. */
type UsedCode = PromoCode & { uses: number };

export function mayUseCode(code: UsedCode, stay: Stay, today: LocalDate): boolean {
  return isRedeemable(code, today) && codeFitsStay(code, stay);
}

/**
 * Why a typed code cannot be used for the stay. `code-held`: the guest's own unpaid stay uses it up (`isHeld`), and
 * this stay could otherwise be booked with it. `isWrong`: the attempt counts as a guess, because the code is unknown,
 * used up by others or past its last booking day, whatever the stay.
 */
export type CodeRefusal = { reason: "code-held" | "code-refused"; isWrong: boolean };

export function refuseCode(
  code: UsedCode | null,
  { stay, today, isHeld }: { stay: Stay; today: LocalDate; isHeld: boolean },
): CodeRefusal {
  const fits = code !== null && isHeld && mayUseCode({ ...code, uses: code.uses - 1 }, stay, today);
  return {
    reason: fits ? "code-held" : "code-refused",
    isWrong: !isHeld && !(code && isRedeemable(code, today)),
  };
}

export function isUsedUp({ uses, maximumUses }: Pick<UsedCode, "uses" | "maximumUses">): boolean {
  return maximumUses !== null && uses >= maximumUses;
}

/** Whether the code has uses left and its booking period is not over; `codeFitsStay` checks the stay. */
export function isRedeemable(code: UsedCode, today: LocalDate): boolean {
  return !isUsedUp(code) && (code.bookUntil === null || today <= code.bookUntil);
}

export function codeFitsStay(code: PromoCode, stay: Stay): boolean {
  if (code.arrivalFrom !== null && stay.checkIn < code.arrivalFrom) return false;
  if (code.arrivalUntil !== null && stay.checkIn > code.arrivalUntil) return false;
  return nightCount(stay) >= (code.minimumNights ?? 1);
}
