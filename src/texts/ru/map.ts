import type { MapTexts } from "../en/map.ts";

export const mapTexts = {
  noPictures: "Изображения карты сейчас недоступны. Дорогу покажет и кнопка «Открыть на карте» выше.",
  detailedOf: (cottage) => `Подробная карта: ${cottage} и окрестности`,
  picturesBy: (source) => `Изображения карты: ${source}`,
  keys: "На клавиатуре: стрелки двигают карту, + и - меняют масштаб.",
} satisfies MapTexts;
