/**
 * `admin` may do everything; `demo` may read everything except full archives and the secrets in URLs, may change
 * nothing, and exists only in demo mode.
 */
export const ROLES = ["admin", "demo"] as const;
export type Role = (typeof ROLES)[number];
