import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import type { Origin } from "#domain/pricing/night.ts";
import type { DiscountReason, QuoteLine } from "#domain/pricing/quote.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { PriceLines, StayTexts } from "../en/stay.ts";
import { pageFormatsOf, uncapitalized } from "../page-formats.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("ru");
const { anyOf, day, money, percent } = pageFormatsOf("ru");
export const nights = (count: number) =>
  plural(count, { one: `${count} ночь`, few: `${count} ночи`, many: `${count} ночей` });
/** After a word that asks for the genitive, such as "не менее". */
export const ofNights = (count: number) =>
  plural(count, { one: `${count} ночи`, few: `${count} ночей`, many: `${count} ночей` });
const days = (count: number) => plural(count, { one: `${count} день`, few: `${count} дня`, many: `${count} дней` });
const extraGuests = (count: number) =>
  plural(count, {
    one: `${count} доп. гость`,
    few: `${count} доп. гостя`,
    many: `${count} доп. гостей`,
  });
const named = (from: Origin) => (from ? ` (${from.name})` : "");

export function stayRefusal(refusal: StayRefusal): string {
  switch (refusal.rule) {
    case "past":
      return "Прошедшие даты забронировать нельзя";
    case "order":
      return "Дата выезда должна быть позже даты заезда";
    case "notice":
      return `Возможная дата заезда: ${day(refusal.earliestArrival)} или позже`;
    case "longest-stay":
      return `Максимальный срок проживания: ${nights(refusal.nights)}`;
    case "horizon":
      return refusal.days === BOOKING_WINDOW_DAYS
        ? "Забронировать можно не раньше чем за два года"
        : `Забронировать можно не раньше чем за ${days(refusal.days)}`;
    case "taken":
      return "Некоторые из этих ночей уже заняты";
    case "minimum":
      return `Не менее ${ofNights(refusal.nights)}${named(refusal.from)}`;
    case "arrival-day":
      return `Возможные дни заезда: ${anyOf(refusal.days)}${named(refusal.from)}`;
    case "departure-day":
      return `Возможные дни выезда: ${anyOf(refusal.days)}${named(refusal.from)}`;
    case "guests":
      return `Максимальное число гостей в доме: ${refusal.sleeps}`;
  }
}

function discount(reason: DiscountReason): string {
  switch (reason.reason) {
    case "code":
      return reason.percent === null ? `Код ${reason.code}` : `Код ${reason.code} (скидка ${percent(reason.percent)})`;
    case "longer-stay":
      return `Длительное проживание, от ${ofNights(reason.nights)} (скидка ${percent(reason.percent)})`;
    case "last-minute":
      return `Горящее предложение (скидка ${percent(reason.percent)})`;
    case "early-bird":
      return `Раннее бронирование (скидка ${percent(reason.percent)})`;
  }
}

function lineText(line: QuoteLine, currency: string): string {
  switch (line.kind) {
    case "nights":
      return `${nights(line.quantity)} × ${money(line.unitCents, currency)}${named(line.from)}`;
    case "agreed":
      return `Согласованная цена за ${nights(line.nights)}`;
    case "discount":
      return discount(line);
    case "extra-guests":
      return `${extraGuests(line.guests)}, ${nights(line.nights)} × ${money(line.unitCents, currency)}`;
    case "adjustment":
      return line.label;
    case "cleaning":
      return "Уборка";
    case "tax":
      return line.percent === null ? line.name : `${line.name} (${percent(line.percent)})`;
  }
}

function lineLabel(line: QuoteLine, currency: string): string {
  return line.kind === "nights" ? `Весь дом${named(line.from)}` : lineText(line, currency);
}

export const priceLines = { label: lineLabel, text: lineText } satisfies PriceLines;

export const hours = (count: number) =>
  plural(count, { one: `${count} час`, few: `${count} часа`, many: `${count} часов` });
/** After "в течение". */
export const within = (count: number) =>
  plural(count, { one: `${count} часа`, few: `${count} часов`, many: `${count} часов` });
/** `48 часов`, `14 дней`, after "за". */
export const hoursText = (count: number) => (count > 72 && count % 24 === 0 ? days(count / 24) : hours(count));
export const guests = (count: number) =>
  plural(count, { one: `${count} гость`, few: `${count} гостя`, many: `${count} гостей` });

export const localTime: StayTexts["localTime"] = (moment, city) => `${moment} (местное время, ${city})`;

export const stayTexts = {
  refusal: stayRefusal,
  line: lineText,
  nights,
  guests,
  bedrooms: (count) => plural(count, { one: `${count} спальня`, few: `${count} спальни`, many: `${count} спален` }),
  bathrooms: (count) => plural(count, { one: `${count} ванная`, few: `${count} ванные`, many: `${count} ванных` }),
  span: (from, to) => `${from} – ${to}`,
  total: (sum) => `всего ${sum}`,
  taxesIncluded: "Налоги и сборы включены",
  alreadyBooked: ({ days: dates, count }) =>
    count === 1 ? `Ночь уже занята (${dates})` : `Ночи уже заняты (${dates})`,
  checkIn: "Заезд",
  checkOut: "Выезд",
  from: (date, time) => `${date}, с ${time}`,
  by: (date, time) => `${date}, до ${time}`,
  localTime,
  calendar: {
    label: "Календарь",
    previous: "Предыдущий месяц",
    next: "Следующий месяц",
    crossedOut: "Зачёркнуто: уже занято.",
    local: "Все даты по местному времени.",
    howTo: "Нажмите на серую дату, чтобы узнать причину.",
    horizon: (count) =>
      count === BOOKING_WINDOW_DAYS
        ? "Прошедшие даты и даты более чем на два года вперёд забронировать нельзя."
        : `Прошедшие даты и даты более чем на ${days(count)} вперёд забронировать нельзя.`,
    today: (date) => `Сегодня, ${date}`,
    start: "заезд",
    inside: "день вашего проживания",
    end: "выезд",
    booked: "уже занято",
    onlyCheckOut: "уже занято; в этот день можно выехать, но нельзя заехать",
    between: "между этими датами есть занятые ночи",
    refused: (refusal, afterCheckIn) =>
      uncapitalized(
        refusal.rule === "minimum" && afterCheckIn
          ? `Не менее ${ofNights(refusal.nights)} со дня заезда${named(refusal.from)}`
          : stayRefusal(refusal),
      ),
    why: (date, reason) => `${date}: ${reason}.`,
  },
} satisfies StayTexts;
