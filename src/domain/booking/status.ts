import { addDays, type LocalDate } from "../calendar/local-date.ts";

/** SPEC 4: the seven statuses. */
export const BOOKING_STATUSES = [
  "upcoming",
  "confirmed",
  "pending",
  "checked-in",
  "checked-out",
  "cancelled",
  "completed",
] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

/**
 * The statuses that a guest's API call may request: the booking page creates bookings as `upcoming`, the direct form
 * as `confirmed` (SPEC 4).
 */
export const PUBLIC_STATUSES = ["upcoming", "confirmed"] as const satisfies BookingStatus[];

/** The statuses that a booking can have when the host enters it. */
export const MANUAL_BOOKING_STATUSES = ["confirmed", "upcoming", "pending"] as const satisfies BookingStatus[];

/** Only a cancelled stay releases its nights; a past stay keeps its nights, so they cannot be sold again. */
export function holdsNights(status: BookingStatus): boolean {
  return status !== "cancelled";
}

/** The statuses of stays whose guests have not checked in yet. */
export const EXPECTED_STATUSES = ["pending", "upcoming", "confirmed"] as const satisfies BookingStatus[];

/** The statuses of stays whose guests have left or will not come. */
export const LEFT_STATUSES = ["checked-out", "completed", "cancelled"] as const satisfies BookingStatus[];

const NEXT: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ["upcoming", "confirmed", "cancelled"],
  upcoming: ["confirmed", "checked-in", "cancelled"],
  confirmed: ["upcoming", "checked-in", "cancelled"],
  "checked-in": ["checked-out", "confirmed", "cancelled"],
  "checked-out": ["completed", "checked-in"],
  completed: ["checked-out"],
  cancelled: ["confirmed"],
};

type Dated = { status: BookingStatus; checkIn: LocalDate };

/**
 * The status changes that the host may make now; `today` is the current date at the property. A cancelled stay can be
 * restored only if its nights are still free.
 */
export function nextStatuses(booking: Dated, today: LocalDate): readonly BookingStatus[] {
  return NEXT[booking.status].filter((to) => !isTooEarly(booking, to, today));
}

/**
 * After check-in, guests can no longer change the stay themselves, so a mistaken click weeks before arrival would take
 * away that right. A check-out can always be undone, because the guest was there.
 */
export function isTooEarly({ status, checkIn }: Dated, to: BookingStatus, today: LocalDate): boolean {
  return to === "checked-in" && status !== "checked-out" && today < checkInOpens(checkIn);
}

/** The day before arrival, for hosts who hand over the keys early. */
export function checkInOpens(checkIn: LocalDate): LocalDate {
  return addDays(checkIn, -1);
}

export function mayBecome(from: BookingStatus, to: BookingStatus): boolean {
  return NEXT[from].includes(to);
}
