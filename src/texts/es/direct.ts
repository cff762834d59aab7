import type { DirectTexts } from "../en/direct.ts";

export const directTexts = {
  tab: "Reserva directa",
  title: "Reserva directa",
  lead: "Reserve directamente con su anfitrión, sin plataformas.",
  fullName: "Nombre y apellidos",
  benefits: {
    title: "Por qué reservar directamente",
    list: (own, freeCancellation) => [
      "El precio que ve es el que paga: sin gastos de reserva ni comisión de plataformas.",
      ...own,
      "Trato directo con su anfitrión.",
      freeCancellation,
      "Puede cambiar o cancelar la reserva por su cuenta, en línea.",
    ],
  },
  missing: { title: "Faltan datos", description: "Rellene todos los campos obligatorios." },
  invalidDates: { title: "Fechas no válidas", description: "La salida debe ser posterior a la llegada." },
  required: {
    name: "Escriba su nombre y apellidos",
    email: "Escriba su correo electrónico",
    checkInDate: "Elija una fecha de llegada",
    checkOutDate: "Elija una fecha de salida",
  },
  failed: "Algo ha salido mal. Inténtelo de nuevo.",
  confirmed: {
    title: "¡Reserva confirmada!",
    emailed: (address) => `Hemos enviado una confirmación a ${address}.`,
    notEmailed: "No enviamos confirmación por correo. Guarde o imprima esta página.",
  },
} satisfies DirectTexts;
