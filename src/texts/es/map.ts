import type { MapTexts } from "../en/map.ts";

export const mapTexts = {
  noPictures:
    "Las imágenes del mapa no están disponibles ahora mismo. «Abrir en Maps», más arriba, también muestra cómo llegar.",
  detailedOf: (cottage) => `Mapa detallado: ${cottage} y sus alrededores`,
  picturesBy: (source) => `Imágenes del mapa: ${source}`,
  keys: "Con el teclado, mueva el mapa con las flechas y use + y - para acercar o alejar.",
} satisfies MapTexts;
