/**
 * Every screen that a signed-in host can open, as it looks without bookings. Each screen's own journey shows it in use.
 */
export const SCREENS = [
  ["Dashboard", "/admin/dashboard"],
  ["Bookings", "/admin/bookings"],
  ["Booking Not Found", "/admin/bookings/AAAAAAAAAAAAAAAAAAAAAA"],
  ["Calendar", "/admin/calendar"],
  ["Analytics", "/admin/analytics"],
  ["Channel Manager", "/admin/channels"],
  ["Channel history", "/admin/channels/history"],
  ["Not connected", "/admin/channels/nothing"],
  ["Stay not found", "/admin/channels/stays/nothing"],
  ["Messages", "/admin/messages"],
  ["Automated Messaging", "/admin/messaging"],
  ["Content", "/admin/content"],
  ["Prices", "/admin/prices"],
  ["Settings", "/admin/settings"],
  ["Audit log", "/admin/audit"],
  ["People", "/admin/people"],
  ["Cleaning", "/admin/cleaning"],
] as const;
