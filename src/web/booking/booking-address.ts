import { DEFAULT_GUESTS, MAX_GUESTS, MIN_GUESTS } from "#domain/booking/limits.ts";
import { refuseStay } from "#domain/booking/refuse-stay.ts";
import { defaultStay, nightCount, type Stay } from "#domain/booking/stay.ts";
import { addDays, isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";

/** What an address such as `/book?in=2026-12-05&out=2026-12-08&guests=2` asks for. */
export type AskedStay = {
  stay: Stay;
  guestCount: number;
  /** What the address asked for and cannot be had, in plain words. */
  hints: string[];
};

/** What became of the link in the letter that asks whether an e-mail is real. */
const OF_PROOF = new Map<string | null, string>([
  ["proven", "Your email is confirmed. Please press Book Now again, here or where you filled in the form."],
  ["unproven", "This link is too old. Press Book Now, and we send you a new one."],
]);

/** Reads the address; what is missing or wrong there is replaced by SPEC 4's defaults and said, never an error. */
export function readBookingAddress(search: string, today: LocalDate): AskedStay {
  const asked = new URLSearchParams(search);
  const hints = [OF_PROOF.get(asked.get("email")) ?? []].flat();
  return { stay: readStay(asked, today, hints), guestCount: readGuests(asked, hints), hints };
}

function readStay(asked: URLSearchParams, today: LocalDate, hints: string[]): Stay {
  const usual = defaultStay(today);
  const [checkIn, checkOut] = [asked.get("in"), asked.get("out")];
  if (checkIn === null && checkOut === null) return usual;
  if (!isLocalDate(checkIn) || (checkOut !== null && !isLocalDate(checkOut))) {
    hints.push("We could not read the dates in this page's address, so we start with tomorrow.");
    return usual;
  }
  const stay = { checkIn, checkOut: checkOut ?? addDays(checkIn, nightCount(usual)) };
  const refused = refuseStay(stay, today);
  if (!refused) return stay;
  hints.push(`The dates in this page's address cannot be booked, so we start with tomorrow. ${refused.message}.`);
  return usual;
}

function readGuests(asked: URLSearchParams, hints: string[]): number {
  const text = asked.get("guests");
  if (text === null) return DEFAULT_GUESTS;
  if (isGuestCount(text)) return Number(text);
  hints.push(`The cottage takes ${MIN_GUESTS} to ${MAX_GUESTS} guests, so we start with ${DEFAULT_GUESTS}.`);
  return DEFAULT_GUESTS;
}

/** Whether a text is a number of guests that the cottage takes. */
export function isGuestCount(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= MIN_GUESTS && Number(text) <= MAX_GUESTS;
}

/** The address that leads to this stay; it can be kept and shared. */
export function bookingAddress(path: string, stay: Stay, guestCount: string): string {
  return `${path}?${new URLSearchParams({ in: stay.checkIn, out: stay.checkOut, guests: guestCount }).toString()}`;
}
