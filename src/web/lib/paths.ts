import { pathIn } from "#domain/language/language-path.ts";
import { say } from "./say.ts";

/** For paths that only the portal uses, see also `portal-paths.ts`. */
export const paths = {
  home: "/",
  book: "/book",
  bookings: "/bookings",
  directBooking: "/direct-booking",
  confirmation: (bookingId: string) => `/booking/confirmation/${encodeURIComponent(bookingId)}`,
  pay: (bookingId: string) => `/booking/pay/${encodeURIComponent(bookingId)}`,
  receipt: (bookingId: string, number: string) =>
    `/booking/receipt/${encodeURIComponent(bookingId)}/${encodeURIComponent(number)}`,
  findBooking: "/find-booking",
  rate: (token: string) => `/rate/${encodeURIComponent(token)}`,
  attractions: "/attractions",
  houseRules: "/house-rules",
  location: "/location",
  guestInfo: "/guest-info",
  privacy: "/privacy",
  terms: "/terms",
  cancellation: "/cancellation",
  credits: "/credits",
  admin: {
    login: "/admin/login",
    setup: "/admin/setup",
    dashboard: "/admin/dashboard",
    bookings: "/admin/bookings",
    booking: (bookingId: string) => `/admin/bookings/${encodeURIComponent(bookingId)}`,
    calendar: "/admin/calendar",
    channels: "/admin/channels",
    channelHistory: "/admin/channels/history",
    channel: (channelId: string) => `/admin/channels/${encodeURIComponent(channelId)}`,
    channelStay: (stayId: string) => `/admin/channels/stays/${encodeURIComponent(stayId)}`,
    messages: "/admin/messages",
    messaging: "/admin/messaging",
    content: "/admin/content",
    prices: "/admin/prices",
    analytics: "/admin/analytics",
    settings: "/admin/settings",
    secondFactor: "/admin/settings#two-factor",
    audit: "/admin/audit",
  },
} as const;

/** For anything other than `Link`, such as forms, plain links and URLs. */
export const inLanguage = (path: string) => pathIn(say.language, path);
