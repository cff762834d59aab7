import type { EmailTexts } from "../en/emails.ts";
import { pluralIn } from "../plural.ts";
import { ownTexts } from "./own.ts";

const plural = pluralIn("de");

export const emails = {
  templates: {
    welcome: {
      subject: "Ihr Aufenthalt in {cottage} ist gebucht ({reference})",
      body: `Guten Tag, {guestName},

vielen Dank für Ihre Buchung. Wir freuen uns auf Ihren Besuch in {cottage}.

Ihre Buchungsnummer: {reference}
Anreise: {checkIn}, ab {checkInTime} Uhr
Abreise: {checkOut}, bis {checkOutTime} Uhr
{nights}, {guests}, insgesamt {total}

{payment}

Adresse: {address}

{directions}

Hier können Sie Ihre Buchung ansehen und verwalten:

{bookingLink}

Haben Sie Fragen? Rufen Sie uns unter {hostPhone} an oder antworten Sie auf diese E-Mail.`,
    },
    check_in_reminder: {
      subject: "Ihre Anreise am {checkIn}: {cottage}",
      body: `Guten Tag, {guestName},

wir freuen uns, Sie bald bei uns zu begrüßen: {checkIn}, ab {checkInTime} Uhr.

Adresse: {address}

{directions}

Hinweise zur Anreise: {arrivalNotes}

WLAN-Passwort: {wifiPassword}

Wenn Sie sich verspäten oder uns nicht finden, rufen Sie uns gern an: {hostPhone}. Wir helfen Ihnen weiter.

{bookingLink}`,
    },
    check_out_reminder: {
      subject: "Heute Abreise bis {checkOutTime} Uhr",
      body: `Guten Morgen, {guestName},

heute endet Ihr Aufenthalt in {cottage}. Bitte verlassen Sie das Haus bis {checkOutTime} Uhr, schließen Sie die Türen ab, drehen Sie das Gas ab und schalten Sie das Licht aus.

Wenn Sie ein Taxi oder etwas mehr Zeit brauchen, rufen Sie uns an: {hostPhone}. Wir tun, was wir können.

Vielen Dank, dass Sie bei uns waren, und gute Reise!`,
    },
    feedback_request: {
      subject: "Wie war Ihr Aufenthalt in {cottage}?",
      body: `Guten Tag, {guestName},

wir hoffen, Sie haben sich in {cottage} wohlgefühlt und sind gut nach Hause gekommen.

Würden Sie uns sagen, wie es Ihnen gefallen hat? Es dauert nur eine Minute und hilft uns und künftigen Gästen.

{ratingLink}

Herzlichen Dank!`,
    },
    booking_changed: {
      subject: "Ihre Buchung {reference} wurde geändert",
      body: `Guten Tag, {guestName},

Ihre Buchung in {cottage} wurde geändert.

{changes}

So sieht Ihre Buchung jetzt aus:

Anreise: {checkIn}, ab {checkInTime} Uhr
Abreise: {checkOut}, bis {checkOutTime} Uhr
{nights}, {guests}, insgesamt {total}

{bookingLink}

Falls etwas nicht stimmt, rufen Sie uns unter {hostPhone} an oder antworten Sie auf diese E-Mail.`,
    },
    booking_cancelled: {
      subject: "Ihre Buchung {reference} wurde storniert",
      body: `Guten Tag, {guestName},

Ihre Buchung in {cottage} von {checkIn}, bis {checkOut}, wurde storniert.

Stornogebühr: {fee}

Falls Sie damit nicht gerechnet haben, rufen Sie uns unter {hostPhone} an oder antworten Sie auf diese E-Mail.`,
    },
  },
  whatsapp: {
    welcome:
      "Guten Tag {{1}}, Ihr Aufenthalt in {{2}} von {{3}}, bis {{4}}, ist gebucht. Unter {{5}} finden Sie alles Weitere.",
    check_in_reminder:
      "Guten Tag {{1}}, wir erwarten Sie in {{2}} von {{3}}, bis {{4}}. Unter {{5}} lesen Sie, wie Sie ins Haus kommen.",
    check_out_reminder:
      "Guten Morgen {{1}}, Ihr Aufenthalt in {{2}} (Anreise: {{3}}) endet heute, {{4}}. Unter {{5}} finden Sie die Einzelheiten. Vielen Dank für Ihren Besuch!",
    feedback_request:
      "Guten Tag {{1}}, wie war Ihr Aufenthalt in {{2}} von {{3}}, bis {{4}}? Unter {{5}} können Sie es uns sagen.",
    booking_changed:
      "Guten Tag {{1}}, Ihre Buchung in {{2}} gilt jetzt von {{3}}, bis {{4}}. Unter {{5}} finden Sie die Einzelheiten.",
    booking_cancelled:
      "Guten Tag {{1}}, Ihre Buchung in {{2}} von {{3}}, bis {{4}}, ist storniert. Unter {{5}} finden Sie die Einzelheiten.",
    custom:
      "Guten Tag {{1}}, wir haben Ihnen zu Ihrem Aufenthalt in {{2}} von {{3}}, bis {{4}}, geschrieben. Unter {{5}} können Sie unsere Nachricht lesen.",
  },
  nights: (count: number) => plural(count, { one: `${count} Nacht`, other: `${count} Nächte` }),
  guests: (count: number) => plural(count, { one: `${count} Gast`, other: `${count} Gäste` }),
  someGuest: "lieber Gast",
  noFee: "keine",
  noWifiPassword: "Bitte fragen Sie uns bei der Ankunft",
  callUs: (phone: string) => `Bitte rufen Sie uns unter ${phone} an`,
  openLinkFirst: "Um diese Angabe zu sehen, öffnen Sie bitte Ihre Buchung über den Link in unserer E-Mail",
  shownFrom: (day: string) => `Sie erhalten diese Angabe am ${day}`,
  restored: "Ihre Buchung war storniert und gilt jetzt wieder.",
  changedCheckIn: (now: string, was: string) => `Anreise: ${now} (bisher ${was})`,
  changedCheckOut: (now: string, was: string) => `Abreise: ${now} (bisher ${was})`,
  changedGuests: (now: string, was: string) => `${now} (bisher ${was})`,
  changedTotal: (now: string, was: string) => `Gesamtpreis: ${now} (bisher ${was})`,
  paid: (amount) => `Bezahlt: ${amount}`,
  dueNow: (amount) => `Jetzt zu zahlen: ${amount}`,
  dueOn: (amount, day) => `Fällig am ${day}: ${amount}`,
  rateStay: "Aufenthalt bewerten",
  openBooking: "Buchung öffnen",
  openForm: "Zum Buchungsformular",
  calendarTitle: (cottage: string) => `Aufenthalt in ${cottage}`,
  calendarText: (stay: { reference: string; checkInFrom: string; checkOutBy: string; phone: string }) =>
    stay.phone
      ? `Buchung ${stay.reference}. Anreise ab ${stay.checkInFrom} Uhr, Abreise bis ${stay.checkOutBy} Uhr. Wenn Sie sich verspäten, rufen Sie bitte ${stay.phone} an.`
      : `Buchung ${stay.reference}. Anreise ab ${stay.checkInFrom} Uhr, Abreise bis ${stay.checkOutBy} Uhr.`,
  ownLink: {
    subject: (reference: string) => `Ihre Buchung ${reference}`,
    text: "Hier ist der Link zu Ihrer Buchung. Damit können Sie sie ansehen und verwalten.",
    warning:
      "Wer diesen Link hat, kann das ebenfalls; bitte geben Sie ihn nicht weiter. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail einfach.",
  },
  requested: {
    subject: ({ cottage, span }) => `Wir haben Ihre Buchungsanfrage erhalten: ${cottage}, ${span}`,
    answer: ownTexts.waiting.host,
    text: "Mit diesem Link können Sie Ihre Anfrage ansehen oder zurückziehen.",
  },
  confirmStay: {
    subject: ({ cottage, span }) => `Bitte bestätigen Sie Ihren Aufenthalt in ${cottage}, ${span}`,
    stay: (stay) =>
      `${stay.cottage}: ${stay.span}, ${stay.nights}, ${stay.guests}. Gesamtpreis ${stay.total}. Buchungsnummer ${stay.reference}.`,
    sendRequest: (until) =>
      `Öffnen Sie diesen Link bis ${until}, um Ihre Anfrage an den Gastgeber zu senden. Bis dahin halten wir die Nächte für Sie frei; Sie müssen nichts noch einmal ausfüllen.`,
    completeBooking: (until) =>
      `Öffnen Sie diesen Link bis ${until}, um Ihre Buchung abzuschließen. Bis dahin halten wir die Nächte für Sie frei; Sie müssen nichts noch einmal ausfüllen.`,
    notYou:
      "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail einfach. Es wurde nichts gebucht, und die Nächte sind danach wieder frei.",
  },
  proveEmail: {
    subject: "Noch ein Schritt bis zu Ihrer Buchung",
    text: "Bitte öffnen Sie diesen Link innerhalb einer Stunde und klicken Sie dann noch einmal auf „Zahlungspflichtig buchen“. Wir haben gerade ungewöhnlich viele Buchungsanfragen, deshalb bitten wir Sie, Ihre E-Mail-Adresse zu bestätigen.",
    notYou: "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail einfach. Es wurde nichts gebucht.",
  },
  linkPage: {
    complete: {
      title: "Buchung bestätigen",
      text: "Klicken Sie auf die Schaltfläche, um Ihre E-Mail-Adresse und Ihre Buchung zu bestätigen.",
      button: "Buchung bestätigen",
    },
    request: {
      title: "Buchungsanfrage senden",
      text: "Klicken Sie auf die Schaltfläche, um Ihre E-Mail-Adresse zu bestätigen und Ihre Anfrage an den Gastgeber zu senden.",
      button: "Anfrage senden",
    },
    verify: {
      title: "Ihre Buchung",
      text: "Klicken Sie auf die Schaltfläche, um Ihre E-Mail-Adresse zu bestätigen und Ihre Buchung zu öffnen.",
      button: "Buchung öffnen",
    },
    proof: {
      title: "E-Mail-Adresse bestätigen",
      text: "Klicken Sie auf die Schaltfläche, um Ihre E-Mail-Adresse zu bestätigen. Danach können Sie Ihren Aufenthalt buchen.",
      button: "E-Mail-Adresse bestätigen",
    },
  },
  offer: {
    subject: (cottage: string, span: string) => `Unser Angebot für Sie: ${cottage}, ${span}`,
    price: (price: string, span: string) => `Gern bieten wir Ihnen diesen Aufenthalt (${span}) für ${price} an.`,
    until: (until: string) => `Wir halten diese Nächte bis ${until} für Sie frei.`,
    how: "Öffnen Sie den Link: Dort sehen Sie den Preis im Einzelnen und können das Angebot annehmen.",
  },
  ended: {
    request: {
      subject: "Wir konnten Ihre Buchungsanfrage {reference} nicht annehmen",
      body: `Guten Tag, {guestName},

leider konnten wir Ihre Anfrage für einen Aufenthalt in {cottage} von {checkIn}, bis {checkOut}, nicht annehmen. Es wurde nichts gebucht, und Sie müssen nichts bezahlen.

Wenn Ihnen andere Reisedaten passen, sehen Sie hier, welche Tage frei sind:

{bookingLink}

Bei Fragen rufen Sie uns unter {hostPhone} an oder antworten Sie auf diese E-Mail.`,
    },
    offer: {
      subject: "Unser Angebot {reference} gilt nicht mehr",
      body: `Guten Tag, {guestName},

unser Angebot für Ihren Aufenthalt in {cottage} von {checkIn}, bis {checkOut}, gilt nicht mehr, und wir halten diese Nächte nicht länger für Sie frei. Es wurde nichts gebucht, und Sie müssen nichts bezahlen.

Wenn Sie noch kommen möchten, sehen Sie hier, welche Tage frei sind:

{bookingLink}

Bei Fragen rufen Sie uns unter {hostPhone} an oder antworten Sie auf diese E-Mail.`,
    },
  },
  changeDeclined: {
    subject: (reference: string) => `Ihre Buchung ${reference} bleibt unverändert`,
    text: (requested: string, booked: string) =>
      `Leider konnten wir Ihre Buchung nicht auf ${requested} ändern. Sie gilt unverändert für ${booked}.`,
    otherDates:
      "Wenn Ihnen andere Reisedaten passen, sehen Sie auf der Seite Ihrer Buchung nach, was Sie noch ändern können, oder rufen Sie uns an.",
  },
  changeReplaced: {
    subject: (reference: string) => `Ihre Änderungsanfrage zur Buchung ${reference} ist erledigt`,
    text: (requested: string, booked: string) =>
      `Wir haben Ihre Buchung auf ${booked} geändert. Ihre Anfrage, sie auf ${requested} zu ändern, ist damit erledigt.`,
    otherGuests: (span: string, requested: string, booked: string) =>
      `Wir haben Ihre Buchung auf ${span} geändert (${booked}). Ihre Anfrage (${requested}) ist damit erledigt.`,
    ifUnsuitable:
      "Wenn Ihnen das nicht passt, sehen Sie auf der Seite Ihrer Buchung nach, was Sie noch ändern können, oder rufen Sie uns an.",
  },
} satisfies EmailTexts;
