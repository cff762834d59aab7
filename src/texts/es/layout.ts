import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts = {
  home: "Inicio",
  attractions: "Qué ver",
  location: "Ubicación",
  houseRules: "Normas",
  guestInfo: "Información",
  book: "Reservar",
  terms: "Condiciones de reserva",
  cancellation: "Cancelación",
  social: "Redes sociales",
  mainMenu: "Menú principal",
  menu: "Menú",
  quickLinks: "Enlaces rápidos",
  pictureCredits: "Créditos de las imágenes",
  privacy: "Privacidad",
  follow: "Síganos y escríbanos",
  languages: "Idiomas",
} satisfies LayoutTexts;
