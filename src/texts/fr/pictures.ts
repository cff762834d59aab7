import type { PicturesTexts } from "../en/pictures.ts";

export const picturesTexts = {
  all: (count) => `Voir les ${count} photos`,
  position: (title, place, count) => `${title}, ${place} sur ${count}`,
  previous: "Photo précédente",
  next: "Photo suivante",
} satisfies PicturesTexts;
