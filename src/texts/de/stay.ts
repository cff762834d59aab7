import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import type { Origin } from "#domain/pricing/night.ts";
import type { DiscountReason, QuoteLine } from "#domain/pricing/quote.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { PriceLines, StayTexts } from "../en/stay.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("de");
const { anyOf, day, money, percent } = pageFormatsOf("de");
export const nights = (count: number) => plural(count, { one: `${count} Nacht`, other: `${count} Nächte` });
const days = (count: number) => plural(count, { one: `${count} Tag`, other: `${count} Tage` });
const extraGuests = (count: number) =>
  plural(count, { one: `${count} weiterer Gast`, other: `${count} weitere Gäste` });
const named = (from: Origin) => (from ? ` (${from.name})` : "");

export function stayRefusal(refusal: StayRefusal): string {
  switch (refusal.rule) {
    case "past":
      return "Vergangene Tage können nicht gebucht werden";
    case "order":
      return "Die Abreise muss nach der Anreise liegen";
    case "notice":
      return `Anreise frühestens am ${day(refusal.earliestArrival)}`;
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

function discount(reason: DiscountReason): string {
  switch (reason.reason) {
    case "code":
      return reason.percent === null
        ? `Code ${reason.code}`
        : `Code ${reason.code} (${percent(reason.percent)} Rabatt)`;
    case "longer-stay":
      return `Längerer Aufenthalt, mindestens ${nights(reason.nights)} (${percent(reason.percent)} Rabatt)`;
    case "last-minute":
      return `Last Minute (${percent(reason.percent)} Rabatt)`;
    case "early-bird":
      return `Frühbucher (${percent(reason.percent)} Rabatt)`;
  }
}

function lineText(line: QuoteLine, currency: string): string {
  switch (line.kind) {
    case "nights":
      return `${nights(line.quantity)} × ${money(line.unitCents, currency)}${named(line.from)}`;
    case "agreed":
      return `Vereinbarter Preis für ${nights(line.nights)}`;
    case "discount":
      return discount(line);
    case "extra-guests":
      return `${extraGuests(line.guests)}, ${nights(line.nights)} × ${money(line.unitCents, currency)}`;
    case "adjustment":
      return line.label;
    case "cleaning":
      return "Endreinigung";
    case "tax":
      return line.percent === null ? line.name : `${line.name} (${percent(line.percent)})`;
  }
}

function lineLabel(line: QuoteLine, currency: string): string {
  return line.kind === "nights" ? `Ganzes Ferienhaus${named(line.from)}` : lineText(line, currency);
}

export const priceLines = { label: lineLabel, text: lineText } satisfies PriceLines;

export const hours = (count: number) => plural(count, { one: `${count} Stunde`, other: `${count} Stunden` });
/** `48 Stunden`, `14 Tage`, after "bis zu" and before "vor". */
export const hoursText = (count: number) => (count > 72 && count % 24 === 0 ? days(count / 24) : hours(count));
export const guests = (count: number) => plural(count, { one: `${count} Gast`, other: `${count} Gäste` });

export const localTime: StayTexts["localTime"] = (moment, city) => `${moment} Uhr (Ortszeit ${city})`;

export const stayTexts = {
  refusal: stayRefusal,
  line: lineText,
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
    local: "Es gilt die Ortszeit des Ferienhauses.",
    howTo: "Wählen Sie einen grauen Tag, um den Grund zu sehen.",
    horizon: (count) =>
      count === BOOKING_WINDOW_DAYS
        ? "Vergangene Tage und Tage, die mehr als zwei Jahre in der Zukunft liegen, können nicht gebucht werden."
        : `Vergangene Tage und Tage, die mehr als ${days(count)} in der Zukunft liegen, können nicht gebucht werden.`,
    today: (date) => `Heute, ${date}`,
    start: "Anreise",
    inside: "Teil Ihres Aufenthalts",
    end: "Abreise",
    booked: "bereits belegt",
    onlyCheckOut: "bereits belegt; Sie können an diesem Tag abreisen, aber nicht anreisen",
    between: "dazwischen liegen belegte Nächte",
    refused: (refusal, afterCheckIn) =>
      refusal.rule === "minimum"
        ? `mindestens ${nights(refusal.nights)}${afterCheckIn ? " ab Ihrer Anreise" : ""}${named(refusal.from)}`
        : stayRefusal(refusal),
    why: (date, reason) => `${date}: ${reason}.`,
  },
} satisfies StayTexts;
