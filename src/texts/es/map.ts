import type { MapTexts } from "../en/map.ts";

export const mapTexts = {
  noPictures:
    "Las imágenes del mapa no están disponibles ahora mismo. El mapa dibujado y «Abrir en Mapas», más arriba, también muestran el camino.",
  detailedOf: (cottage) => `Mapa detallado: ${cottage} y sus alrededores`,
  picturesBy: (source) => `Imágenes del mapa: ${source}`,
  keys: "Con el teclado, las flechas mueven el mapa, y + y - cambian la escala.",
} satisfies MapTexts;
