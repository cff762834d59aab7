import type { ConversationEmails } from "../en/conversation.ts";

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `Сообщение от ${cottage}, ${reference}`,
    answerOnPage: "Чтобы ответить, откройте своё бронирование по ссылке ниже и напишите на его странице.",
    answerByEmail:
      "Чтобы ответить, просто ответьте на это письмо или откройте своё бронирование по ссылке ниже и напишите на его странице.",
  },
  leftOut: "(Вложение этого письма здесь не сохраняется.)",
} satisfies ConversationEmails;
