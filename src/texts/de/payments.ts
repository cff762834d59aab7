import type { PaymentEmails } from "../en/payments.ts";

const payBelow =
  "Sie können mit dem Link unten online bezahlen. Wenn Sie auf anderem Weg bezahlt haben, können Sie diese E-Mail ignorieren.";

export const paymentEmails = {
  pleasePay: ({ cottage, span, amount }, until, paid) => ({
    subject: `Bitte bezahlen Sie, um Ihren Aufenthalt in ${cottage} zu buchen, ${span}`,
    lines: [
      `Ihr Aufenthalt (${span}) ist noch nicht gebucht. Er ist gebucht, sobald Sie ${amount} bezahlt haben.`,
      `Wir halten die Nächte bis ${until} für Sie frei. ${paid ? `Bisher haben wir ${paid} erhalten.` : "Bisher wurde nichts abgebucht."}`,
    ],
  }),
  accepted: ({ cottage, span, amount }, until) => ({
    subject: `Ihre Anfrage für ${cottage} ist angenommen. Bitte bezahlen Sie noch: ${span}`,
    lines: [
      `Gute Nachrichten: Das Ferienhaus ist für Sie frei (${span}). Ihr Aufenthalt ist gebucht, sobald Sie ${amount} bezahlt haben.`,
      `Wir halten die Nächte bis ${until} für Sie frei.`,
    ],
  }),
  dueOn: ({ span, reference, amount }, day) => ({
    subject: `Zahlung fällig am ${day} für Ihren Aufenthalt ${span}`,
    lines: [`${amount} für Ihren Aufenthalt ${reference} sind am ${day} fällig.`, payBelow],
  }),
  dueToday: ({ span, reference, amount }) => ({
    subject: `Zahlung heute fällig für Ihren Aufenthalt ${span}`,
    lines: [`${amount} für Ihren Aufenthalt ${reference} sind heute fällig.`, payBelow],
  }),
  overdue: ({ span, reference, amount }, day) => ({
    subject: `Zahlung überfällig für Ihren Aufenthalt ${span}`,
    lines: [
      `${amount} für Ihren Aufenthalt ${reference} waren am ${day} fällig und sind noch nicht eingegangen.`,
      payBelow,
    ],
  }),
  lastWarning: ({ span, reference, amount }, day, until) => ({
    subject: `Bitte bezahlen Sie bis ${until}, sonst wird Ihr Aufenthalt ${span} storniert`,
    lines: [
      `${amount} für Ihren Aufenthalt ${reference} waren am ${day} fällig und sind noch nicht eingegangen.`,
      `Wenn bis ${until} nicht bezahlt ist, müssen wir Ihren Aufenthalt stornieren. Dann gelten die Stornobedingungen Ihrer Buchung.`,
      "Sie können mit dem Link unten online bezahlen. Wenn Sie auf anderem Weg bezahlt haben oder mehr Zeit brauchen, antworten Sie bitte auf diese E-Mail.",
    ],
  }),
  link: ({ cottage, span, reference, amount }, about, isFee) => ({
    subject: `Zahlungslink von ${cottage}: ${amount}`,
    lines: [
      `Hier ist der Link zur Zahlung von ${amount} für ${isFee ? "die Stornogebühr Ihres Aufenthalts" : "Ihren Aufenthalt"} ${span}, Buchungsnummer ${reference}.`,
      ...(about ? [about] : []),
    ],
  }),
  received: ({ span, reference, amount }) => ({
    subject: `Vielen Dank: Wir haben ${amount} erhalten`,
    lines: [
      `Wir haben Ihre Zahlung von ${amount} für Ihren Aufenthalt ${span}, Buchungsnummer ${reference}, erhalten.`,
      "Die Quittung finden Sie auf der Seite Ihrer Buchung.",
    ],
  }),
  endedUnpaid: ({ cottage, span, amount }) => ({
    subject: `Die Zahlungsfrist ist abgelaufen: ${cottage}, ${span}`,
    lines: [
      `Die Frist, um Ihren Aufenthalt zu bezahlen, ist abgelaufen, und die Nächte sind wieder frei. ${amount ? `Wir erstatten Ihnen die bereits gezahlten ${amount}.` : "Es wurde nichts abgebucht."}`,
      "Wenn Sie noch kommen möchten, können Sie neu buchen.",
    ],
  }),
  lateTaken: ({ span, reference, amount }) => ({
    subject: `Ihre Zahlung kam spät, Ihr Aufenthalt ist gebucht: ${span}`,
    lines: [
      `Ihre Zahlung von ${amount} kam nach Ablauf der Frist; die Nächte waren noch frei. Ihr Aufenthalt ist gebucht, Buchungsnummer ${reference}.`,
    ],
  }),
  lateGone: ({ span, amount }) => ({
    subject: `Ihre Zahlung kam zu spät: ${span}`,
    lines: [
      `Ihre Zahlung kam nach Ablauf der Frist, und die Nächte sind nicht mehr für Sie reserviert. Wir erstatten ${amount} auf Ihre Karte; Banken brauchen dafür 5 bis 10 Tage.`,
    ],
  }),
  twice: ({ reference, amount }) => ({
    subject: `Wir erstatten Ihnen ${amount}`,
    lines: [
      `Sie haben für Ihren Aufenthalt ${reference} mehr bezahlt, als fällig war. Wir erstatten ${amount} auf Ihre Karte; Banken brauchen dafür 5 bis 10 Tage.`,
    ],
  }),
  refunded: ({ reference, amount }) => ({
    subject: `Ihre Rückerstattung von ${amount}`,
    lines: [
      `Wir haben für Ihren Aufenthalt ${reference} ${amount} auf Ihre Karte erstattet. Banken brauchen dafür 5 bis 10 Tage.`,
    ],
  }),
  feeWaived: ({ span, reference, amount }, fee) => ({
    subject: `Sie müssen die Stornogebühr von ${fee} nicht bezahlen`,
    lines: [
      `Wir erlassen Ihnen die Stornogebühr von ${fee} für Ihren Aufenthalt ${span}, Buchungsnummer ${reference}. ${amount ? `Wir erstatten Ihnen die bereits gezahlten ${amount}.` : "Es ist nichts mehr zu bezahlen."}`,
    ],
  }),
} satisfies PaymentEmails;
