import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { BookingTexts } from "../en/booking.ts";
import { pageFormatsOf } from "../page-formats.ts";
import { hoursText, nights } from "./stay.ts";

const { percent } = pageFormatsOf("ru");

function chargeLabel(step: CancellationStep): string {
  if ("percent" in step) {
    return step.percent === 10_000 ? "полная стоимость" : `${percent(step.percent)} стоимости`;
  }
  return step.nights === 1 ? "стоимость одной ночи" : `стоимость за ${nights(step.nights)}`;
}

const charge = ({ step, amount }: { step: CancellationStep; amount: string }) => `${amount} (${chargeLabel(step)})`;

export const bookingTexts = {
  title: "Забронировать проживание",
  loading: "Загружаем форму бронирования…",
  notFound: {
    title: "Жильё не найдено",
    text: "Не удалось загрузить информацию о доме. Попробуйте ещё раз чуть позже.",
    back: "На главную",
  },
  yourStay: "Ваше проживание",
  yourDetails: "Ваши данные",
  terms: "Действуют наши условия бронирования и отмены",
  leaveEmpty: "Оставьте пустым",
  updatePrice: "Обновить цену",
  chooseDates: "Выберите даты",
  nightsIncluded: (count, payNote) =>
    payNote ? `${count}, налоги и сборы включены. ${payNote}` : `${count}, налоги и сборы включены`,
  bookNow: "Забронировать",
  processing: "Отправляем…",
  option: {
    legend: "Вариант размещения",
    entire: "Весь дом",
    rooms: (bedrooms, bathrooms) => `${bedrooms} и ${bathrooms}, только для вашей компании`,
  },
  chosen: {
    checkIn: "Выберите день заезда, затем день выезда.",
    checkOut: (day) => `Заезд: ${day}; теперь выберите день выезда.`,
    stay: (total, count, dates) => `Всего ${total}, ${count}, ${dates}`,
    clear: "Сбросить даты",
  },
  code: {
    have: "Есть промокод?",
    label: "Промокод",
    use: "Применить",
    unknown: "Не удалось проверить промокод. Попробуйте ещё раз чуть позже.",
  },
  fields: {
    guests: "Гости",
    guestCount: "Число гостей",
    guestRange: (most) => `До ${most}, включая детей`,
    guestName: "Имя гостя",
    email: "Эл. почта",
    phone: "Телефон",
    phoneOptional: "Телефон (необязательно)",
    whatsapp: "Присылать сообщения о проживании и в WhatsApp",
    whatsappHint: "На указанный выше номер с кодом страны. Чтобы отказаться, в любое время ответьте STOP.",
    requests: "Особые пожелания (необязательно)",
    requestsHint: "Например, детская кроватка, поздний приезд или аллергия.",
  },
  problem: "Проверьте данные",
  offline: {
    title: "Нет связи",
    text: "Возможно, вы не в сети. Введённое сохранено. Когда связь появится, обновите страницу и снова нажмите «Забронировать»: второго бронирования не будет.",
  },
  created: { title: "Бронирование создано", description: "Мы получили ваше бронирование." },
  hints: {
    unreadable: "Не удалось прочитать даты в вашей ссылке. Выберите их ниже.",
    refused: (refusal) => `Даты из вашей ссылки забронировать нельзя. ${refusal}.`,
    sleeps: (guests, start) => `Вместимость дома — ${guests}, поэтому мы указали ${start}.`,
  },
  notice: {
    unsettled: "Мы не уверены, что бронирование прошло. Снова нажмите «Забронировать»: второго бронирования не будет.",
    free: "На эти даты дом свободен.",
    refused: (refusal) => `${refusal}.`,
    offer: (dates, total) => `${dates}, всего ${total}`,
    nearest: (offer) => `Выбрать ближайшие свободные даты: ${offer}`,
    or: (offer) => `Или ${offer}`,
    booked: "Вы забронировали эти даты.",
    see: "Посмотреть бронирование",
  },
  summary: {
    ofWhich: (tax, amount) => `в том числе ${tax}: ${amount}`,
    nights: "Ночей",
    rate: "Цена",
    cancellation: "Отмена",
    noDates: (extras) => `${extras}. Выберите заезд и выезд, чтобы увидеть общую стоимость.`,
    noPicture: "Фото пока нет",
    nightsTimes: (count, price) => `${count} × ${price}`,
  },
  cancellation: {
    free: "Бесплатно",
    until: (until, first, later) =>
      `Бесплатно до ${until}; затем ${charge(first)}${later.map((step) => `; с ${step.from} ${charge(step)}`).join("")}`,
    over: (most, freeFrom, hours) =>
      `Отмена стоит не более ${charge(most)}. При заезде не раньше ${freeFrom} отменить можно бесплатно, не позднее чем за ${hoursText(hours)} до заезда`,
  },
} satisfies BookingTexts;
