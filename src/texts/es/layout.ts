import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts: LayoutTexts = {
  mainMenu: "Menú principal",
  menu: "Menú",
  quickLinks: "Enlaces rápidos",
  pictureCredits: "Créditos de las imágenes",
  privacy: "Privacidad",
  follow: "Síganos y escríbanos",
  languages: "Idiomas",
};
