import type { MapTexts } from "../en/map.ts";

export const mapTexts = {
  noPictures:
    "Die Bilder der Karte sind gerade nicht verfügbar. „In Karten öffnen“ oben zeigt Ihnen ebenfalls den Weg.",
  detailedOf: (cottage) => `Genaue Karte: ${cottage} und Umgebung`,
  picturesBy: (source) => `Kartenbilder: ${source}`,
  keys: "Mit der Tastatur: Die Pfeiltasten verschieben die Karte, + und - ändern den Maßstab.",
} satisfies MapTexts;
