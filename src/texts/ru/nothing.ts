import type { NothingTexts } from "../en/nothing.ts";

export const nothingTexts = {
  loading: "Загружаем информацию о доме…",
  error: "Не удалось загрузить информацию о доме",
  tryLater: "Сейчас не получается загрузить информацию о доме. Пожалуйста, попробуйте позже.",
  empty: "Информации о доме пока нет. Пожалуйста, загляните позже.",
} satisfies NothingTexts;
