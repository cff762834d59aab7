import type { ConversationEmails } from "../en/conversation.ts";

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `Mensaje de ${cottage}, ${reference}`,
    answerOnPage: "Para responder, abra su reserva con el enlace de abajo y escriba en su página.",
    answerByEmail:
      "Para responder, conteste simplemente a este correo, o abra su reserva con el enlace de abajo y escriba en su página.",
  },
  leftOut: "(Un archivo adjunto de este correo no se guarda aquí.)",
} satisfies ConversationEmails;
