import type { LayoutTexts } from "../en/layout.ts";

export const layoutTexts: LayoutTexts = {
  mainMenu: "Главное меню",
  menu: "Меню",
  quickLinks: "Быстрые ссылки",
  pictureCredits: "Авторы фотографий",
  privacy: "Конфиденциальность",
  follow: "Мы на связи",
  languages: "Языки",
};
