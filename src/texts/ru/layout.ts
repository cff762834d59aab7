import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts = {
  home: "Главная",
  attractions: "Что посмотреть",
  location: "Где мы",
  houseRules: "Правила дома",
  guestInfo: "Гостям",
  book: "Бронь",
  terms: "Условия бронирования",
  cancellation: "Отмена",
  social: "Социальные сети",
  mainMenu: "Главное меню",
  menu: "Меню",
  quickLinks: "Быстрые ссылки",
  pictureCredits: "Авторы фотографий",
  privacy: "Конфиденциальность",
  follow: "Мы на связи",
  languages: "Языки",
} satisfies LayoutTexts;
