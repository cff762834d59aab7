import type { DirectTexts } from "../en/direct.ts";

export const directTexts = {
  tab: "Direkt buchen",
  title: "Direkt buchen",
  lead: "Buchen Sie direkt bei Ihrem Gastgeber, ohne Buchungsplattform.",
  fullName: "Vor- und Nachname",
  benefits: {
    title: "Warum direkt buchen?",
    list: (own, freeCancellation) => [
      "Der angezeigte Preis ist der Endpreis: keine Buchungsgebühren, keine Provision für Plattformen.",
      ...own,
      "Ihr Gastgeber ist Ihr direkter Ansprechpartner.",
      freeCancellation,
      "Sie können Ihre Buchung selbst online ändern oder stornieren.",
    ],
  },
  missing: { title: "Angaben fehlen", description: "Bitte füllen Sie alle Pflichtfelder aus." },
  invalidDates: { title: "Ungültige Reisedaten", description: "Die Abreise muss nach der Anreise liegen." },
  required: {
    name: "Bitte geben Sie Ihren vollständigen Namen ein",
    email: "Bitte geben Sie Ihre E-Mail-Adresse ein",
    checkInDate: "Bitte wählen Sie einen Anreisetag",
    checkOutDate: "Bitte wählen Sie einen Abreisetag",
  },
  failed: "Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.",
  confirmed: {
    title: "Buchung bestätigt!",
    emailed: (address) => `Wir haben eine Bestätigung an ${address} geschickt.`,
    notEmailed: "Wir verschicken keine Bestätigung per E-Mail. Bitte speichern oder drucken Sie diese Seite.",
  },
} satisfies DirectTexts;
