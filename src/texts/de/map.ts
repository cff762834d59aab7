import type { MapTexts } from "../en/map.ts";

export const mapTexts = {
  noPictures:
    "Die Bilder der Karte sind gerade nicht verfügbar. Die gezeichnete Karte und „In Karten öffnen“ oben zeigen Ihnen ebenfalls den Weg.",
  detailedOf: (cottage) => `Genaue Karte: ${cottage} und Umgebung`,
  picturesBy: (source) => `Kartenbilder: ${source}`,
  keys: "Mit der Tastatur: Die Pfeiltasten verschieben die Karte, + und - ändern den Maßstab.",
} satisfies MapTexts;
