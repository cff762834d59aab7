/** `admin` may do everything; `demo` may look at everything and change nothing, and exists in demo mode only. */
export const ROLES = ["admin", "demo"] as const;
export type Role = (typeof ROLES)[number];
