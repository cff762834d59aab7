import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import type { Origin } from "#domain/pricing/night.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { StayTexts } from "../en/stay.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { pluralIn } from "../plural.ts";
import { priceLinesOf } from "../price-lines.ts";

const plural = pluralIn("es");
const formats = pageFormatsOf("es");
const { anyOf, day } = formats;
export const nights = (count: number) => plural(count, { one: `${count} noche`, other: `${count} noches` });
const days = (count: number) => plural(count, { one: `${count} día`, other: `${count} días` });
const named = (from: Origin) => (from ? ` (${from.name})` : "");

export function stayRefusal(refusal: StayRefusal): string {
  switch (refusal.rule) {
    case "past":
      return "No se pueden reservar fechas pasadas";
    case "order":
      return "La fecha de salida debe ser posterior a la de llegada";
    case "notice":
      return `La primera fecha de llegada posible es el ${day(refusal.earliestArrival)}`;
    case "longest-stay":
      return `La estancia máxima es de ${nights(refusal.nights)}`;
    case "horizon":
      return refusal.days === BOOKING_WINDOW_DAYS
        ? "Puede reservar con un máximo de dos años de antelación"
        : `Puede reservar con un máximo de ${days(refusal.days)} de antelación`;
    case "taken":
      return "Algunas de estas noches ya están reservadas";
    case "minimum":
      return `Mínimo ${nights(refusal.nights)}${named(refusal.from)}`;
    case "arrival-day":
      return `Días de llegada posibles: ${anyOf(refusal.days)}${named(refusal.from)}`;
    case "departure-day":
      return `Días de salida posibles: ${anyOf(refusal.days)}${named(refusal.from)}`;
    case "guests":
      return `La casa admite un máximo de ${refusal.sleeps} huéspedes`;
  }
}

export const priceLines = priceLinesOf(formats, {
  entireCottage: "Casa entera",
  nights,
  extraGuests: (count) => plural(count, { one: `${count} huésped adicional`, other: `${count} huéspedes adicionales` }),
  agreed: (stay) => `Precio acordado por ${stay}`,
  code: "Código",
  longerStay: (count) => `Estancia larga, desde ${nights(count)}`,
  lastMinute: "Última hora",
  earlyBird: "Reserva anticipada",
  off: (percent) => `${percent} de descuento`,
  cleaning: "Limpieza",
});

export const hours = (count: number) => plural(count, { one: `${count} hora`, other: `${count} horas` });
/** `48 horas`, `14 días`. */
export const hoursText = (count: number) => (count > 72 && count % 24 === 0 ? days(count / 24) : hours(count));
export const guests = (count: number) => plural(count, { one: `${count} huésped`, other: `${count} huéspedes` });

export const localTime: StayTexts["localTime"] = (moment, city) => `${moment} (hora de ${city})`;

export const stayTexts = {
  refusal: stayRefusal,
  line: priceLines.text,
  nights,
  guests,
  bedrooms: (count) => plural(count, { one: `${count} dormitorio`, other: `${count} dormitorios` }),
  bathrooms: (count) => plural(count, { one: `${count} baño`, other: `${count} baños` }),
  span: (from, to) => `del ${from} al ${to}`,
  total: (amount) => `${amount} en total`,
  taxesIncluded: "Impuestos y cargos incluidos",
  alreadyBooked: ({ days: dates, count }) =>
    count === 1 ? `Noche ya reservada: ${dates}` : `Noches ya reservadas: ${dates}`,
  checkIn: "Llegada",
  checkOut: "Salida",
  from: (date, time) => `${date}, desde las ${time}`,
  by: (date, time) => `${date}, hasta las ${time}`,
  localTime,
  calendar: {
    label: "Calendario",
    previous: "Mes anterior",
    next: "Mes siguiente",
    crossedOut: "Tachado: ya reservado.",
    local: "Todas las fechas se indican en la hora local de la casa.",
    howTo: "Toque un día atenuado para ver por qué no se puede elegir.",
    horizon: (count) =>
      count === BOOKING_WINDOW_DAYS
        ? "No se pueden reservar fechas pasadas ni a más de dos años vista."
        : `No se pueden reservar fechas pasadas ni a más de ${days(count)} vista.`,
    today: (date) => `Hoy, ${date}`,
    start: "llegada",
    inside: "parte de su estancia",
    end: "salida",
    booked: "ya reservado",
    onlyCheckOut: "ya reservado; ese día puede salir, pero no llegar",
    between: "hay noches reservadas entre medias",
    refused: (refusal, afterCheckIn) =>
      refusal.rule === "minimum" && afterCheckIn
        ? `Mínimo ${nights(refusal.nights)} desde su llegada${named(refusal.from)}`
        : stayRefusal(refusal),
    why: (date, reason) => `${date}: ${reason}.`,
  },
} satisfies StayTexts;
