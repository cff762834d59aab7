import type { OtherTexts } from "../en/other.ts";

export const otherTexts = {
  notice: "Примечание",
  credits: {
    title: "Авторы фотографий",
    some: "Большинство фотографий здесь – наши. Эти снимки сделали другие, и мы благодарим их.",
    none: "Все фотографии на этом сайте – наши.",
  },
  notFound: {
    title: "404 – страница не найдена",
    lead: "Такой страницы нет.",
    text: "Эта тропа ведёт в лес. Дом – в другой стороне.",
  },
} satisfies OtherTexts;
