import type { ConversationEmails } from "../en/conversation.ts";

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `Nachricht von ${cottage}, ${reference}`,
    answerOnPage: "Um zu antworten, öffnen Sie bitte Ihre Buchung über den Link unten und schreiben Sie dort.",
    answerByEmail:
      "Antworten Sie einfach auf diese E-Mail, oder öffnen Sie Ihre Buchung über den Link unten und schreiben Sie dort.",
  },
  leftOut: "(Ein Anhang dieser E-Mail ist hier nicht gespeichert.)",
} satisfies ConversationEmails;
