import type { FrameTexts } from "../en/frame.ts";

export const frameTexts = {
  firstWeekday: 0,
  skip: "Zum Hauptinhalt springen",
  nameless: "Unser Ferienhaus",
  bookYourStay: "Aufenthalt buchen",
  backHome: "Zur Startseite",
  findBooking: "Buchung finden",
  whatsapp: "Über WhatsApp schreiben",
  photos: "Bilder des Ferienhauses",
  close: "Schließen",
  guard: {
    title: "Diese Seite konnte nicht angezeigt werden",
    offline: "Sie sind offline. Wir laden die Seite neu, sobald Sie wieder online sind.",
    again: "Neu laden",
  },
} satisfies FrameTexts;
