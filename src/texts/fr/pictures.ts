import type { PicturesTexts } from "../en/pictures.ts";

export const picturesTexts = {
  all: (count) => (count === 1 ? "Voir la photo" : `Voir les ${count} photos`),
  position: (title, place, count) => `${title}, ${place} sur ${count}`,
  previous: "Photo précédente",
  next: "Photo suivante",
} satisfies PicturesTexts;
