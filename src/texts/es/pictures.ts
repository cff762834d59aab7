import type { PicturesTexts } from "../en/pictures.ts";

export const picturesTexts = {
  all: (count) => (count === 1 ? "Ver la foto" : `Ver las ${count} fotos`),
  position: (title, place, count) => `${title}, ${place} de ${count}`,
  previous: "Foto anterior",
  next: "Foto siguiente",
} satisfies PicturesTexts;
