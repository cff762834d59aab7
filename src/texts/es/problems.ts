import type { ProblemsTexts } from "../en/problems.ts";
import { sayValidation } from "../reason.ts";
import { validation } from "./validation.ts";

export const problemsTexts = {
  invalid: (message) => sayValidation(validation, message),
  otherDates: (refusal) => `${refusal}. Elija otras fechas`,
  notBooked: "Su estancia aún no está reservada",
  failed: "No se ha podido reservar",
  failedMain: "Se ha producido un error al hacer la reserva. Inténtelo de nuevo.",
  noGuest: "No se han podido guardar sus datos",
  noGuestBecause: (message) => `No se han podido guardar sus datos: ${message}`,
  noBooking: "No se ha podido registrar la reserva",
  taken: {
    title: "Estas fechas acaban de reservarse",
    text: (booked) =>
      `${booked}. No se ha reservado nada a su nombre, y todo lo que ha escrito sigue aquí. Elija otras fechas y pulse de nuevo «Reservar con obligación de pago».`,
  },
  outdated:
    "Esta página estaba desactualizada. Todo lo que ha escrito sigue aquí: pulse de nuevo «Reservar con obligación de pago».",
  checkEmail: "Consulte su correo electrónico",
  proven:
    "Gracias, su correo electrónico está confirmado. Pulse ahora de nuevo «Reservar con obligación de pago», aquí o donde rellenó el formulario.",
  unproven: "Este enlace ha caducado. Pulse «Reservar con obligación de pago» y le enviaremos uno nuevo.",
} satisfies ProblemsTexts;
