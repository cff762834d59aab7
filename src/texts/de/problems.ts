import type { ProblemsTexts } from "../en/problems.ts";
import { sayValidation } from "../reason.ts";
import { validation } from "./validation.ts";

export const problemsTexts = {
  invalid: (message) => sayValidation(validation, message),
  otherDates: (refusal) => `${refusal}. Bitte wählen Sie andere Reisedaten`,
  notBooked: "Ihr Aufenthalt ist noch nicht gebucht",
  failed: "Buchung fehlgeschlagen",
  failedMain: "Bei Ihrer Buchung ist ein Fehler aufgetreten. Bitte versuchen Sie es noch einmal.",
  noGuest: "Ihre Angaben konnten nicht gespeichert werden",
  noGuestBecause: (message) => `Ihre Angaben konnten nicht gespeichert werden: ${message}`,
  noBooking: "Die Buchung konnte nicht gespeichert werden",
  taken: {
    title: "Diese Nächte wurden gerade vergeben",
    text: (booked) =>
      `${booked}. Für Sie wurde nichts gebucht, und alle Ihre Eingaben sind noch da. Bitte wählen Sie andere Reisedaten und klicken Sie dann noch einmal auf „Zahlungspflichtig buchen“.`,
  },
  outdated:
    "Diese Seite war nicht mehr aktuell. Alle Ihre Eingaben sind noch da: Bitte klicken Sie noch einmal auf „Zahlungspflichtig buchen“.",
  checkEmail: "Bitte prüfen Sie Ihr E-Mail-Postfach",
  proven:
    "Vielen Dank, Ihre E-Mail-Adresse ist bestätigt. Klicken Sie jetzt noch einmal auf „Zahlungspflichtig buchen“, hier oder dort, wo Sie das Formular ausgefüllt haben.",
  unproven:
    "Dieser Link ist abgelaufen. Klicken Sie auf „Zahlungspflichtig buchen“, dann schicken wir Ihnen einen neuen.",
} satisfies ProblemsTexts;
