import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import type { Origin } from "#domain/pricing/night.ts";
import type { DiscountReason, QuoteLine } from "#domain/pricing/quote.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { PriceLines, StayTexts } from "../en/stay.ts";
import { pageFormatsOf, uncapitalized } from "../page-formats.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("es");
const { anyOf, day, money, percent } = pageFormatsOf("es");
export const nights = (count: number) => plural(count, { one: `${count} noche`, other: `${count} noches` });
const days = (count: number) => plural(count, { one: `${count} día`, other: `${count} días` });
const extraGuests = (count: number) =>
  plural(count, { one: `${count} huésped adicional`, other: `${count} huéspedes adicionales` });
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
      return `La casa admite un máximo de ${guests(refusal.sleeps)}`;
  }
}

function discount(reason: DiscountReason): string {
  switch (reason.reason) {
    case "code":
      return reason.percent === null
        ? `Código ${reason.code}`
        : `Código ${reason.code} (${percent(reason.percent)} de descuento)`;
    case "longer-stay":
      return `Estancia larga, desde ${nights(reason.nights)} (${percent(reason.percent)} de descuento)`;
    case "last-minute":
      return `Última hora (${percent(reason.percent)} de descuento)`;
    case "early-bird":
      return `Reserva anticipada (${percent(reason.percent)} de descuento)`;
  }
}

function lineText(line: QuoteLine, currency: string): string {
  switch (line.kind) {
    case "nights":
      return `${nights(line.quantity)} × ${money(line.unitCents, currency)}${named(line.from)}`;
    case "agreed":
      return `Precio acordado por ${nights(line.nights)}`;
    case "discount":
      return discount(line);
    case "extra-guests":
      return `${extraGuests(line.guests)}, ${nights(line.nights)} × ${money(line.unitCents, currency)}`;
    case "adjustment":
      return line.label;
    case "cleaning":
      return "Limpieza";
    case "tax":
      return line.percent === null ? line.name : `${line.name} (${percent(line.percent)})`;
  }
}

function lineLabel(line: QuoteLine, currency: string): string {
  return line.kind === "nights" ? `Casa entera${named(line.from)}` : lineText(line, currency);
}

export const priceLines = { label: lineLabel, text: lineText } satisfies PriceLines;

export const hours = (count: number) => plural(count, { one: `${count} hora`, other: `${count} horas` });
/** `48 horas`, `14 días`. */
export const hoursText = (count: number) => (count > 72 && count % 24 === 0 ? days(count / 24) : hours(count));
export const guests = (count: number) => plural(count, { one: `${count} huésped`, other: `${count} huéspedes` });

export const localTime: StayTexts["localTime"] = (moment, city) => `${moment} (hora de ${city})`;

export const stayTexts = {
  refusal: stayRefusal,
  line: lineText,
  nights,
  guests,
  bedrooms: (count) => plural(count, { one: `${count} dormitorio`, other: `${count} dormitorios` }),
  bathrooms: (count) => plural(count, { one: `${count} baño`, other: `${count} baños` }),
  span: (from, to) => `${from} – ${to}`,
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
    howTo: "Elija un día en gris para ver por qué no se puede elegir.",
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
      uncapitalized(
        refusal.rule === "minimum" && afterCheckIn
          ? `Mínimo ${nights(refusal.nights)} desde su llegada${named(refusal.from)}`
          : stayRefusal(refusal),
      ),
    why: (date, reason) => `${date}: ${reason}.`,
  },
} satisfies StayTexts;
