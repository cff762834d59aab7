import type { PicturesTexts } from "../en/pictures.ts";

export const picturesTexts = {
  all: (count) => (count === 1 ? "Das Bild anzeigen" : `Alle ${count} Bilder anzeigen`),
  position: (title, place, count) => `${title}, ${place} von ${count}`,
  previous: "Vorheriges Bild",
  next: "Nächstes Bild",
} satisfies PicturesTexts;
