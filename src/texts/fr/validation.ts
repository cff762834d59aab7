import type { Validation } from "../en/validation.ts";

export const validation = {
  "Name is required": "Veuillez indiquer votre nom",
  "Enter your name without web addresses or phone numbers":
    "Indiquez votre nom sans adresse web ni numéro de téléphone",
  "Valid email is required": "Veuillez indiquer une adresse e-mail valide",
  "Phone number is required": "Veuillez indiquer votre numéro de téléphone",
  "Enter your phone number without web addresses": "Indiquez votre numéro de téléphone sans adresse web",
  "Check-in date is required": "Veuillez choisir la date d’arrivée",
  "Check-out date is required": "Veuillez choisir la date de départ",
  "Check-out date must be after check-in date": "La date de départ doit être postérieure à la date d’arrivée",
  "At least 1 guest is required": "Il faut au moins 1 personne",
  "Maximum {max} guests allowed for cottage booking": "La maison accueille {max} personnes au maximum",
  "The cottage is booked as a whole": "La maison se loue en entier",
  "Use at most {max} characters": "{max} caractères au maximum",
  "Remove the characters that cannot be shown": "Supprimez les caractères qui ne peuvent pas être affichés",
  "Enter this on one line": "Écrivez ceci sur une seule ligne",
  "Enter some text": "Veuillez écrire un texte ici",
  "Please enter your booking reference": "Veuillez indiquer votre numéro de réservation",
  "Choose at most {max} pictures": "Choisissez {max} images au maximum",
  "Choose one to five stars": "Choisissez de une à cinq étoiles",
  "Register the guest again with POST /api/guests": "Veuillez renvoyer le formulaire",
  "Invalid input": "Veuillez vérifier cette information",
} satisfies Validation;
