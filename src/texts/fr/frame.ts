import type { FrameTexts } from "../en/frame.ts";

export const frameTexts = {
  firstWeekday: 0,
  skip: "Aller au contenu principal",
  nameless: "Notre maison",
  bookYourStay: "Réserver un séjour",
  backHome: "Retour à l’accueil",
  findBooking: "Retrouver ma réservation",
  whatsapp: "Nous écrire sur WhatsApp",
  photos: "Photos de la maison",
  close: "Fermer",
  guard: {
    title: "Cette page n’a pas pu être affichée",
    offline: "Vous êtes hors ligne. La page se rechargera dès que vous serez de nouveau en ligne.",
    again: "Recharger",
  },
} satisfies FrameTexts;
