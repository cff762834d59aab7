import type { ConversationEmails } from "../en/conversation.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("fr");

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `Message de votre hôte : ${cottage}, ${reference}`,
    answerOnPage:
      "Pour répondre, écrivez-nous sur la page de votre réservation, que vous ouvrez avec le lien ci-dessous.",
    answerByEmail:
      "Répondez simplement à cet e-mail, ou écrivez-nous sur la page de votre réservation, que vous ouvrez avec le lien ci-dessous.",
  },
  withPictures: (count) =>
    plural(count, {
      one: "(Avec 1 image, à voir sur la page de votre réservation.)",
      other: `(Avec ${count} images, à voir sur la page de votre réservation.)`,
    }),
  leftOut: "(Une pièce jointe de cet e-mail n’a pas été conservée.)",
  byWhatsapp: "(Envoyé par WhatsApp.)",
} satisfies ConversationEmails;
