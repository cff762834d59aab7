import type { EmailTexts } from "../en/emails.ts";
import { pluralIn } from "../plural.ts";
import { ownTexts } from "./own.ts";

const plural = pluralIn("ru");

export const emails = {
  templates: {
    welcome: {
      subject: "Ваше проживание в {cottage} забронировано ({reference})",
      body: `Здравствуйте, {guestName}!

Спасибо, что забронировали {cottage}. Мы будем рады вас принять.

Номер бронирования: {reference}
Заезд: {checkIn}, с {checkInTime}
Выезд: {checkOut}, до {checkOutTime}
{nights}, {guests}, всего {total}

{payment}

Адрес: {address}

{directions}

Посмотреть бронирование и управлять им можно здесь:

{bookingLink}

Есть вопросы? Позвоните нам по номеру {hostPhone} или ответьте на это письмо.`,
    },
    check_in_reminder: {
      subject: "Ваш заезд: {checkIn}, {cottage}",
      body: `Здравствуйте, {guestName}!

Ждём вас с нетерпением. Заезд: {checkIn}, с {checkInTime}.

Адрес: {address}

{directions}

Заселение: {arrivalNotes}

Пароль от Wi-Fi: {wifiPassword}

Если вы задерживаетесь или не можете нас найти, позвоните: {hostPhone}. Мы с радостью поможем.

{bookingLink}`,
    },
    check_out_reminder: {
      subject: "Сегодня выезд до {checkOutTime}",
      body: `Доброе утро, {guestName}!

Сегодня ваше проживание в {cottage} заканчивается. Пожалуйста, освободите дом до {checkOutTime}, закройте двери на ключ и выключите газ и свет.

Если вам нужно такси или немного больше времени, позвоните: {hostPhone}. Мы постараемся помочь.

Спасибо, что остановились у нас, и счастливого пути!`,
    },
    feedback_request: {
      subject: "Как вам понравилось в {cottage}?",
      body: `Здравствуйте, {guestName}!

Надеемся, вам понравилось в {cottage} и вы благополучно добрались домой.

Расскажите, пожалуйста, как всё прошло. Это займёт минуту и поможет нам и будущим гостям.

{ratingLink}

Спасибо!`,
    },
    booking_changed: {
      subject: "Бронирование {reference} изменено",
      body: `Здравствуйте, {guestName}!

Ваше бронирование в {cottage} изменено.

{changes}

Теперь оно выглядит так:

Заезд: {checkIn}, с {checkInTime}
Выезд: {checkOut}, до {checkOutTime}
{nights}, {guests}, всего {total}

{bookingLink}

Если что-то не так, позвоните нам по номеру {hostPhone} или ответьте на это письмо.`,
    },
    booking_cancelled: {
      subject: "Бронирование {reference} отменено",
      body: `Здравствуйте, {guestName}!

Ваше бронирование в {cottage} отменено.

Заезд: {checkIn}
Выезд: {checkOut}
Плата за отмену: {fee}

Если вы этого не ожидали, позвоните нам по номеру {hostPhone} или ответьте на это письмо.`,
    },
  },
  whatsapp: {
    welcome:
      "Здравствуйте, {{1}}! Ваше проживание в {{2}} забронировано ({{3}} – {{4}}). По ссылке {{5}} вы найдёте все подробности.",
    check_in_reminder:
      "Здравствуйте, {{1}}! Ждём вас в {{2}} (заезд: {{3}}, выезд: {{4}}). По ссылке {{5}} вы узнаете, как попасть в дом.",
    check_out_reminder:
      "Доброе утро, {{1}}! Ваше проживание в {{2}} (заезд: {{3}}) заканчивается сегодня ({{4}}). По ссылке {{5}} вы найдёте подробности. Спасибо, что остановились у нас!",
    feedback_request:
      "Здравствуйте, {{1}}! Как вам понравилось в {{2}} ({{3}} – {{4}})? По ссылке {{5}} вы можете рассказать нам об этом.",
    booking_changed:
      "Здравствуйте, {{1}}! Ваше бронирование в {{2}} изменено (теперь: {{3}} – {{4}}). По ссылке {{5}} вы найдёте подробности.",
    booking_cancelled:
      "Здравствуйте, {{1}}! Ваше бронирование в {{2}} ({{3}} – {{4}}) отменено. По ссылке {{5}} вы найдёте подробности.",
    custom:
      "Здравствуйте, {{1}}! Мы написали вам о вашем проживании в {{2}} ({{3}} – {{4}}). По ссылке {{5}} можно прочитать наше сообщение.",
  },
  nights: (count: number) => plural(count, { one: `${count} ночь`, few: `${count} ночи`, many: `${count} ночей` }),
  guests: (count: number) => plural(count, { one: `${count} гость`, few: `${count} гостя`, many: `${count} гостей` }),
  someGuest: "уважаемый гость",
  noFee: "нет",
  noWifiPassword: "спросите нас при заезде",
  callUs: (phone: string) => `позвоните нам по номеру ${phone}`,
  openLinkFirst: "откройте бронирование по ссылке из нашего письма, чтобы это увидеть",
  shownFrom: (day: string) => `вы получите это позже (${day})`,
  restored: "Ваше бронирование было отменено, а теперь восстановлено.",
  changedCheckIn: (now: string, was: string) => `Заезд: ${now} (было: ${was})`,
  changedCheckOut: (now: string, was: string) => `Выезд: ${now} (было: ${was})`,
  changedGuests: (now: string, was: string) => `${now} (было: ${was})`,
  changedTotal: (now: string, was: string) => `Всего: ${now} (было: ${was})`,
  paid: (amount) => `Оплачено: ${amount}`,
  dueNow: (amount) => `К оплате сейчас: ${amount}`,
  dueOn: (amount, day) => `К оплате: ${amount}, срок — ${day}`,
  rateStay: "Оценить проживание",
  openBooking: "Открыть бронирование",
  openForm: "Открыть форму бронирования",
  calendarTitle: (cottage: string) => `Проживание в ${cottage}`,
  calendarText: (stay: { reference: string; checkInFrom: string; checkOutBy: string; phone: string }) =>
    stay.phone
      ? `Бронирование ${stay.reference}. Заезд с ${stay.checkInFrom}, выезд до ${stay.checkOutBy}. Если задерживаетесь, позвоните: ${stay.phone}.`
      : `Бронирование ${stay.reference}. Заезд с ${stay.checkInFrom}, выезд до ${stay.checkOutBy}.`,
  ownLink: {
    subject: (reference: string) => `Ваше бронирование ${reference}`,
    text: "Это ссылка на ваше бронирование. По ней можно посмотреть его и управлять им.",
    warning:
      "То же может сделать любой, у кого есть эта ссылка, поэтому никому её не передавайте. Если вы её не запрашивали, просто не обращайте внимания на это письмо.",
  },
  requested: {
    subject: ({ cottage, span }) => `Мы получили ваш запрос на бронирование: ${cottage}, ${span}`,
    answer: ownTexts.waiting.host,
    text: "По этой ссылке можно посмотреть запрос или отозвать его.",
  },
  confirmStay: {
    subject: ({ cottage, span }) => `Подтвердите, пожалуйста, проживание в ${cottage}, ${span}`,
    stay: (stay) =>
      `${stay.cottage}: ${stay.span}, ${stay.nights}, ${stay.guests}. Всего ${stay.total}. Номер бронирования ${stay.reference}.`,
    sendRequest: (until) =>
      `Откройте эту ссылку до ${until}, чтобы отправить запрос хозяину. До этого времени мы держим даты за вами; заполнять форму ещё раз не нужно.`,
    completeBooking: (until) =>
      `Откройте эту ссылку до ${until}, чтобы завершить бронирование. До этого времени мы держим даты за вами; заполнять форму ещё раз не нужно.`,
    notYou:
      "Если это были не вы, просто не обращайте внимания на это письмо. Ничего не забронировано, и после этого срока даты снова будут свободны.",
  },
  proveEmail: {
    subject: "Остался один шаг до бронирования",
    text: "Откройте эту ссылку в течение часа, а затем снова нажмите «Забронировать». Сейчас мы получаем необычно много запросов, поэтому просим подтвердить адрес электронной почты.",
    notYou: "Если это были не вы, просто не обращайте внимания на это письмо. Ничего не забронировано.",
  },
  offer: {
    subject: (cottage: string, span: string) => `Наше предложение для вас: ${cottage}, ${span}`,
    price: (price: string, span: string) => `Мы предлагаем вам это проживание (${span}) за ${price}.`,
    until: (until: string) => `Мы держим эти даты за вами до ${until}.`,
    how: "Откройте ссылку, чтобы посмотреть расчёт цены и принять предложение.",
  },
  ended: {
    request: {
      subject: "Мы не смогли принять ваш запрос на бронирование {reference}",
      body: `Здравствуйте, {guestName}!

К сожалению, мы не смогли принять ваш запрос на проживание в {cottage}. Ничего не забронировано, и платить ничего не нужно.

Заезд: {checkIn}
Выезд: {checkOut}

Если вам подойдут другие даты, посмотрите здесь, какие из них свободны:

{bookingLink}

Если у вас есть вопросы, позвоните нам по номеру {hostPhone} или ответьте на это письмо.`,
    },
    offer: {
      subject: "Наше предложение {reference} больше не действует",
      body: `Здравствуйте, {guestName}!

Наше предложение о проживании в {cottage} больше не действует, и мы больше не держим эти даты за вами. Ничего не забронировано, и платить ничего не нужно.

Заезд: {checkIn}
Выезд: {checkOut}

Если вы всё ещё хотите приехать, посмотрите здесь, какие даты свободны:

{bookingLink}

Если у вас есть вопросы, позвоните нам по номеру {hostPhone} или ответьте на это письмо.`,
    },
  },
  changeDeclined: {
    subject: (reference: string) => `Бронирование ${reference} остаётся без изменений`,
    text: (requested: string, booked: string) =>
      `К сожалению, мы не смогли внести изменение, о котором вы просили (${requested}). Ваше бронирование (${booked}) остаётся без изменений.`,
    otherDates:
      "Если вам подойдут другие даты, посмотрите на странице бронирования, что ещё можно изменить, или позвоните нам.",
  },
  changeReplaced: {
    subject: (reference: string) => `Ваш запрос на изменение бронирования ${reference} закрыт`,
    text: (requested: string, booked: string) =>
      `Мы изменили ваше бронирование (${booked}), поэтому ваш запрос на изменение (${requested}) закрыт.`,
    otherGuests: (span: string, requested: string, booked: string) =>
      `Мы изменили ваше бронирование (${span}, ${booked}), поэтому ваш запрос (${requested}) закрыт.`,
    ifUnsuitable:
      "Если вам это не подходит, посмотрите на странице бронирования, что ещё можно изменить, или позвоните нам.",
  },
} satisfies EmailTexts;
