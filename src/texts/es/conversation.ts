import type { ConversationEmails } from "../en/conversation.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("es");

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `Mensaje de ${cottage}, ${reference}`,
    answerOnPage: "Para responder, abra su reserva con el enlace de abajo y escríbanos desde allí.",
    answerByEmail:
      "Responda simplemente a este correo, o abra su reserva con el enlace de abajo y escríbanos desde allí.",
  },
  withPictures: (count) =>
    plural(count, {
      one: "(Con 1 imagen, que encontrará en la página de su reserva.)",
      other: `(Con ${count} imágenes, que encontrará en la página de su reserva.)`,
    }),
  leftOut: "(Un archivo adjunto de este correo no se ha guardado.)",
  byWhatsapp: "(Enviado por WhatsApp.)",
} satisfies ConversationEmails;
