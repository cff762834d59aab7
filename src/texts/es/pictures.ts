import type { PicturesTexts } from "../en/pictures.ts";

export const picturesTexts = {
  all: (count) => `Ver las ${count} fotos`,
  position: (title, place, count) => `${title}, ${place} de ${count}`,
  previous: "Foto anterior",
  next: "Foto siguiente",
} satisfies PicturesTexts;
