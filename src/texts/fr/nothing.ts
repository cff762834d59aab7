import type { NothingTexts } from "../en/nothing.ts";

export const nothingTexts = {
  loading: "Chargement des informations sur la maison…",
  error: "Impossible de charger les informations sur la maison",
  tryLater: "Nous n’arrivons pas à charger les informations sur la maison. Veuillez réessayer plus tard.",
  empty: "Aucune information sur la maison n’est disponible pour le moment. Revenez un peu plus tard.",
} satisfies NothingTexts;
