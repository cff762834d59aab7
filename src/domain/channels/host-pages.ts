import type { Platform } from "./channel.ts";

/** Where a host signs in at a platform to refresh an imported calendar or to close dates manually (S-71). */
export const HOST_PAGES = {
  airbnb: "https://www.airbnb.com/multicalendar",
  "booking.com": "https://admin.booking.com/",
  vrbo: "https://www.vrbo.com/owner-dashboard",
  agoda: "https://ycs.agoda.com/",
  other: null,
} satisfies Record<Platform, string | null>;
