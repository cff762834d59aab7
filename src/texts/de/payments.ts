import type { PaymentEmails } from "../en/payments.ts";

const payBelow =
  "Sie können mit dem Link unten online bezahlen. Wenn Sie bereits auf anderem Weg bezahlt haben, können Sie diese E-Mail ignorieren.";

export const paymentEmails = {
  pleasePay: ({ cottage, span, amount }, until, paid) => ({
    subject: `Bitte bezahlen Sie, um Ihren Aufenthalt zu buchen: ${cottage}, ${span}`,
    lines: [
      `Ihr Aufenthalt (${span}) ist noch nicht gebucht. Er ist gebucht, sobald Sie ${amount} bezahlt haben.`,
      `Wir halten die Nächte bis ${until} für Sie frei. ${paid ? `Bisher haben wir ${paid} erhalten.` : "Bisher wurde nichts abgebucht."}`,
    ],
  }),
  accepted: ({ cottage, span, amount }, until) => ({
    subject: `Ihre Buchungsanfrage ist angenommen, bitte bezahlen Sie noch: ${cottage}, ${span}`,
    lines: [
      `Gute Nachricht: Wir haben Ihre Anfrage (${span}) angenommen. Ihr Aufenthalt ist gebucht, sobald Sie ${amount} bezahlt haben.`,
      `Wir halten die Nächte bis ${until} für Sie frei.`,
    ],
  }),
  dueOn: ({ span, reference, amount }, day) => ({
    subject: `Zahlung für Ihren Aufenthalt (${span}) am ${day} fällig`,
    lines: [`Die Zahlung von ${amount} für Ihre Buchung ${reference} ist am ${day} fällig.`, payBelow],
  }),
  dueToday: ({ span, reference, amount }) => ({
    subject: `Zahlung für Ihren Aufenthalt (${span}) heute fällig`,
    lines: [`Die Zahlung von ${amount} für Ihre Buchung ${reference} ist heute fällig.`, payBelow],
  }),
  overdue: ({ span, reference, amount }, day) => ({
    subject: `Zahlung für Ihren Aufenthalt (${span}) überfällig`,
    lines: [
      `Die Zahlung von ${amount} für Ihre Buchung ${reference} war am ${day} fällig und ist noch nicht eingegangen.`,
      payBelow,
    ],
  }),
  lastWarning: ({ span, reference, amount }, day, until) => ({
    subject: `Bitte bezahlen Sie bis ${until}, sonst stornieren wir Ihre Buchung (${span})`,
    lines: [
      `Die Zahlung von ${amount} für Ihre Buchung ${reference} war am ${day} fällig und ist noch nicht eingegangen.`,
      `Wenn Sie nicht bis ${until} bezahlen, müssen wir Ihre Buchung stornieren. Es gelten dann die Stornierungsbedingungen Ihrer Buchung.`,
      "Sie können mit dem Link unten online bezahlen. Wenn Sie auf anderem Weg bezahlt haben oder mehr Zeit brauchen, antworten Sie bitte auf diese E-Mail.",
    ],
  }),
  link: ({ cottage, span, reference, amount }, about, isFee) => ({
    subject: `Zahlungslink von ${cottage}: ${amount}`,
    lines: [
      `Hier ist der Link zur Zahlung von ${amount} für ${isFee ? "die Stornogebühr Ihres Aufenthalts" : "Ihren Aufenthalt"} (${span}, Buchungsnummer ${reference}).`,
      ...(about ? [about] : []),
    ],
  }),
  received: ({ span, reference, amount }) => ({
    subject: `Vielen Dank: Wir haben ${amount} erhalten`,
    lines: [
      `Wir haben Ihre Zahlung von ${amount} für Ihren Aufenthalt (${span}, Buchungsnummer ${reference}) erhalten.`,
      "Die Quittung finden Sie auf der Seite Ihrer Buchung.",
    ],
  }),
  endedUnpaid: ({ cottage, span, amount }) => ({
    subject: `Die Zahlungsfrist ist abgelaufen: ${cottage}, ${span}`,
    lines: [
      `Die Zahlungsfrist für Ihren Aufenthalt ist abgelaufen, und die Nächte sind wieder frei. ${amount ? `Wir erstatten Ihnen die bereits gezahlten ${amount}.` : "Es wurde nichts abgebucht."}`,
      "Wenn Sie noch kommen möchten, können Sie neu buchen.",
    ],
  }),
  lateTaken: ({ span, reference, amount }) => ({
    subject: `Ihre Zahlung kam spät, aber Ihr Aufenthalt ist gebucht: ${span}`,
    lines: [
      `Ihre Zahlung von ${amount} hat uns nach Ablauf der Frist erreicht, aber wir konnten Ihnen die Nächte noch geben. Ihr Aufenthalt ist gebucht, Buchungsnummer ${reference}.`,
    ],
  }),
  lateGone: ({ span, amount }) => ({
    subject: `Ihre Zahlung kam zu spät: ${span}`,
    lines: [
      `Als uns Ihre Zahlung erreichte, waren die Nächte nicht mehr für Sie reserviert. Wir erstatten ${amount} auf Ihre Karte; das kann 5 bis 10 Tage dauern.`,
    ],
  }),
  twice: ({ reference, amount }) => ({
    subject: `Wir erstatten Ihnen ${amount}`,
    lines: [
      `Sie haben für Ihre Buchung ${reference} mehr bezahlt, als fällig war. Wir erstatten ${amount} auf Ihre Karte; das kann 5 bis 10 Tage dauern.`,
    ],
  }),
  refunded: ({ reference, amount }) => ({
    subject: `Ihre Rückerstattung von ${amount}`,
    lines: [
      `Wir haben ${amount} für Ihre Buchung ${reference} auf Ihre Karte erstattet. Bis das Geld ankommt, kann es 5 bis 10 Tage dauern.`,
    ],
  }),
  feeWaived: ({ span, reference, amount }, fee) => ({
    subject: `Sie müssen die Stornogebühr von ${fee} nicht bezahlen`,
    lines: [
      `Wir haben Ihnen die Stornogebühr von ${fee} für Ihren Aufenthalt (${span}, Buchungsnummer ${reference}) erlassen. ${amount ? `Wir erstatten Ihnen die bereits gezahlten ${amount}.` : "Es ist nichts mehr zu bezahlen."}`,
    ],
  }),
} satisfies PaymentEmails;
