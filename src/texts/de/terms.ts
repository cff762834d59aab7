import type { TermsTexts } from "../en/terms.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hours, hoursText, nights } from "./stay.ts";
import { firstNights } from "./house.ts";

const plural = pluralIn("de");
const { percent } = formatsOf("de");
const beforeArrival = (days: number) =>
  days === 0
    ? "am Anreisetag"
    : plural(days, { one: `${days} Tag vor der Anreise`, other: `${days} Tage vor der Anreise` });

export const termsTexts = {
  title: "Buchungsbedingungen",
  lead: (cottage) => `Was wir miteinander vereinbaren, wenn Sie einen Aufenthalt in ${cottage} buchen.`,
  about: "Was gilt, wenn Sie einen Aufenthalt buchen: Buchung, Preis, Zahlung, Stornierung und die Zeit im Haus.",

  who: "Ihr Vertragspartner",
  address: "Adresse",
  phone: "Telefon",
  email: "E-Mail",

  booking: "Ihre Buchung",
  booked: {
    instant:
      "Ihr Aufenthalt ist gebucht, sobald Sie das Buchungsformular abgeschickt haben und die Seite Ihrer Buchung es bestätigt. Bei manchen Aufenthalten bitten wir Sie zuerst, Ihre E-Mail-Adresse zu bestätigen.",
    instantPaid: (whole) =>
      whole
        ? "Ihr Aufenthalt ist gebucht, sobald Sie den Gesamtpreis bezahlt haben. Bis dahin halten wir die Nächte für kurze Zeit frei; wie lange, steht auf der Zahlungsseite."
        : "Ihr Aufenthalt ist gebucht, sobald Sie die Anzahlung bezahlt haben. Bis dahin halten wir die Nächte für kurze Zeit frei; wie lange, steht auf der Zahlungsseite.",
    verified:
      "Wenn Sie das Buchungsformular abgeschickt haben, erhalten Sie eine E-Mail von uns. Ihr Aufenthalt ist gebucht, sobald Sie den Link darin geöffnet haben, oder sofort, wenn Sie Ihre E-Mail-Adresse vor Kurzem bestätigt haben.",
    unlessChecked: (answer, paid) =>
      paid
        ? `Manchmal müssen wir eine Buchung zuerst prüfen. Dann sagen wir Ihnen, dass sie eine Anfrage ist, halten die Nächte frei und antworten innerhalb von ${hours(answer)}; Sie bezahlen, wenn wir die Anfrage angenommen haben.`
        : `Manchmal müssen wir eine Buchung zuerst prüfen. Dann sagen wir Ihnen, dass sie eine Anfrage ist, halten die Nächte frei und antworten innerhalb von ${hours(answer)}; Ihr Aufenthalt ist gebucht, sobald wir die Anfrage annehmen.`,
    request: (answer) =>
      `Mit dem Buchungsformular schicken Sie uns eine Anfrage. Wir beantworten sie innerhalb von ${hours(answer)} und halten die Nächte so lange für Sie frei. Ihr Aufenthalt ist gebucht, sobald wir die Anfrage annehmen.`,
    requestPaid: (answer, whole, pay) =>
      whole
        ? `Mit dem Buchungsformular schicken Sie uns eine Anfrage. Wir beantworten sie innerhalb von ${hours(answer)} und halten die Nächte so lange für Sie frei. Ihr Aufenthalt ist gebucht, sobald wir die Anfrage angenommen und Sie den Gesamtpreis bezahlt haben; dafür haben Sie ${hours(pay)} Zeit.`
        : `Mit dem Buchungsformular schicken Sie uns eine Anfrage. Wir beantworten sie innerhalb von ${hours(answer)} und halten die Nächte so lange für Sie frei. Ihr Aufenthalt ist gebucht, sobald wir die Anfrage angenommen und Sie die Anzahlung bezahlt haben; dafür haben Sie ${hours(pay)} Zeit.`,
  },
  whole: (most) => `Sie buchen das ganze Ferienhaus für höchstens ${guests(most)}, Kinder mitgezählt.`,
  details: "Bitte nennen Sie uns einen Namen, eine E-Mail-Adresse und eine Telefonnummer, unter der wir Sie erreichen.",

  payment: "Preis und Zahlung",
  price:
    "Der Preis, den Sie vor der Buchung sehen, ist der Preis für den gesamten Aufenthalt. Steuern und Gebühren sind enthalten.",
  onArrival: "Sie bezahlen bei der Anreise oder so, wie wir es mit Ihnen vereinbaren.",
  mayPay: (provider) => `Sie können online mit Karte bezahlen, auf der Seite von ${provider}.`,
  mustPay: (provider) =>
    `Sie bezahlen online mit Karte, auf der Seite von ${provider}. Ihre Kartendaten sehen wir nie.`,
  allAtOnce: "Den Gesamtpreis bezahlen Sie bei der Buchung.",
  firstPercent: (part, days) =>
    `Bei der Buchung zahlen Sie ${percent(part)} des Preises an; der Rest ist ${beforeArrival(days)} fällig. Wenn Sie erst danach buchen, ist der Gesamtpreis bei der Buchung fällig.`,
  firstNights: (count, days) =>
    `Bei der Buchung zahlen Sie den Preis für ${firstNights(count)} an; der Rest ist ${beforeArrival(days)} fällig. Wenn Sie erst danach buchen, ist der Gesamtpreis bei der Buchung fällig.`,
  cancelUnpaid:
    "Ist der Rest überfällig, mahnen wir Sie per E-Mail und setzen Ihnen eine Frist von mindestens 48 Stunden. Ist er auch dann nicht bezahlt, stornieren wir Ihre Buchung; es gelten die Stornierungsbedingungen.",

  cancellation: "Stornierung und Änderung",
  seeCancellation: "Was eine Stornierung kostet und wie Sie stornieren",

  stay: "Während Ihres Aufenthalts",
  times: (from, by) => `Die Anreise ist ab ${from} Uhr möglich; bitte reisen Sie bis ${by} Uhr ab.`,
  rules: "Die <rules>Hausregeln</> sind Teil dieser Bedingungen.",
  damage:
    "Bitte sagen Sie uns, wenn etwas beschädigt ist oder fehlt. Für Schäden, die über die normale Abnutzung hinausgehen, kommen Sie auf.",
  problems:
    "Wenn etwas nicht in Ordnung ist, sagen Sie es uns bitte noch während Ihres Aufenthalts, damit wir es beheben können.",

  data: "Ihre Daten",
  seePrivacy: "Was wir über Sie speichern, warum und wie lange",

  own: "Unsere Bedingungen",

  policy: {
    title: "Stornierung",
    lead: "Was es kostet, wenn Sie jetzt buchen und später stornieren, und wie Sie stornieren.",
    about:
      "Bis wann ein Aufenthalt kostenlos storniert werden kann, was es danach kostet und wie Sie Ihr Geld zurückerhalten.",

    costs: "Was eine Stornierung kostet",
    when: "Zeitpunkt der Stornierung",
    fee: "Gebühr",
    free: "Kostenlos",
    beforeCheckIn: "Vor der Anreise",
    fromCheckIn: "Ab der Anreise",
    earlier: (before) => `Mehr als ${hoursText(before)} vor der Anreise`,
    later: (before) => `${hoursText(before)} vor der Anreise oder später`,
    wholePrice: "Der Gesamtpreis",
    percent: (part) => `${percent(part)} des Preises`,
    nights: (count) => `Der Preis für ${nights(count)}`,
    countedFrom: (time) => `Zurückgerechnet von ${time} Uhr am Anreisetag, in der Ortszeit des Ferienhauses.`,
    keeps:
      "Für eine Buchung gelten immer die Bedingungen zum Zeitpunkt der Buchung. Auf der Seite Ihrer Buchung stehen sie mit Fristen und Beträgen.",
    keepsUntilChanged:
      "Für eine Buchung gelten die Bedingungen zum Zeitpunkt der Buchung. Wenn Sie die Reisedaten ändern, solange die Stornierung noch kostenlos ist, gelten stattdessen die Bedingungen zum Zeitpunkt der Änderung. Auf der Seite Ihrer Buchung stehen sie mit Fristen und Beträgen.",
    noShow: "Wenn Sie nicht kommen, gilt die letzte Gebühr in dieser Liste.",

    how: "So stornieren oder ändern Sie Ihre Buchung",
    ownPage:
      "Öffnen Sie Ihre Buchung in dem Browser, in dem Sie gebucht haben, oder über den Link, falls wir ihn Ihnen per E-Mail geschickt haben. Auf der Seite Ihrer Buchung können Sie stornieren oder Reisedaten und Gästezahl ändern und sehen vorher, was es kostet.",
    change:
      "Bei einer Änderung behalten bereits gebuchte Nächte ihren Preis; für andere Nächte gilt der aktuelle Preis. Was Sie schon bezahlt haben, wird angerechnet.",

    refunds: "So erhalten Sie Ihr Geld zurück",
    toCard:
      "Was Sie über die Stornogebühr hinaus mit Karte bezahlt haben, erstatten wir auf dieselbe Karte. Bis das Geld ankommt, kann es 5 bis 10 Tage dauern.",
    byUs: "Was Sie über die Stornogebühr hinaus bezahlt haben, erstatten wir Ihnen auf demselben Weg, auf dem Sie bezahlt haben.",
    weCancel: "Wenn wir Ihren Aufenthalt absagen müssen, erhalten Sie alles zurück, was Sie bezahlt haben.",
    weCancelElse:
      "Wenn wir Ihren Aufenthalt aus einem anderen Grund absagen müssen, erhalten Sie alles zurück, was Sie bezahlt haben.",

    own: "Weitere Bedingungen",
    terms: "Alle Buchungsbedingungen",
  },
} satisfies TermsTexts;
