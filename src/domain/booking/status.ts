/** SPEC 4: the seven words. */
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

/** What the public calls may ask for: the main page books as `upcoming`, the direct form as `confirmed` (SPEC 4). */
export const PUBLIC_STATUSES = ["upcoming", "confirmed"] as const satisfies BookingStatus[];

/** What a booking that the host enters may begin as. */
export const ENTERED_STATUSES = ["confirmed", "upcoming", "pending"] as const satisfies BookingStatus[];

/** Only a cancelled stay gives its nights back; a stay that is over keeps them, so that history cannot be sold again. */
export function holdsNights(status: BookingStatus): boolean {
  return status !== "cancelled";
}

const NEXT: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ["upcoming", "confirmed", "cancelled"],
  upcoming: ["confirmed", "checked-in", "cancelled"],
  confirmed: ["upcoming", "checked-in", "cancelled"],
  "checked-in": ["checked-out", "cancelled"],
  "checked-out": ["completed", "checked-in"],
  completed: ["checked-out"],
  cancelled: ["confirmed"],
};

/** The steps that the host may take from a status; a cancelled stay comes back only if its nights are still free. */
export function nextStatuses(from: BookingStatus): readonly BookingStatus[] {
  return NEXT[from];
}

export function mayBecome(from: BookingStatus, to: BookingStatus): boolean {
  return NEXT[from].includes(to);
}
