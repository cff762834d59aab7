import type { BedKind } from "#domain/property/site-content.ts";
import type { LandingTexts } from "../en/landing.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("ru");

const BEDS = {
  "King bed": { one: "кровать king-size", few: "кровати king-size", many: "кроватей king-size" },
  "Queen bed": { one: "кровать queen-size", few: "кровати queen-size", many: "кроватей queen-size" },
  "Double bed": { one: "двуспальная кровать", few: "двуспальные кровати", many: "двуспальных кроватей" },
  "Single bed": { one: "односпальная кровать", few: "односпальные кровати", many: "односпальных кроватей" },
  "Bunk bed": { one: "двухъярусная кровать", few: "двухъярусные кровати", many: "двухъярусных кроватей" },
  "Sofa bed": { one: "диван-кровать", few: "дивана-кровати", many: "диванов-кроватей" },
  Cot: { one: "детская кроватка", few: "детские кроватки", many: "детских кроваток" },
} satisfies Record<BedKind, Parameters<typeof plural>[1]>;

export const landingTexts = {
  availability: {
    title: "Когда вы хотели бы проснуться здесь?",
    text: (price, extras, cancellation) => `${price} ${extras}. ${cancellation}`,
    check: "Проверить даты",
    direct: "Форма прямого бронирования",
  },
  features: "Особенности и удобства",
  freeDates: {
    title: "Свободные даты",
    text: (rate, extras) => `${rate}. ${extras}. Выберите день заезда.`,
    later: "Следующие месяцы",
  },
  gallery: "В доме и вокруг",
  plan: {
    title: "Спланируйте поездку",
    guestInfo: "Информация для гостей",
    guestInfoAbout: "Заезд, Wi-Fi, правила",
    attractions: "Что посмотреть",
    attractionsAbout: "Чем заняться рядом",
    location: "Где мы",
    locationAbout: "Карта и проезд",
    houseRules: "Правила дома",
    houseRulesAbout: "Что принято в доме",
  },
  card: { book: "Забронировать" },
  rooms: {
    title: "Комнаты и удобства",
    offers: "Что есть в доме",
    size: (squareMetres) => `Общая площадь: ${squareMetres} м²`,
    beds: (kind, count) => `${count} ${plural(count, BEDS[kind])}`,
  },
  host: {
    title: (name) => `Вас принимает ${name}`,
    languages: "Языки",
    answers: "Обычно отвечает",
    registration: "Регистрационный номер",
  },
  testimonials: "Что говорят наши гости",
  rating: (average, count) =>
    `${average.toLocaleString("ru")} из 5 звёзд, ${plural(count, { one: `по оценке ${count} гостя, жившего здесь`, few: `по оценкам ${count} гостей, живших здесь`, many: `по оценкам ${count} гостей, живших здесь` })}`,
  quote: (words) => `«${words}»`,
  treasures: {
    around: "В окрестностях дома",
    all: "Все места",
    book: "Бронируйте напрямую и экономьте",
  },
} satisfies LandingTexts;
