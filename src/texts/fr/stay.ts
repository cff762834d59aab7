import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import type { Origin } from "#domain/pricing/night.ts";
import type { DiscountReason, QuoteLine } from "#domain/pricing/quote.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { PriceLines, StayTexts } from "../en/stay.ts";
import { pageFormatsOf, uncapitalized } from "../page-formats.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("fr");
const { anyOf, day, money, percent } = pageFormatsOf("fr");
export const nights = (count: number) => plural(count, { one: `${count} nuit`, other: `${count} nuits` });
/** `d’une nuit`, `de 3 nuits`. */
export const ofNights = (count: number) => (count === 1 ? "d’une nuit" : `de ${nights(count)}`);
const days = (count: number) => plural(count, { one: `${count} jour`, other: `${count} jours` });
const extraGuests = (count: number) =>
  plural(count, { one: `${count} personne supplémentaire`, other: `${count} personnes supplémentaires` });
const named = (from: Origin) => (from ? ` (${from.name})` : "");

export function stayRefusal(refusal: StayRefusal): string {
  switch (refusal.rule) {
    case "past":
      return "Les dates passées ne peuvent pas être réservées";
    case "order":
      return "La date de départ doit être postérieure à la date d’arrivée";
    case "notice":
      return `La première arrivée possible est le ${day(refusal.earliestArrival)}`;
    case "longest-stay":
      return `Un séjour peut durer ${nights(refusal.nights)} au maximum`;
    case "horizon":
      return refusal.days === BOOKING_WINDOW_DAYS
        ? "Vous pouvez réserver jusqu’à deux ans à l’avance"
        : `Vous pouvez réserver jusqu’à ${days(refusal.days)} à l’avance`;
    case "taken":
      return "Certaines de ces nuits sont déjà réservées";
    case "minimum":
      return `${nights(refusal.nights)} au minimum${named(refusal.from)}`;
    case "arrival-day":
      return `Arrivée possible uniquement le ${anyOf(refusal.days)}${named(refusal.from)}`;
    case "departure-day":
      return `Départ possible uniquement le ${anyOf(refusal.days)}${named(refusal.from)}`;
    case "guests":
      return `La maison accueille ${guests(refusal.sleeps)} au maximum`;
  }
}

function discount(reason: DiscountReason): string {
  switch (reason.reason) {
    case "code":
      return reason.percent === null
        ? `Code ${reason.code}`
        : `Code ${reason.code} (${percent(reason.percent)} de remise)`;
    case "longer-stay":
      return `Long séjour, à partir de ${nights(reason.nights)} (${percent(reason.percent)} de remise)`;
    case "last-minute":
      return `Dernière minute (${percent(reason.percent)} de remise)`;
    case "early-bird":
      return `Réservation anticipée (${percent(reason.percent)} de remise)`;
  }
}

function lineText(line: QuoteLine, currency: string): string {
  switch (line.kind) {
    case "nights":
      return `${nights(line.quantity)} × ${money(line.unitCents, currency)}${named(line.from)}`;
    case "agreed":
      return `Prix convenu pour ${nights(line.nights)}`;
    case "discount":
      return discount(line);
    case "extra-guests":
      return `${extraGuests(line.guests)}, ${nights(line.nights)} × ${money(line.unitCents, currency)}`;
    case "adjustment":
      return line.label;
    case "cleaning":
      return "Ménage";
    case "tax":
      return line.percent === null ? line.name : `${line.name} (${percent(line.percent)})`;
  }
}

function lineLabel(line: QuoteLine, currency: string): string {
  return line.kind === "nights" ? `Maison entière${named(line.from)}` : lineText(line, currency);
}

export const priceLines = { label: lineLabel, text: lineText } satisfies PriceLines;

export const hours = (count: number) => plural(count, { one: `${count} heure`, other: `${count} heures` });
/** `48 heures`, `14 jours`. */
export const hoursText = (count: number) => (count > 72 && count % 24 === 0 ? days(count / 24) : hours(count));
export const guests = (count: number) => plural(count, { one: `${count} personne`, other: `${count} personnes` });

export const localTime: StayTexts["localTime"] = (moment, city) => `${moment} (heure locale, ${city})`;

export const stayTexts = {
  refusal: stayRefusal,
  line: lineText,
  nights,
  guests,
  bedrooms: (count) => plural(count, { one: `${count} chambre`, other: `${count} chambres` }),
  bathrooms: (count) => plural(count, { one: `${count} salle de bains`, other: `${count} salles de bains` }),
  span: (from, to) => `du ${from} au ${to}`,
  total: (amount) => `${amount} au total`,
  taxesIncluded: "Taxes et frais compris",
  alreadyBooked: ({ days: dates, count }) =>
    count === 1 ? `Nuit déjà réservée : ${dates}` : `Nuits déjà réservées : ${dates}`,
  checkIn: "Arrivée",
  checkOut: "Départ",
  from: (date, time) => `${date}, à partir de ${time}`,
  by: (date, time) => `${date}, avant ${time}`,
  localTime,
  calendar: {
    label: "Calendrier",
    previous: "Mois précédent",
    next: "Mois suivant",
    crossedOut: "Barré : déjà réservé.",
    local: "Dates en heure locale.",
    howTo: "Choisissez un jour grisé pour en voir la raison.",
    horizon: (count) =>
      count === BOOKING_WINDOW_DAYS
        ? "Les dates passées et celles au-delà de deux ans ne peuvent pas être réservées."
        : `Les dates passées et celles au-delà de ${days(count)} ne peuvent pas être réservées.`,
    today: (date) => `Aujourd’hui, ${date}`,
    start: "arrivée",
    inside: "pendant votre séjour",
    end: "départ",
    booked: "déjà réservé",
    onlyCheckOut: "déjà réservé ; vous pouvez partir ce jour-là, mais pas arriver",
    between: "des nuits sont déjà réservées entre les deux",
    refused: (refusal, afterCheckIn) =>
      refusal.rule === "minimum" && afterCheckIn
        ? `${nights(refusal.nights)} au minimum à compter de votre arrivée${named(refusal.from)}`
        : uncapitalized(stayRefusal(refusal)),
    why: (date, reason) => `Le ${date} : ${reason}.`,
  },
} satisfies StayTexts;
