import { parse } from "regexparam";
import { paths } from "../lib/paths.ts";
import type { RenderedPage } from "./entry-server.tsx";

/** Patterns of the portal's screens; the portal itself is drawn in the browser, behind the sign-in. */
const screens = [
  paths.admin.login,
  paths.admin.setup,
  paths.admin.dashboard,
  paths.admin.bookings,
  "/admin/bookings/:bookingId",
  paths.admin.calendar,
  paths.admin.channels,
  paths.admin.messaging,
  paths.admin.content,
  paths.admin.analytics,
  paths.admin.settings,
  paths.admin.audit,
].map((pattern) => parse(pattern).pattern);

/** The frame of the portal for any path below /admin, null for the public site's paths. */
export function portalPage(path: string): RenderedPage | null {
  if (path !== "/admin" && !path.startsWith("/admin/")) return null;
  return {
    status: screens.some((screen) => screen.test(path)) ? 200 : 404,
    redirect: null,
    head: `<title>Host portal</title><meta name="robots" content="noindex">`,
    html: "",
    state: "{}",
    script: "at-once",
    shared: false,
    app: "portal",
    picturesFrom: null,
  };
}
