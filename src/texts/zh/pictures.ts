import type { PicturesTexts } from "../en/pictures.ts";

export const picturesTexts = {
  all: (count) => `显示全部 ${count} 张图片`,
  position: (title, place, count) => `${title}，第 ${place} 张，共 ${count} 张`,
  previous: "上一张图片",
  next: "下一张图片",
} satisfies PicturesTexts;
