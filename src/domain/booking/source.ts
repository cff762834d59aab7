/**
 * Where a stay was sold. SPEC's `{host}` is Booking.com; Agoda is the fourth card; `other` is any other connected
 * calendar.
 */
export const BOOKING_SOURCES = ["direct", "airbnb", "booking.com", "vrbo", "agoda", "other"] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];
