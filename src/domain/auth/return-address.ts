/** The path must start with the portal's path, so it cannot refer to another site. */
const PORTAL_SCREEN = /^\/admin\/[\w\-.~%/?=&#+:,]{0,2000}$/;
/** `..`, also percent-encoded, with which a path could leave the portal. */
const CLIMBS = /(\.|%2e){2}/i;
/** Portal screens that need no session. It makes no sense to return to them after sign-in. */
export const BEFORE_SIGN_IN = ["/admin/login", "/admin/setup", "/admin/invitation"];

/**
 * Where to send a host after sign-in. The URL comes from a link that anyone could have written, so only screens of this
 * portal are accepted; null for everything else.
 */
export function safeReturnAddress(requested: string | null | undefined): string | null {
  if (!requested || !PORTAL_SCREEN.test(requested) || CLIMBS.test(requested)) return null;
  const path = requested.split(/[?#]/, 1)[0] ?? "";
  return BEFORE_SIGN_IN.includes(path) ? null : requested;
}

/**
 * The URL of the sign-in page. After sign-in, the host is taken to the given screen, or to the dashboard if
 * `safeReturnAddress` refuses the screen.
 */
export function signInAddress(screen: string): string {
  const next = safeReturnAddress(screen);
  const isDefault = !next || next === "/admin/" || next === "/admin/dashboard";
  return isDefault ? "/admin/login" : `/admin/login?next=${encodeURIComponent(next)}`;
}
