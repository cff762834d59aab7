import { LOCALES } from "#domain/language/locales.ts";
import { extrasOf, paysPerGuest } from "#domain/pricing/charges.ts";
import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { HouseTexts } from "../en/house.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { guests, hoursText, nights } from "./stay.ts";

const { money, percent } = formatsOf("ru");
const plural = pluralIn("ru");
const list = (items: string[]) => new Intl.ListFormat(LOCALES.ru).format(items);
const time = ({ fromHoursBefore }: CancellationStep) =>
  fromHoursBefore === 0 ? "в день заезда" : `за ${hoursText(fromHoursBefore)} до заезда`;

const since = (step: CancellationStep) =>
  step.fromHoursBefore === 0 ? "с момента заезда" : `позднее чем ${time(step)}`;

function fee(step: CancellationStep): string {
  if ("percent" in step) return step.percent === 10_000 ? "полная стоимость" : `${percent(step.percent)} стоимости`;
  return step.nights === 1 ? "стоимость одной ночи" : `стоимость за ${nights(step.nights)}`;
}

export const houseTexts = {
  rate: (cents, currency) => `${money(cents, currency)} за ночь`,
  cancellation: ({ cancellation: [first, ...later] }) => {
    if (!first) return { freeCancellationUntil: "в день заезда", cancellation: "бесплатно до заезда." };
    const rest = later.map((step) => `, ${since(step)} – ${fee(step)}`).join("");
    return {
      freeCancellationUntil: time(first),
      cancellation: `бесплатно, если отменить не позднее чем ${time(first)}. Затем плата за отмену: ${fee(first)}${rest}.`,
    };
  },
  brokenPage: {
    title: "К сожалению, страница не открылась",
    home: "На главную",
    reference: (id: string) => `Номер обращения: ${id}`,
  },
  setupNotice: "Пример содержания: сайт ещё готовится.",
  reviewer: { name: "Гость", source: "Гость нашего дома" },
  nightRate: (rateCents, prices, { lowestCents, highestCents }) => {
    const rate = `${money(rateCents, prices.currency)} за ночь`;
    if (lowestCents < prices.everyNight.priceCents)
      return `${rate} (от ${money(lowestCents, prices.currency)} за ночь)`;
    return lowestCents < highestCents ? `От ${rate}` : rate;
  },
  extras: (prices) => {
    const extras = extrasOf(prices, (cents) => `${money(cents, prices.currency)} за уборку`);
    return extras.length === 0
      ? "Налоги и сборы включены"
      : `Дополнительно: ${list(extras)}; в общую стоимость включено всё`;
  },
  party: (prices) => {
    const { included, sleeps, extraCents } = prices.guests;
    if (!paysPerGuest(prices)) return `вместимость – ${guests(sleeps)}`;
    return `${guests(included)}; каждый следующий гость (вместимость – ${guests(sleeps)}) – ${money(extraCents, prices.currency)} за ночь`;
  },
  payNote: (terms, hostNote) => {
    if (!terms || terms.paymentMode === "off") return hostNote;
    if (terms.paymentMode === "offered") return "Сейчас платить не нужно. После бронирования можно оплатить онлайн.";
    if (terms.firstPart === "all") return "Полная стоимость оплачивается при бронировании.";
    const first =
      terms.firstPart === "percent" ? percent(terms.firstPercent * 100) : `стоимость за ${nights(terms.firstNights)}`;
    const before =
      terms.balanceDays === 0
        ? "в день заезда"
        : plural(terms.balanceDays, {
            one: `за ${terms.balanceDays} день до заезда`,
            few: `за ${terms.balanceDays} дня до заезда`,
            many: `за ${terms.balanceDays} дней до заезда`,
          });
    return `При бронировании оплачивается ${first}, остальное – ${before}.`;
  },
} satisfies HouseTexts;
