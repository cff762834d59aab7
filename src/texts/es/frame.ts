import type { FrameTexts } from "../en/frame.ts";

export const frameTexts = {
  firstWeekday: 0,
  skip: "Ir al contenido principal",
  nameless: "Nuestra casa",
  home: "Inicio",
  attractions: "Qué ver",
  location: "Ubicación",
  houseRules: "Normas",
  guestInfo: "Información",
  book: "Reservar",
  bookYourStay: "Reserve su estancia",
  backHome: "Volver al inicio",
  terms: "Condiciones de reserva",
  cancellation: "Cancelación",
  findBooking: "Buscar mi reserva",
  social: "Redes sociales",
  whatsapp: "Escribir por WhatsApp",
  photos: "Fotos de la casa",
  close: "Cerrar",
  guard: {
    title: "No se ha podido mostrar esta página",
    offline: "No tiene conexión. La página se cargará de nuevo cuando vuelva a tenerla.",
    again: "Cargar de nuevo",
  },
} satisfies FrameTexts;
