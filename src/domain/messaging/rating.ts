import type { BookingStatus } from "../booking/status.ts";
import { writtenDate } from "../calendar/written-date.ts";

/** What a guest says about a past stay. */
export type Rating = {
  bookingId: string;
  stars: Stars;
  words: string;
  createdAt: Date;
  changedAt: Date;
  /** Whether the host shows the text on the site. */
  published: boolean;
};

export const STARS = [1, 2, 3, 4, 5] as const;
export type Stars = (typeof STARS)[number];
export const RATING_TEXT_MAX = 2000;

/** How long a rating can be changed after it was first given. */
const OPEN_MS = 14 * 86_400_000;

export function openUntil(rating: Pick<Rating, "createdAt">): Date {
  return new Date(rating.createdAt.getTime() + OPEN_MS);
}

export type RatingRefusal = "stay-did-not-happen" | "stay-not-over" | "rating-stands";

/** A stay with one of these statuses did not take place: it cannot be rated, and its rating counts nowhere. */
export const NOT_TAKEN_PLACE = ["pending", "cancelled"] as const satisfies BookingStatus[];

export function tookPlace(status: BookingStatus): boolean {
  return !NOT_TAKEN_PLACE.some((one) => one === status);
}

/** Why a stay cannot be rated; null if it can be. */
export function refuseRating(
  stay: { status: BookingStatus; departure: Date },
  given: Pick<Rating, "createdAt"> | null,
  now: Date,
): RatingRefusal | null {
  if (!tookPlace(stay.status)) return "stay-did-not-happen";
  if (now < stay.departure) return "stay-not-over";
  if (given && now > openUntil(given)) return "rating-stands";
  return null;
}

export type StarTotals = { count: number; sum: number };

/** The average star rating, to one decimal place, like the satisfaction in SPEC 9; null if there are no ratings. */
export function satisfactionOf({ count, sum }: StarTotals): number | null {
  return count === 0 ? null : Math.round((sum / count) * 10) / 10;
}

/** `March 2027`, from a day such as `2027-03-12`. */
export function monthInWords(day: string): string {
  return writtenDate(day, "en-US", { month: "long", year: "numeric" });
}
