import type { ProblemsTexts } from "../en/problems.ts";
import { sayValidation } from "../reason.ts";
import { validation } from "./validation.ts";

export const problemsTexts = {
  invalid: (message) => sayValidation(validation, message),
  otherDates: (refusal) => `${refusal}. Пожалуйста, выберите другие даты`,
  notBooked: "Проживание ещё не забронировано",
  failed: "Забронировать не удалось",
  failedMain: "При бронировании произошла ошибка. Пожалуйста, попробуйте ещё раз.",
  noGuest: "Не удалось сохранить ваши данные",
  noGuestBecause: (message) => `Не удалось сохранить ваши данные: ${message}`,
  noBooking: "Не удалось сохранить бронирование",
  taken: {
    title: "Эти даты только что заняли",
    text: (booked) =>
      `${booked}. Для вас ничего не забронировано, и всё, что вы ввели, сохранилось. Выберите другие даты и снова нажмите «Забронировать».`,
  },
  outdated: "Эта страница устарела. Всё, что вы ввели, сохранилось: пожалуйста, снова нажмите «Забронировать».",
  checkEmail: "Проверьте почту",
  proven:
    "Спасибо, ваш адрес подтверждён. Теперь снова нажмите «Забронировать» — здесь или там, где вы заполняли форму.",
  unproven: "Срок действия ссылки истёк. Нажмите «Забронировать», и мы пришлём новую.",
} satisfies ProblemsTexts;
