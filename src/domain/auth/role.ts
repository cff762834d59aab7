/**
 * `admin` may do everything; `demo` may read everything except secrets and backups, may change nothing, and exists only
 * in demo mode.
 */
export const ROLES = ["admin", "demo"] as const;
export type Role = (typeof ROLES)[number];
