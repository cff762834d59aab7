import type { Validation } from "../en/validation.ts";

export const validation = {
  "Name is required": "Bitte geben Sie Ihren Namen an",
  "Enter your name without web addresses or phone numbers":
    "Bitte geben Sie Ihren Namen ohne Webadressen oder Telefonnummern an",
  "Valid email is required": "Bitte geben Sie eine gültige E-Mail-Adresse an",
  "Phone number is required": "Bitte geben Sie Ihre Telefonnummer an",
  "Enter your phone number without web addresses": "Bitte geben Sie Ihre Telefonnummer ohne Webadressen an",
  "Check-in date is required": "Bitte wählen Sie das Anreisedatum",
  "Check-out date is required": "Bitte wählen Sie das Abreisedatum",
  "Check-out date must be after check-in date": "Die Abreise muss nach der Anreise liegen",
  "At least 1 guest is required": "Bitte geben Sie mindestens 1 Gast an",
  "Maximum {max} guests allowed for cottage booking": "Das Haus bietet Platz für höchstens {max} Gäste",
  "The cottage is booked as a whole": "Das Ferienhaus wird als Ganzes vermietet",
  "Use at most {max} characters": "Höchstens {max} Zeichen sind möglich",
  "Remove the characters that cannot be shown": "Bitte entfernen Sie die Zeichen, die nicht dargestellt werden können",
  "Enter this on one line": "Bitte schreiben Sie dies in eine Zeile",
  "Enter some text": "Bitte schreiben Sie hier etwas",
  "Please enter your booking reference": "Bitte geben Sie Ihre Buchungsnummer ein",
  "Choose at most {max} pictures": "Wählen Sie höchstens {max} Bilder",
  "Choose one to five stars": "Bitte wählen Sie ein bis fünf Sterne",
  "Register the guest again with POST /api/guests": "Bitte senden Sie das Formular noch einmal ab",
  "Invalid input": "Bitte prüfen Sie diese Angabe",
} satisfies Validation;
