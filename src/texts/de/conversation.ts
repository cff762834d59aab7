import type { ConversationLetters } from "../en/conversation.ts";

export const conversationLetters = {
  answered: {
    subject: ({ cottage, reference }) => `Nachricht von ${cottage}, ${reference}`,
    answerOnPage: "Zum Antworten öffnen Sie bitte Ihre Buchung mit dem Link unten und schreiben auf der Seite.",
    answerByEmail:
      "Zum Antworten antworten Sie einfach auf diese E-Mail, oder öffnen Sie Ihre Buchung mit dem Link unten und schreiben auf der Seite.",
  },
  leftOut: "(Ein Anhang dieser E-Mail wird hier nicht aufbewahrt.)",
} satisfies ConversationLetters;
