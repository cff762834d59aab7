import type { ConversationEmails } from "../en/conversation.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("ru");

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `Сообщение от ${cottage}, ${reference}`,
    answerOnPage: "Чтобы ответить, откройте своё бронирование по ссылке ниже и напишите на его странице.",
    answerByEmail:
      "Просто ответьте на это письмо или откройте своё бронирование по ссылке ниже и напишите на его странице.",
  },
  withPictures: (count) =>
    plural(count, {
      one: `(Прикреплено ${count} изображение, оно на странице вашего бронирования.)`,
      few: `(Прикреплено ${count} изображения, они на странице вашего бронирования.)`,
      many: `(Прикреплено ${count} изображений, они на странице вашего бронирования.)`,
    }),
  leftOut: "(Вложение этого письма не сохранено.)",
  byWhatsapp: "(Отправлено в WhatsApp.)",
} satisfies ConversationEmails;
