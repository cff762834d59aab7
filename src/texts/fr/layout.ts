import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts = {
  home: "Accueil",
  attractions: "À voir",
  location: "Situation",
  houseRules: "Règlement",
  guestInfo: "Infos pratiques",
  book: "Réserver",
  terms: "Conditions de réservation",
  cancellation: "Annulation",
  social: "Réseaux sociaux",
  mainMenu: "Menu principal",
  menu: "Menu",
  quickLinks: "Accès rapide",
  pictureCredits: "Crédits photos",
  privacy: "Confidentialité",
  follow: "Nous suivre et nous écrire",
  languages: "Langues",
} satisfies LayoutTexts;
