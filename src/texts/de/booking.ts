import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { BookingTexts } from "../en/booking.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { hoursText, nights } from "./stay.ts";

const { percent } = pageFormatsOf("de");

function chargeLabel(step: CancellationStep): string {
  if ("percent" in step) {
    return step.percent === 10_000 ? "der Gesamtpreis" : `${percent(step.percent)} des Preises`;
  }
  return step.nights === 1 ? "der Preis für eine Nacht" : `der Preis für ${nights(step.nights)}`;
}

const charge = ({ step, amount }: { step: CancellationStep; amount: string }) => `${amount} (${chargeLabel(step)})`;

export const bookingTexts = {
  title: "Aufenthalt buchen",
  loading: "Das Buchungsformular wird geladen …",
  notFound: {
    title: "Unterkunft nicht gefunden",
    text: "Wir konnten die Angaben zum Haus gerade nicht laden. Bitte versuchen Sie es gleich noch einmal.",
    back: "Zurück zur Startseite",
  },
  yourStay: "Ihr Aufenthalt",
  yourDetails: "Ihre Angaben",
  terms: "Es gelten unsere Buchungs- und Stornierungsbedingungen",
  leaveEmpty: "Bitte leer lassen",
  updatePrice: "Preis aktualisieren",
  chooseDates: "Wählen Sie Ihre Reisedaten",
  nightsIncluded: (count, payNote) =>
    payNote ? `${count}, inklusive Steuern und Gebühren. ${payNote}` : `${count}, inklusive Steuern und Gebühren`,
  bookNow: "Zahlungspflichtig buchen",
  processing: "Wird gesendet …",
  option: {
    legend: "Buchungsart",
    entire: "Ganzes Ferienhaus",
    rooms: (bedrooms, bathrooms) => `${bedrooms} und ${bathrooms}, für Sie allein`,
  },
  chosen: {
    checkIn: "Wählen Sie zuerst den Anreisetag, dann den Abreisetag.",
    checkOut: (day) => `Anreise ${day}. Wählen Sie jetzt den Abreisetag.`,
    stay: (total, count, dates) => `${total} insgesamt, ${count}, ${dates}`,
    clear: "Auswahl löschen",
  },
  code: {
    have: "Haben Sie einen Rabattcode?",
    label: "Rabattcode",
    use: "Code einlösen",
    unknown: "Wir konnten den Code gerade nicht prüfen. Bitte versuchen Sie es gleich noch einmal.",
  },
  fields: {
    guests: "Gäste",
    guestCount: "Anzahl der Gäste",
    guestRange: (most) => `Höchstens ${most}, Kinder mitgezählt`,
    guestName: "Name des Gastes",
    email: "E-Mail",
    phone: "Telefon",
    phoneOptional: "Telefon (optional)",
    whatsapp: "Nachrichten zu diesem Aufenthalt auch über WhatsApp erhalten",
    whatsappHint: "An die Nummer oben, mit Ländervorwahl. Mit der Antwort STOP können Sie sich jederzeit abmelden.",
    requests: "Besondere Wünsche (optional)",
    requestsHint: "Zum Beispiel ein Babybett, eine späte Ankunft oder eine Allergie.",
  },
  problem: "Bitte prüfen Sie Ihre Angaben",
  offline: {
    title: "Keine Verbindung",
    text: "Vielleicht sind Sie offline. Ihre Eingaben sind gespeichert. Sobald Sie wieder online sind, laden Sie die Seite neu und klicken Sie noch einmal auf „Zahlungspflichtig buchen“: Es wird nicht doppelt gebucht.",
  },
  created: { title: "Buchung eingegangen", description: "Ihre Buchung ist bei uns eingegangen." },
  hints: {
    unreadable: "Wir konnten die Reisedaten in Ihrem Link nicht lesen. Bitte wählen Sie sie unten.",
    refused: (refusal) => `Die Reisedaten in Ihrem Link können nicht gebucht werden. ${refusal}.`,
    sleeps: (guests, start) => `Das Haus bietet Platz für höchstens ${guests}, deshalb haben wir ${start} eingetragen.`,
  },
  notice: {
    unsettled:
      "Wir wissen nicht sicher, ob Ihre Buchung angekommen ist. Klicken Sie noch einmal auf „Zahlungspflichtig buchen“: Es wird nicht doppelt gebucht.",
    free: "Das Haus ist an diesen Tagen frei.",
    refused: (refusal) => `${refusal}.`,
    offer: (dates, total) => `${dates}, ${total} insgesamt`,
    nearest: (offer) => `Die nächsten freien Tage übernehmen: ${offer}`,
    or: (offer) => `Oder ${offer}`,
    booked: "Sie haben diese Tage gebucht.",
    see: "Ihre Buchung ansehen",
  },
  summary: {
    ofWhich: (tax, amount) => `davon ${tax}: ${amount}`,
    nights: "Nächte",
    rate: "Preis",
    cancellation: "Stornierung",
    noDates: (extras) => `${extras}. Wählen Sie An- und Abreise, um den Gesamtpreis zu sehen.`,
    noPicture: "Noch kein Bild",
    nightsTimes: (count, price) => `${count} × ${price}`,
  },
  cancellation: {
    free: "Kostenlos",
    until: (until, first, later) =>
      `Kostenlos bis ${until}; danach ${charge(first)}${later.map((step) => `; ab ${step.from} ${charge(step)}`).join("")}`,
    over: (most, freeFrom, hours) =>
      `Bei einer Stornierung fällt höchstens an: ${charge(most)}. Bei Anreise ab ${freeFrom} ist die Stornierung bis ${hoursText(hours)} vor der Anreise kostenlos`,
  },
} satisfies BookingTexts;
