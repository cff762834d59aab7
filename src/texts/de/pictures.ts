import type { PicturesTexts } from "../en/pictures.ts";

export const picturesTexts = {
  all: (count) => `Alle ${count} Bilder anzeigen`,
  position: (title, place, count) => `${title}, ${place} von ${count}`,
  previous: "Vorheriges Bild",
  next: "Nächstes Bild",
} satisfies PicturesTexts;
