/** Only the main rules; docs/pricing.md has all of them. `smallestGap` is null if short gaps cannot be booked. */
export function sevenSentences(smallestGap: number | null): string[] {
  return [
    "Special dates override seasons, and seasons override the base price. An empty field inherits from the level below.",
    "Every night has its own price; the total is their sum.",
    "If the nights of a stay have different minimums, the longest one applies.",
    "Arrivals and departures must fall on a weekday that is allowed for that date.",
    `A gap of at least ${smallestGap ?? 2} nights between two bookings can be booked in full, even if it is shorter than the minimum${smallestGap === null ? " (off)" : ""}.`,
    "Discounts don't stack: the guest gets the best one.",
    "Cleaning, extra guests and taxes are added after the discount. The totals that guests see include all of these.",
  ];
}
