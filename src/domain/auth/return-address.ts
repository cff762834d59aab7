/** Beginning with the portal's own path, it cannot name another site; nor may it climb out of the portal. */
const PORTAL_SCREEN = /^\/admin\/[\w\-.~%/?=&#+:,]{0,2000}$/;
const CLIMBS = /(\.|%2e){2}/i;
/** Screens in front of the sign-in: nobody wants to be led back to them. */
const BEFORE_SIGN_IN = ["/admin/login", "/admin/setup"];

/**
 * Where a host goes on after the sign-in, from an address that anybody may have written into a link. Only screens of
 * this portal are good; null for everything else.
 */
export function safeReturnAddress(wanted: string | null | undefined): string | null {
  if (!wanted || !PORTAL_SCREEN.test(wanted) || CLIMBS.test(wanted)) return null;
  const path = wanted.split(/[?#]/, 1)[0] ?? "";
  return BEFORE_SIGN_IN.includes(path) ? null : wanted;
}

/** The sign-in page that leads on to a screen; the dashboard is where it leads without being told. */
export function signInAddress(screen: string): string {
  const next = safeReturnAddress(screen);
  const isDefault = !next || next === "/admin/" || next === "/admin/dashboard";
  return isDefault ? "/admin/login" : `/admin/login?next=${encodeURIComponent(next)}`;
}
