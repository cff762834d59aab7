import { LOCALES } from "#domain/language/locales.ts";
import { paysAnyTime } from "#domain/payments/plan.ts";
import { extrasOf, paysPerGuest } from "#domain/pricing/charges.ts";
import type { CancellationStep } from "#domain/pricing/price-document.ts";
import type { HouseTexts } from "../en/house.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";
import { hoursText, nights, ofNights, within } from "./stay.ts";

const { money, percent } = formatsOf("ru");
const plural = pluralIn("ru");
const list = (items: string[]) => new Intl.ListFormat(LOCALES.ru).format(items);
const time = ({ fromHoursBefore }: CancellationStep) => `за ${hoursText(fromHoursBefore)} до заезда`;
/** If there is no step, cancelling is free until the guest arrives. */
const until = (step: CancellationStep | undefined) =>
  step && step.fromHoursBefore > 0 ? `не позднее чем ${time(step)}` : "до заезда";
const since = (step: CancellationStep) =>
  step.fromHoursBefore === 0 ? "С момента заезда" : `Позднее чем ${time(step)}`;
/** After a word that asks for the genitive, such as "до". */
const ofGuests = (count: number) =>
  plural(count, { one: `${count} гостя`, few: `${count} гостей`, many: `${count} гостей` });

function fee(step: CancellationStep): string {
  if ("percent" in step) return step.percent === 10_000 ? "полная стоимость" : `${percent(step.percent)} стоимости`;
  return step.nights === 1 ? "стоимость одной ночи" : `стоимость за ${nights(step.nights)}`;
}

export const firstNights = (count: number) =>
  count === 1 ? "стоимость первой ночи" : `стоимость первых ${ofNights(count)}`;

export const houseTexts = {
  rate: (cents, currency) => `${money(cents, currency)} за ночь`,
  cancellation: ({ cancellation: [first, ...later] }) => ({
    freeCancellation: `Бесплатная отмена ${until(first)}.`,
    cancellation: [
      `Отменить бесплатно можно ${until(first)}.`,
      ...(first ? [`Затем плата за отмену: ${fee(first)}.`] : []),
      ...later.map((step) => `${since(step)}: ${fee(step)}.`),
    ].join(" "),
  }),
  brokenPage: {
    title: "К сожалению, страница не открылась",
    home: "На главную",
    reference: (id: string) => `Номер обращения: ${id}`,
  },
  setupNotice: "Пример содержания: сайт ещё готовится.",
  reviewer: { name: "Гость", source: "Гость нашего дома" },
  fromRate: (rate) => `От ${rate}`,
  extras: (prices) => {
    const extras = extrasOf(prices, (cents) => `${money(cents, prices.currency)} за уборку (один раз за проживание)`);
    return extras.length === 0
      ? "Налоги и сборы включены"
      : `Дополнительно: ${list(extras)}; в общую стоимость включено всё`;
  },
  price: (rate, prices) => {
    const { included, sleeps, extraCents } = prices.guests;
    return paysPerGuest(prices)
      ? `${rate} — весь дом для ${ofGuests(included)}. Каждый следующий гость (всего до ${ofGuests(sleeps)}) — ${money(extraCents, prices.currency)} за ночь.`
      : `${rate} — весь дом, до ${ofGuests(sleeps)}.`;
  },
  requestFirst: (answer) => `Сначала вы отправляете нам запрос без оплаты, и мы ответим в течение ${within(answer)}.`,
  checkFirst: (answer) =>
    `Если сначала нужно проверить ваши даты, вы отправляете нам запрос без оплаты, и мы ответим в течение ${within(answer)}.`,
  payNote: (terms, hostNote) => {
    if (!terms || terms.paymentMode === "off") return hostNote;
    if (paysAnyTime(terms)) return "Сейчас платить не нужно. После бронирования можно оплатить онлайн.";
    if (terms.firstPart === "all") return "Полная стоимость оплачивается при бронировании.";
    const first = terms.firstPart === "percent" ? percent(terms.firstPercent * 100) : firstNights(terms.firstNights);
    const before =
      terms.balanceDays === 0
        ? "в день заезда"
        : plural(terms.balanceDays, {
            one: `за ${terms.balanceDays} день до заезда`,
            few: `за ${terms.balanceDays} дня до заезда`,
            many: `за ${terms.balanceDays} дней до заезда`,
          });
    return `При бронировании оплачивается ${first}, остальное — ${before}.`;
  },
} satisfies HouseTexts;
