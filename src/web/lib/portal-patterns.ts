import { paths } from "./paths.ts";
import { portalPaths } from "./portal-paths.ts";

/** For any other path below /admin, the server responds with the status 404. */
export const PORTAL_PATTERNS = [
  paths.admin.login,
  paths.admin.setup,
  portalPaths.invitation,
  paths.admin.dashboard,
  paths.admin.bookings,
  "/admin/bookings/:bookingId",
  paths.admin.calendar,
  paths.admin.channels,
  paths.admin.channelHistory,
  "/admin/channels/stays/:stayId",
  "/admin/channels/:channelId",
  paths.admin.analytics,
  paths.admin.messages,
  paths.admin.messaging,
  paths.admin.content,
  paths.admin.prices,
  paths.admin.settings,
  paths.admin.audit,
  portalPaths.people,
  portalPaths.cleaning,
] as const;

export type PortalPattern = (typeof PORTAL_PATTERNS)[number];
