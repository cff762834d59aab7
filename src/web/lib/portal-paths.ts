/** Not in `paths.ts`, because the site's script has a size budget. */
export const portalPaths = {
  invitation: "/admin/invitation",
  people: "/admin/people",
  cleaning: "/admin/cleaning",
} as const;
