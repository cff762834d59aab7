import type { OtherTexts } from "../en/other.ts";

export const otherTexts = {
  notice: "Information",
  credits: {
    title: "Crédits photos",
    some: "Ces photos ont été prises par d’autres personnes, que nous remercions. Toutes les autres images de ce site sont les nôtres.",
    none: "Toutes les images de ce site sont les nôtres.",
  },
  notFound: {
    title: "404 – Page introuvable",
    lead: "Cette page n’existe pas.",
    text: "Ce bouton vous ramène à l’accueil.",
  },
} satisfies OtherTexts;
