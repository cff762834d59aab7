/**
 * Every page that guests can open without a booking, including the pages for an unknown booking, an unknown rating link
 * and an unknown URL. The list contains the URLs of the English pages.
 */
export const GUEST_PAGES = [
  "/",
  "/attractions",
  "/house-rules",
  "/location",
  "/guest-info",
  "/privacy",
  "/credits",
  "/terms",
  "/cancellation",
  "/book",
  "/bookings",
  "/direct-booking",
  "/find-booking",
  "/rate/unknown",
  "/booking/confirmation/unknown",
  "/booking/pay/unknown",
  "/booking/receipt/unknown/2026-0001",
  "/nowhere",
] as const;
