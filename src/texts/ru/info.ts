import type { InfoTexts } from "../en/info.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("ru");

export const infoTexts = {
  houseTimes: {
    title: "Заезд и выезд",
    checkIn: "Заезд",
    checkOut: "Выезд",
    quiet: "Часы тишины",
    amenities: "Удобства доступны",
    after: (time) => `с ${time}`,
    by: (time) => `до ${time}`,
    fromTo: (from, to) => `с ${from} до ${to}`,
    range: (from, to) => `${from}–${to}`,
  },
  houseRules: {
    title: "Правила дома",
    about: "Время заезда и выезда, часы тишины и остальные правила дома на одной странице.",
    lead: (cottage) =>
      `Несколько правил, благодаря которым ${cottage} остаётся тем тихим местом, ради которого вы приехали.`,
    rules: "Правила",
    none: "Правил мы пока не написали. Пожалуйста, относитесь к дому как к своему.",
    questions: "Остались вопросы? Время, Wi-Fi и телефоны — на странице <link>«Информация для гостей»</>.",
  },
  guestInfo: {
    title: "Информация для гостей",
    about: "Время, адрес, удобства, Wi-Fi, контакты и телефоны экстренных служб для гостей дома.",
    lead: "Всё, что нужно до приезда и во время проживания, на одной странице.",
    contact: "Адрес и контакты",
    wifi: "Wi-Fi",
    amenities: "Удобства",
    rules: "Правила дома вкратце",
    allRules: "Все правила дома",
    questions: "Частые вопросы",
    emergency: "Экстренные службы",
    map: "Карта и проезд",
  },
  questions: {
    shared: "Будут ли в доме другие гости?",
    notShared: (count) => `Нет. Вы бронируете весь дом, вместимость — до ${count}.`,
    guests: (count) => plural(count, { one: `${count} гостя`, few: `${count} гостей`, many: `${count} гостей` }),
    price: "Сколько стоит ночь?",
    priceIs: (price, extras) => `${price} ${extras}.`,
    times: "Во сколько заезд и выезд?",
    timesAre: (checkIn, checkOut) => `Заезд с ${checkIn}, выезд до ${checkOut}.`,
    cancel: "Можно ли отменить бронирование?",
    yes: (how) => `Да. ${how}`,
    wifi: "Есть ли Wi-Fi?",
    wifiIs: (note) => `Да. ${note}`,
  },
} satisfies InfoTexts;
