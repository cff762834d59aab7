/** The path must start with the portal's own, so it cannot name another site or leave the portal. */
const PORTAL_SCREEN = /^\/admin\/[\w\-.~%/?=&#+:,]{0,2000}$/;
const CLIMBS = /(\.|%2e){2}/i;
/** Screens shown before sign-in: returning to them makes no sense. */
const BEFORE_SIGN_IN = ["/admin/login", "/admin/setup", "/admin/invitation"];

/**
 * Where to send a host after sign-in. The address comes from a link that anyone could have written, so only screens of
 * this portal are accepted; null for everything else.
 */
export function safeReturnAddress(wanted: string | null | undefined): string | null {
  if (!wanted || !PORTAL_SCREEN.test(wanted) || CLIMBS.test(wanted)) return null;
  const path = wanted.split(/[?#]/, 1)[0] ?? "";
  return BEFORE_SIGN_IN.includes(path) ? null : wanted;
}

/** The sign-in page that returns to a screen afterwards; without one it leads to the dashboard. */
export function signInAddress(screen: string): string {
  const next = safeReturnAddress(screen);
  const isDefault = !next || next === "/admin/" || next === "/admin/dashboard";
  return isDefault ? "/admin/login" : `/admin/login?next=${encodeURIComponent(next)}`;
}
