import type { OtherTexts } from "../en/other.ts";

export const otherTexts = {
  notice: "Уведомление",
  credits: {
    title: "Авторы фотографий",
    some: "Эти фотографии сделали другие авторы, и мы благодарим их. Все остальные фотографии на этом сайте — наши.",
    none: "Все фотографии на этом сайте — наши.",
  },
  notFound: {
    title: "404 — страница не найдена",
    lead: "Такой страницы нет.",
    text: "Эта кнопка вернёт вас на главную.",
  },
} satisfies OtherTexts;
