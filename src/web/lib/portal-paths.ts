/** Addresses used only by the portal's own screens: the site's script, which has a size budget, lacks them. */
export const portalPaths = {
  invitation: "/admin/invitation",
  people: "/admin/people",
  cleaning: "/admin/cleaning",
} as const;
