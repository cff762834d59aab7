import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import type { Origin } from "#domain/pricing/night.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { StayTexts } from "../en/stay.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { pluralIn } from "../plural.ts";
import { priceLinesOf } from "../price-lines.ts";

const plural = pluralIn("de");
const formats = pageFormatsOf("de");
const { anyOf, day } = formats;
export const nights = (count: number) => plural(count, { one: `${count} Nacht`, other: `${count} Nächte` });
const days = (count: number) => plural(count, { one: `${count} Tag`, other: `${count} Tage` });
const named = (from: Origin) => (from ? ` (${from.name})` : "");

export function stayRefusal(refusal: StayRefusal): string {
  switch (refusal.rule) {
    case "past":
      return "Vergangene Tage können nicht gebucht werden";
    case "order":
      return "Die Abreise muss nach der Anreise liegen";
    case "notice":
      return `Die früheste mögliche Anreise ist ${day(refusal.earliestArrival)}`;
    case "longest-stay":
      return `Ein Aufenthalt kann höchstens ${nights(refusal.nights)} dauern`;
    case "horizon":
      return refusal.days === BOOKING_WINDOW_DAYS
        ? "Sie können höchstens zwei Jahre im Voraus buchen"
        : `Sie können höchstens ${days(refusal.days)} im Voraus buchen`;
    case "taken":
      return "Einige dieser Nächte sind bereits belegt";
    case "minimum":
      return `Mindestens ${nights(refusal.nights)}${named(refusal.from)}`;
    case "arrival-day":
      return `Anreise nur am ${anyOf(refusal.days)} möglich${named(refusal.from)}`;
    case "departure-day":
      return `Abreise nur am ${anyOf(refusal.days)} möglich${named(refusal.from)}`;
    case "guests":
      return `Das Haus bietet Platz für höchstens ${guests(refusal.sleeps)}`;
  }
}

export const priceLines = priceLinesOf(formats, {
  entireCottage: "Ganzes Ferienhaus",
  nights,
  extraGuests: (count) => plural(count, { one: `${count} weiterer Gast`, other: `${count} weitere Gäste` }),
  agreed: (stay) => `Vereinbarter Preis für ${stay}`,
  code: "Code",
  longerStay: (count) => `Längerer Aufenthalt, mindestens ${nights(count)}`,
  lastMinute: "Last Minute",
  earlyBird: "Frühbucher",
  off: (percent) => `${percent} Rabatt`,
  cleaning: "Endreinigung",
});

export const hours = (count: number) => plural(count, { one: `${count} Stunde`, other: `${count} Stunden` });
/** `48 Stunden`, `14 Tage`, after "bis zu" and before "vor". */
export const hoursText = (count: number) => (count > 72 && count % 24 === 0 ? days(count / 24) : hours(count));
export const guests = (count: number) => plural(count, { one: `${count} Gast`, other: `${count} Gäste` });

export const localTime: StayTexts["localTime"] = (moment, city) => `${moment} Uhr (Ortszeit ${city})`;

export const stayTexts = {
  refusal: stayRefusal,
  line: priceLines.text,
  nights,
  guests,
  bedrooms: (count) => plural(count, { one: `${count} Schlafzimmer`, other: `${count} Schlafzimmer` }),
  bathrooms: (count) => plural(count, { one: `${count} Bad`, other: `${count} Bäder` }),
  span: (from, to) => `${from} bis ${to}`,
  total: (amount) => `${amount} insgesamt`,
  taxesIncluded: "Inklusive Steuern und Gebühren",
  alreadyBooked: ({ days: dates, count }) =>
    count === 1 ? `Bereits belegt: die Nacht vom ${dates}` : `Bereits belegt: die Nächte vom ${dates}`,
  checkIn: "Anreise",
  checkOut: "Abreise",
  from: (date, time) => `${date}, ab ${time} Uhr`,
  by: (date, time) => `${date}, bis ${time} Uhr`,
  localTime,
  calendar: {
    label: "Kalender",
    previous: "Vorheriger Monat",
    next: "Nächster Monat",
    crossedOut: "Durchgestrichen: bereits belegt.",
    local: "Alle Tage nach der Ortszeit des Ferienhauses.",
    howTo: "Tippen Sie auf einen ausgegrauten Tag, um zu sehen, warum er nicht wählbar ist.",
    horizon: (count) =>
      count === BOOKING_WINDOW_DAYS
        ? "Vergangene Tage und Tage, die mehr als zwei Jahre voraus liegen, können nicht gebucht werden."
        : `Vergangene Tage und Tage, die mehr als ${days(count)} voraus liegen, können nicht gebucht werden.`,
    today: (date) => `Heute, ${date}`,
    start: "Anreise",
    inside: "Teil Ihres Aufenthalts",
    end: "Abreise",
    booked: "bereits belegt",
    onlyCheckOut: "bereits belegt; Sie können an diesem Tag abreisen, aber nicht anreisen",
    between: "dazwischen liegen belegte Nächte",
    refused: (refusal, afterCheckIn) =>
      refusal.rule === "minimum" && afterCheckIn
        ? `Mindestens ${nights(refusal.nights)} ab Ihrer Anreise${named(refusal.from)}`
        : stayRefusal(refusal),
    why: (date, reason) => `${date}: ${reason}.`,
  },
} satisfies StayTexts;
