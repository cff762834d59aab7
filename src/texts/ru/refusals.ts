import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import type { Origin } from "#domain/pricing/night.ts";
import type { DiscountReason, QuoteLine } from "#domain/pricing/quote.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { PriceLines, Refusals } from "../en/refusals.ts";
import { formatsOf } from "../formats.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("ru");
const { amount, anyOf, day, money, percent } = formatsOf("ru");
const nights = (count: number) => plural(count, { one: `${count} ночь`, few: `${count} ночи`, many: `${count} ночей` });
/** After a word that asks for the genitive, such as "не менее". */
const ofNights = (count: number) =>
  plural(count, { one: `${count} ночи`, few: `${count} ночей`, many: `${count} ночей` });
const days = (count: number) => plural(count, { one: `${count} день`, few: `${count} дня`, many: `${count} дней` });
const extraGuests = (count: number) =>
  plural(count, {
    one: `${count} дополнительный гость`,
    few: `${count} дополнительных гостя`,
    many: `${count} дополнительных гостей`,
  });
const named = (from: Origin) => (from ? ` (${from.name})` : "");

function stayRefusal({ refusal }: { refusal: StayRefusal }): string {
  switch (refusal.rule) {
    case "past":
      return "Прошедшие даты забронировать нельзя";
    case "order":
      return "Дата выезда должна быть позже даты заезда";
    case "notice":
      return `Самая ранняя возможная дата заезда: ${day(refusal.earliestArrival)}`;
    case "longest-stay":
      return `Максимальный срок проживания: ${nights(refusal.nights)}`;
    case "horizon":
      return refusal.days === BOOKING_WINDOW_DAYS
        ? "Забронировать можно не более чем за два года"
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

export const refusals = {
  "stay-refused": stayRefusal,
  "code-refused": "Этот код не действует для этого проживания.",
  "code-accepted": "Код применён.",
  "no-such-property": "Такого жилья нет.",
  "details-expired": "Срок действия ваших данных истёк. Отправьте, пожалуйста, форму ещё раз.",
  "check-email":
    "Остался один шаг: мы отправили вам письмо. Откройте ссылку из него в течение часа, а затем снова нажмите «Забронировать».",
  "call-for-more-nights":
    "Вы уже забронировали или запросили другие ночи. Эти даты свободны: позвоните нам, чтобы забронировать и их.",
  "proofs-paused":
    "Сейчас слишком много попыток бронирования, и мы не можем подтверждать адреса электронной почты. Ночи ещё свободны: позвоните нам, чтобы забронировать.",
  "dates-just-taken": "К сожалению, эти даты только что заняли. Выберите, пожалуйста, другие.",
  "other-price": ({ cents, currency, lines }) => {
    const said = lines.map((line) =>
      line.kind === "nights"
        ? `${nights(line.quantity)} × ${money(line.unitCents, currency)}`
        : `${lineLabel(line, currency)}: ${money(line.amountCents, currency)}`,
    );
    return `Эти даты стоят ${money(cents, currency)} (${said.join(" + ")}), это не та цена, которая была показана. Проверьте новую сумму и снова нажмите «Забронировать».`;
  },
  "cannot-check-dates":
    "Сейчас мы не можем сверить эти даты с другими нашими календарями. Попробуйте, пожалуйста, через несколько минут.",
  "booking-not-found": "Мы не нашли это бронирование.",
  "link-sent": "Если для этого бронирования указан адрес электронной почты, ссылка уже отправлена.",
  "link-sent-if-found":
    "Если есть бронирование с таким номером и адресом электронной почты, мы только что отправили туда ссылку.",
  "email-not-corrected": "Здесь нельзя изменить адрес электронной почты. Позвоните нам, и мы его исправим.",
  "reload-and-try-again": "Обновите, пожалуйста, страницу и попробуйте ещё раз.",
  "open-your-link": "Откройте ссылку из письма и попробуйте ещё раз.",
  "payment-just-in": "За это проживание только что поступил платёж. Пожалуйста, проверьте ещё раз.",
  "nothing-to-pay": "Сейчас оплачивать нечего.",
  "payment-unreachable": "Оплата картой сейчас недоступна. Пожалуйста, попробуйте через минуту.",
  "no-such-receipt": "Такой квитанции нет.",
  "payment-under-way": "За это проживание сейчас проходит платёж. Пожалуйста, попробуйте через минуту.",
  "payment-page-open":
    "Страница оплаты ещё открыта, а платёжная система недоступна, чтобы её закрыть. Пожалуйста, попробуйте через несколько минут.",
  "new-nights-taken":
    "К сожалению, некоторые из этих ночей уже заняты, поэтому ваше проживание не изменилось. Выберите, пожалуйста, другие даты.",
  "costs-now": ({ cents, currency }) =>
    `Теперь проживание стоит ${amount(cents, currency)}. Проверьте, пожалуйста, цену ещё раз.`,
  "other-currency": "Чтобы изменить даты, позвоните нам: с момента бронирования наши цены указаны в другой валюте.",
  "nothing-to-change": "Эти даты и число гостей уже указаны в вашем бронировании.",
  "open-link-for-longer": "Сначала откройте ссылку из письма или позвоните нам, после этого проживание можно продлить.",
  "call-for-so-many-nights": "Чтобы забронировать столько ночей, позвоните нам, мы с радостью поможем.",
  "fee-now": ({ cents, currency }) =>
    `Плата за отмену теперь составляет ${amount(cents, currency)}. Проверьте её и попробуйте ещё раз.`,
  "offer-over": "Это предложение изменилось или больше не действует. Обновите страницу или позвоните нам.",
  "already-cancelled": "Это проживание уже отменено.",
  "begun-no-cancelling": "Заезд уже начался, поэтому отменить бронирование онлайн нельзя. Позвоните нам, пожалуйста.",
  "cancel-elsewhere": "Отмените бронирование на том сайте, где вы его оформили. Нам об этом сообщат.",
  "cancelled-no-changing": "Это проживание отменено. Оформите, пожалуйста, новое бронирование.",
  "not-confirmed-yet": "Это проживание ещё не подтверждено. После подтверждения его можно будет изменить.",
  "begun-no-changing": "Заезд уже начался, поэтому изменить проживание онлайн нельзя. Позвоните нам, пожалуйста.",
  "change-elsewhere": "Измените проживание на том сайте, где вы его забронировали. Нам об этом сообщат.",
  "only-longer":
    "Срок бесплатной отмены прошёл, поэтому онлайн проживание можно только продлить. По поводу других изменений позвоните нам.",
  "whatsapp-number": "Для WhatsApp укажите номер с + и кодом страны, например +94 77 123 4567",
  "unknown-rating-link": "Эта ссылка не работает. Скопируйте полную ссылку из нашего сообщения.",
  "stay-did-not-happen": "Это проживание не состоялось, поэтому оценить его нельзя.",
  "stay-not-over": "Оценить проживание можно после его окончания.",
  "rating-stands": "Вашей оценке уже 14 дней, и изменить её нельзя. Спасибо за неё!",
  "too-many-messages":
    "Сегодня вы отправили нам уже очень много сообщений. Пожалуйста, позвоните нам или напишите завтра.",
  "too-many-tries": ({ seconds }) => {
    const minutes = Math.ceil(seconds / 60);
    const wait =
      seconds < 90
        ? plural(seconds, { one: `${seconds} секунду`, few: `${seconds} секунды`, many: `${seconds} секунд` })
        : plural(minutes, { one: `${minutes} минуту`, few: `${minutes} минуты`, many: `${minutes} минут` });
    return `Слишком много попыток за короткое время. Повторите попытку через ${wait}.`;
  },
  unavailable:
    "Наша база данных сейчас недоступна. Ничего не потеряно; попробуйте, пожалуйста, через несколько секунд.",
  "key-reused": "Этот Idempotency-Key уже использован для другого запроса. Возьмите новый.",
  "from-another-site": "Этот запрос пришёл с другого сайта и отклонён.",
  "nothing-here": "По этому адресу ничего нет.",
  "too-large": "Запрос слишком большой.",
  failed: "У нас что-то пошло не так. Попробуйте ещё раз; если не получится, сообщите нам номер обращения.",
  "check-form": "Проверьте, пожалуйста, форму.",
} satisfies Refusals;
