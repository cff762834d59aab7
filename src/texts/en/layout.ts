/** Header and footer. The browser keeps the server's HTML, so guests' browsers do not load these strings. */
export const layoutTexts = {
  home: "Home",
  attractions: "Attractions",
  location: "Location",
  houseRules: "House Rules",
  guestInfo: "Guest Info",
  book: "Book",
  terms: "Terms",
  cancellation: "Cancellation",
  social: "Social links",
  mainMenu: "Main",
  menu: "Menu",
  quickLinks: "Quick links",
  pictureCredits: "Picture credits",
  privacy: "Privacy",
  follow: "Follow and chat",
  languages: "Languages",
};
export type LayoutTexts = typeof layoutTexts;
