import type { ProblemsTexts } from "../en/problems.ts";
import { sayValidation } from "../reason.ts";
import { validation } from "./validation.ts";

export const problemsTexts = {
  invalid: (message) => sayValidation(validation, message),
  otherDates: (refusal) => `${refusal}. Veuillez choisir d’autres dates`,
  notBooked: "Votre séjour n’est pas encore réservé",
  failed: "La réservation a échoué",
  failedMain: "Une erreur s’est produite lors de votre réservation. Veuillez réessayer.",
  noGuest: "Vos coordonnées n’ont pas pu être enregistrées",
  noGuestBecause: (message) => `Vos coordonnées n’ont pas pu être enregistrées : ${message}`,
  noBooking: "La réservation n’a pas pu être créée",
  taken: {
    title: "Ces dates viennent d’être prises",
    text: (booked) =>
      `${booked}. Rien n’a été réservé pour vous, et tout ce que vous avez saisi est encore là. Veuillez choisir d’autres dates, puis cliquer de nouveau sur « Réserver avec obligation de paiement ».`,
  },
  outdated:
    "Cette page n’était plus à jour. Tout ce que vous avez saisi est encore là : cliquez de nouveau sur « Réserver avec obligation de paiement ».",
  checkEmail: "Consultez vos e-mails",
  proven:
    "Merci, votre adresse e-mail est confirmée. Cliquez maintenant de nouveau sur « Réserver avec obligation de paiement », ici ou là où vous avez rempli le formulaire.",
  unproven:
    "Ce lien a expiré. Cliquez sur « Réserver avec obligation de paiement » et nous vous en enverrons un nouveau.",
} satisfies ProblemsTexts;
