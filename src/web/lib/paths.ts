/** Every address of the site in one place. */
export const paths = {
  home: "/",
  book: "/book",
  bookings: "/bookings",
  directBooking: "/direct-booking",
  confirmation: (bookingId: string) => `/booking/confirmation/${encodeURIComponent(bookingId)}`,
  attractions: "/attractions",
  houseRules: "/house-rules",
  location: "/location",
  guestInfo: "/guest-info",
  admin: {
    login: "/admin/login",
    setup: "/admin/setup",
    dashboard: "/admin/dashboard",
    bookings: "/admin/bookings",
    booking: (bookingId: string) => `/admin/bookings/${encodeURIComponent(bookingId)}`,
    channels: "/admin/channels",
    messaging: "/admin/messaging",
    content: "/admin/content",
    analytics: "/admin/analytics",
    settings: "/admin/settings",
  },
} as const;
