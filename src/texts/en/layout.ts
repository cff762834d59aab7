/** Header and footer: browsers keep those that the server sent. */
export const layoutTexts = {
  mainMenu: "Main",
  menu: "Menu",
  quickLinks: "Quick links",
  pictureCredits: "Picture credits",
  privacy: "Privacy",
  follow: "Follow and chat",
  languages: "Languages",
};
export type LayoutTexts = typeof layoutTexts;
