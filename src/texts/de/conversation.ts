import type { ConversationEmails } from "../en/conversation.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("de");

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `Nachricht von ${cottage}, ${reference}`,
    answerOnPage: "Um zu antworten, öffnen Sie bitte Ihre Buchung über den Link unten und schreiben Sie uns dort.",
    answerByEmail:
      "Antworten Sie einfach auf diese E-Mail, oder öffnen Sie Ihre Buchung über den Link unten und schreiben Sie uns dort.",
  },
  withPictures: (count) =>
    plural(count, {
      one: "(Mit 1 Bild, das Sie auf der Seite Ihrer Buchung finden.)",
      other: `(Mit ${count} Bildern, die Sie auf der Seite Ihrer Buchung finden.)`,
    }),
  leftOut: "(Ein Anhang dieser E-Mail wurde nicht gespeichert.)",
  byWhatsapp: "(Per WhatsApp gesendet.)",
} satisfies ConversationEmails;
