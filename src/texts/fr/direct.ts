import type { DirectTexts } from "../en/direct.ts";

export const directTexts = {
  tab: "Réserver en direct",
  title: "Réserver en direct",
  lead: "Réservez directement auprès de votre hôte, sans plateforme.",
  fullName: "Nom et prénom",
  benefits: {
    title: "Pourquoi réserver en direct ?",
    list: (own, freeCancellation) => [
      "Le prix affiché est le prix à payer : ni frais de réservation, ni commission de plateforme.",
      ...own,
      "Vous êtes en contact direct avec votre hôte.",
      freeCancellation,
      "Vous pouvez modifier ou annuler votre séjour vous-même, en ligne.",
    ],
  },
  missing: { title: "Informations manquantes", description: "Veuillez remplir tous les champs obligatoires." },
  invalidDates: {
    title: "Dates incorrectes",
    description: "La date de départ doit être postérieure à la date d’arrivée.",
  },
  required: {
    name: "Indiquez vos nom et prénom",
    email: "Indiquez votre adresse e-mail",
    checkInDate: "Choisissez une date d’arrivée",
    checkOutDate: "Choisissez une date de départ",
  },
  failed: "Une erreur s’est produite. Veuillez réessayer.",
  confirmed: {
    title: "Réservation confirmée !",
    emailed: (address) => `Nous avons envoyé une confirmation à ${address}.`,
    notEmailed: "Nous n’envoyons pas de confirmation par e-mail. Veuillez enregistrer ou imprimer cette page.",
  },
} satisfies DirectTexts;
