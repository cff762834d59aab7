import type { MapTexts } from "../en/map.ts";

export const mapTexts = {
  noPictures:
    "Les images de la carte ne sont pas disponibles pour le moment. « Ouvrir dans Maps » ci-dessus indique aussi le chemin.",
  detailedOf: (cottage) => `Carte détaillée : ${cottage} et ses environs`,
  picturesBy: (source) => `Images de la carte : ${source}`,
  keys: "Au clavier, déplacez la carte avec les flèches et zoomez avec + et -.",
} satisfies MapTexts;
