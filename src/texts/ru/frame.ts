import type { FrameTexts } from "../en/frame.ts";

export const frameTexts = {
  firstWeekday: 0,
  skip: "Перейти к основному содержанию",
  nameless: "Наш дом",
  home: "Главная",
  attractions: "Что посмотреть",
  location: "Где мы",
  houseRules: "Правила дома",
  guestInfo: "Гостям",
  book: "Бронь",
  bookYourStay: "Забронировать",
  backHome: "На главную",
  terms: "Условия бронирования",
  cancellation: "Отмена",
  findBooking: "Найти бронирование",
  social: "Социальные сети",
  whatsapp: "Написать в WhatsApp",
  photos: "Фотографии дома",
  close: "Закрыть",
  guard: {
    title: "Не удалось показать эту страницу",
    offline: "Нет подключения к интернету. Мы загрузим страницу снова, когда связь восстановится.",
    again: "Загрузить снова",
  },
} satisfies FrameTexts;
