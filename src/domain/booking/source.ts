/** Where a stay was sold. SPEC's `{host}` is Booking.com; Agoda is the fourth card (product.md). */
export const BOOKING_SOURCES = ["direct", "airbnb", "booking.com", "vrbo", "agoda"] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];
