import type { FrameTexts } from "../en/frame.ts";

export const frameTexts = {
  firstWeekday: 0,
  skip: "Перейти к основному содержанию",
  nameless: "Наш дом",
  bookYourStay: "Забронировать",
  backHome: "На главную",
  findBooking: "Найти бронирование",
  whatsapp: "Написать в WhatsApp",
  photos: "Фотографии дома",
  close: "Закрыть",
  guard: {
    title: "Не удалось показать эту страницу",
    offline: "Вы не в сети. Когда связь появится, мы загрузим страницу снова.",
    again: "Загрузить снова",
  },
} satisfies FrameTexts;
