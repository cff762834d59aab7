import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts: LayoutTexts = {
  mainMenu: "Hauptmenü",
  menu: "Menü",
  quickLinks: "Schnellzugriff",
  pictureCredits: "Bildnachweise",
  privacy: "Datenschutz",
  follow: "Soziale Netzwerke und Chat",
  languages: "Sprachen",
};
