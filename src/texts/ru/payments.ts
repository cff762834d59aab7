import type { PaymentEmails } from "../en/payments.ts";

const payBelow =
  "Оплатить онлайн можно по ссылке ниже. Если вы заплатили другим способом, не обращайте внимания на это письмо.";

export const paymentEmails = {
  pleasePay: ({ cottage, span, amount }, until, paid) => ({
    subject: `Оплатите, чтобы забронировать проживание в ${cottage}, ${span}`,
    lines: [
      `Ваше проживание (${span}) ещё не забронировано. Оно будет забронировано, как только вы оплатите ${amount}.`,
      `Мы держим даты за вами до ${until}. ${paid ? `Мы уже получили ${paid}.` : "Пока ничего не списано."}`,
    ],
  }),
  accepted: ({ cottage, span, amount }, until) => ({
    subject: `Ваш запрос принят, осталось оплатить: ${cottage}, ${span}`,
    lines: [
      `Хорошая новость: дом для вас свободен (${span}). Проживание будет забронировано, как только вы оплатите ${amount}.`,
      `Мы держим даты за вами до ${until}.`,
    ],
  }),
  dueOn: ({ span, reference, amount }, day) => ({
    subject: `Срок оплаты проживания ${span}: ${day}`,
    lines: [`Оплата ${amount} за проживание ${reference} ожидается до ${day}.`, payBelow],
  }),
  dueToday: ({ span, reference, amount }) => ({
    subject: `Сегодня срок оплаты проживания ${span}`,
    lines: [`Сегодня срок оплаты ${amount} за проживание ${reference}.`, payBelow],
  }),
  overdue: ({ span, reference, amount }, day) => ({
    subject: `Просрочена оплата проживания ${span}`,
    lines: [`Срок оплаты ${amount} за проживание ${reference} был ${day}, но деньги ещё не поступили.`, payBelow],
  }),
  lastWarning: ({ span, reference, amount }, day, until) => ({
    subject: `Оплатите до ${until}, иначе проживание ${span} будет отменено`,
    lines: [
      `Срок оплаты ${amount} за проживание ${reference} был ${day}, но деньги ещё не поступили.`,
      `Если оплата не поступит до ${until}, нам придётся отменить ваше проживание. Тогда действуют условия отмены вашего бронирования.`,
      "Оплатить онлайн можно по ссылке ниже. Если вы заплатили другим способом или вам нужно больше времени, ответьте на это письмо.",
    ],
  }),
  link: ({ cottage, span, reference, amount }, about, isFee) => ({
    subject: `Ссылка на оплату от ${cottage}: ${amount}`,
    lines: [
      `Это ссылка для оплаты ${amount} ${isFee ? "в счёт платы за отмену проживания" : "за проживание"} ${span}, номер бронирования ${reference}.`,
      ...(about ? [about] : []),
    ],
  }),
  received: ({ span, reference, amount }) => ({
    subject: `Спасибо, мы получили ${amount}`,
    lines: [
      `Мы получили вашу оплату ${amount} за проживание ${span}, номер бронирования ${reference}.`,
      "Квитанция находится на странице вашего бронирования.",
    ],
  }),
  endedUnpaid: ({ cottage, span, amount }) => ({
    subject: `Время на оплату истекло: ${cottage}, ${span}`,
    lines: [
      `Время на оплату проживания истекло, и даты снова свободны. ${amount ? `Вы уже оплатили ${amount}; мы вернём эту сумму.` : "Ничего не списано."}`,
      "Если вы всё ещё хотите приехать, забронируйте ещё раз.",
    ],
  }),
  lateTaken: ({ span, reference, amount }) => ({
    subject: `Оплата пришла поздно, но проживание забронировано: ${span}`,
    lines: [
      `Ваша оплата ${amount} пришла после срока; даты были ещё свободны. Проживание забронировано, номер бронирования ${reference}.`,
    ],
  }),
  lateGone: ({ span, amount }) => ({
    subject: `Оплата пришла слишком поздно: ${span}`,
    lines: [
      `Ваша оплата пришла после срока, и эти даты за вами больше не закреплены. Мы возвращаем ${amount} на вашу карту; банку нужно от 5 до 10 дней.`,
    ],
  }),
  twice: ({ reference, amount }) => ({
    subject: `Мы возвращаем вам ${amount}`,
    lines: [
      `Вы заплатили за проживание ${reference} больше, чем требовалось. Мы возвращаем ${amount} на вашу карту; банку нужно от 5 до 10 дней.`,
    ],
  }),
  refunded: ({ reference, amount }) => ({
    subject: `Возврат ${amount}`,
    lines: [`Мы вернули ${amount} на вашу карту за проживание ${reference}. Банку нужно от 5 до 10 дней.`],
  }),
  feeWaived: ({ span, reference, amount }, fee) => ({
    subject: `Плата за отмену снята: ${fee}`,
    lines: [
      `Мы сняли плату за отмену проживания ${span}, номер бронирования ${reference}: ${fee}. ${amount ? `Вы уже оплатили ${amount}; мы вернём эту сумму.` : "Платить больше ничего не нужно."}`,
    ],
  }),
} satisfies PaymentEmails;
