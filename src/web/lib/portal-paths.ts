/** Addresses that only the portal's own screens lead to: the site's script, which has a budget, does not carry them. */
export const portalPaths = {
  invitation: "/admin/invitation",
  people: "/admin/people",
  cleaning: "/admin/cleaning",
} as const;
