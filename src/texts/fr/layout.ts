import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts: LayoutTexts = {
  mainMenu: "Menu principal",
  menu: "Menu",
  quickLinks: "Accès rapide",
  pictureCredits: "Crédits photos",
  privacy: "Confidentialité",
  follow: "Nous suivre et nous écrire",
  languages: "Langues",
};
