import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { BookingTexts } from "../en/booking.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { hoursText, nights } from "./stay.ts";

const { percent } = pageFormatsOf("es");

function chargeLabel(step: CancellationStep): string {
  if ("percent" in step) {
    return step.percent === 10_000 ? "el precio completo" : `el ${percent(step.percent)} del precio`;
  }
  return step.nights === 1 ? "el precio de una noche" : `el precio de ${nights(step.nights)}`;
}

const charge = ({ step, amount }: { step: CancellationStep; amount: string }) => `${amount} (${chargeLabel(step)})`;

export const bookingTexts = {
  title: "Reserve su estancia",
  loading: "Cargando el formulario de reserva…",
  notFound: {
    title: "Alojamiento no encontrado",
    text: "No hemos podido cargar la información de la casa. Inténtelo de nuevo en un momento.",
    back: "Volver al inicio",
  },
  yourStay: "Su estancia",
  yourDetails: "Sus datos",
  terms: "Se aplican nuestras condiciones de reserva y cancelación",
  leaveEmpty: "Deje este campo vacío",
  updatePrice: "Actualizar el precio",
  chooseDates: "Elija sus fechas",
  nightsIncluded: (count, payNote) =>
    payNote ? `${count}, impuestos y cargos incluidos. ${payNote}` : `${count}, impuestos y cargos incluidos`,
  bookNow: "Reservar con obligación de pago",
  processing: "Enviando…",
  option: {
    legend: "Opción de reserva",
    entire: "Casa entera",
    rooms: (bedrooms, bathrooms) => `${bedrooms} y ${bathrooms}, solo para su grupo`,
  },
  chosen: {
    checkIn: "Elija el día de llegada y después el de salida.",
    checkOut: (day) => `Llegada: ${day}. Elija ahora el día de salida.`,
    stay: (total, count, dates) => `${total} en total, ${count}, ${dates}`,
    clear: "Borrar las fechas",
  },
  code: {
    have: "¿Tiene un código de descuento?",
    label: "Código de descuento",
    use: "Usar el código",
    unknown: "No hemos podido comprobar el código. Inténtelo de nuevo en un momento.",
  },
  fields: {
    guests: "Huéspedes",
    guestCount: "Número de huéspedes",
    guestRange: (most) => `Máximo ${most}, niños incluidos`,
    guestName: "Nombre del huésped",
    email: "Correo electrónico",
    phone: "Teléfono",
    phoneOptional: "Teléfono (opcional)",
    whatsapp: "Recibir también por WhatsApp los mensajes sobre esta estancia",
    whatsappHint:
      "Al número de arriba, con el prefijo del país. Responda STOP en cualquier momento para dejar de recibirlos.",
    requests: "Peticiones especiales (opcional)",
    requestsHint: "Por ejemplo, una cuna, una llegada tardía o una alergia.",
  },
  problem: "Revise sus datos",
  offline: {
    title: "No hemos podido conectar",
    text: "Puede que no tenga conexión. Todo lo que ha escrito está guardado. Cuando vuelva a tener conexión, recargue la página y pulse de nuevo «Reservar con obligación de pago»: no se reservará dos veces.",
  },
  created: { title: "Reserva registrada", description: "Su reserva se ha registrado correctamente." },
  hints: {
    unreadable: "No hemos podido leer las fechas de su enlace. Elíjalas abajo.",
    refused: (refusal) => `Las fechas de su enlace no se pueden reservar. ${refusal}.`,
    sleeps: (guests, start) => `La casa admite un máximo de ${guests}, así que hemos puesto ${start}.`,
  },
  notice: {
    unsettled:
      "No estamos seguros de que su reserva se haya completado. Pulse de nuevo «Reservar con obligación de pago»: no se reservará dos veces.",
    free: "La casa está libre en estas fechas.",
    refused: (refusal) => `${refusal}.`,
    offer: (dates, total) => `${dates}, ${total} en total`,
    nearest: (offer) => `Usar las fechas libres más cercanas: ${offer}`,
    or: (offer) => `O ${offer}`,
    booked: "Ya ha reservado estas fechas.",
    see: "Ver su reserva",
  },
  summary: {
    ofWhich: (tax, amount) => `incluye ${tax}: ${amount}`,
    nights: "Noches",
    rate: "Tarifa",
    cancellation: "Cancelación",
    noDates: (extras) => `${extras}. Elija la llegada y la salida para ver el total.`,
    noPicture: "Aún no hay foto",
    nightsTimes: (count, price) => `${count} × ${price}`,
  },
  cancellation: {
    free: "Gratis",
    until: (until, first, later) =>
      `Gratis hasta el ${until}; después, ${charge(first)}${later.map((step) => `; desde el ${step.from}, ${charge(step)}`).join("")}`,
    over: (most, freeFrom, hours) =>
      `Si cancela, pagará como máximo ${charge(most)}. Con llegada el ${freeFrom} o más tarde, la cancelación es gratuita hasta ${hoursText(hours)} antes de la llegada`,
  },
} satisfies BookingTexts;
