import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts = {
  home: "Startseite",
  attractions: "Ausflugsziele",
  location: "Lage",
  houseRules: "Hausregeln",
  guestInfo: "Gästeinfos",
  book: "Buchen",
  terms: "Buchungsbedingungen",
  cancellation: "Stornierung",
  social: "Soziale Netzwerke",
  mainMenu: "Hauptmenü",
  menu: "Menü",
  quickLinks: "Schnellzugriff",
  pictureCredits: "Bildnachweise",
  privacy: "Datenschutz",
  follow: "Soziale Netzwerke und Chat",
  languages: "Sprachen",
} satisfies LayoutTexts;
