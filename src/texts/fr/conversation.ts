import type { ConversationEmails } from "../en/conversation.ts";

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `Message de ${cottage}, ${reference}`,
    answerOnPage: "Pour répondre, ouvrez votre réservation avec le lien ci-dessous et écrivez sur sa page.",
    answerByEmail:
      "Pour répondre, répondez simplement à cet e-mail, ou ouvrez votre réservation avec le lien ci-dessous et écrivez sur sa page.",
  },
  leftOut: "(Une pièce jointe de cet e-mail n’est pas conservée ici.)",
} satisfies ConversationEmails;
