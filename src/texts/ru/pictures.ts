import type { PicturesTexts } from "../en/pictures.ts";

export const picturesTexts = {
  all: (count) => `Показать все фотографии (${count})`,
  position: (title, place, count) => `${title}, ${place} из ${count}`,
  previous: "Предыдущая фотография",
  next: "Следующая фотография",
} satisfies PicturesTexts;
