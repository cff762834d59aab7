import type { OtherTexts } from "../en/other.ts";

export const otherTexts = {
  notice: "Information",
  credits: {
    title: "Crédits photos",
    some: "La plupart des images de ce site sont les nôtres. Celles-ci ont été prises par d’autres, que nous remercions.",
    none: "Toutes les images de ce site sont les nôtres.",
  },
  notFound: {
    title: "404 – Page introuvable",
    lead: "Cette page n’existe pas.",
    text: "Ce chemin mène dans la forêt. La maison est par ici.",
  },
} satisfies OtherTexts;
