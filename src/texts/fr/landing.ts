import type { BedKind } from "#domain/property/site-content.ts";
import type { LandingTexts } from "../en/landing.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("fr");

const BEDS = {
  "King bed": { one: "lit king size", other: "lits king size" },
  "Queen bed": { one: "lit queen size", other: "lits queen size" },
  "Double bed": { one: "lit double", other: "lits doubles" },
  "Single bed": { one: "lit simple", other: "lits simples" },
  "Bunk bed": { one: "lit superposé", other: "lits superposés" },
  "Sofa bed": { one: "canapé-lit", other: "canapés-lits" },
  Cot: { one: "lit bébé", other: "lits bébé" },
} satisfies Record<BedKind, Parameters<typeof plural>[1]>;

export const landingTexts = {
  availability: {
    title: "Quand aimeriez-vous vous réveiller ici ?",
    text: (price, extras, cancellation) => `${price} ${extras}. ${cancellation}`,
    check: "Voir les disponibilités",
    direct: "Formulaire de réservation directe",
  },
  features: "Atouts et équipements",
  freeDates: {
    title: "Dates libres",
    text: (rate, extras) => `${rate}. ${extras}. Choisissez votre jour d’arrivée.`,
    later: "Mois suivants",
  },
  gallery: "La maison en images",
  plan: {
    title: "Préparez votre séjour",
    guestInfo: "Informations pratiques",
    guestInfoAbout: "Arrivée, Wi-Fi, règlement",
    attractions: "À voir",
    attractionsAbout: "Que faire dans les environs",
    location: "Situation",
    locationAbout: "Plan et accès",
    houseRules: "Règlement",
    houseRulesAbout: "La vie dans la maison",
  },
  card: { book: "Réserver" },
  rooms: {
    title: "Pièces et équipements",
    offers: "Ce que la maison vous offre",
    size: (squareMetres) => `Surface totale : ${squareMetres} m²`,
    beds: (kind, count) => `${count} ${plural(count, BEDS[kind])}`,
  },
  host: {
    title: (name) => `Votre hôte : ${name}`,
    languages: "Langues parlées",
    answers: "Répond en général",
    registration: "Numéro d’enregistrement",
  },
  testimonials: "Ce que disent nos voyageurs",
  rating: (average, count) =>
    `Note de ${average.toLocaleString("fr")} sur 5, d’après ${plural(count, { one: `${count} personne qui a séjourné ici`, other: `${count} personnes qui ont séjourné ici` })}`,
  quote: (words) => `« ${words} »`,
  treasures: {
    around: "Dans les environs",
    all: "Tout ce qu’il y a à voir",
    book: "Réserver en direct et économiser",
  },
} satisfies LandingTexts;
