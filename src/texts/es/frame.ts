import type { FrameTexts } from "../en/frame.ts";

export const frameTexts = {
  firstWeekday: 0,
  skip: "Ir al contenido principal",
  nameless: "Nuestra casa",
  bookYourStay: "Reserve su estancia",
  backHome: "Volver al inicio",
  findBooking: "Buscar mi reserva",
  whatsapp: "Escribir por WhatsApp",
  photos: "Fotos de la casa",
  close: "Cerrar",
  guard: {
    title: "No se ha podido mostrar esta página",
    offline: "No tiene conexión. La página se cargará de nuevo cuando vuelva a tenerla.",
    again: "Cargar de nuevo",
  },
} satisfies FrameTexts;
