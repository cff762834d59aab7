import { pluralIn } from "../plural.ts";

const plural = pluralIn("en");

type Facts = { cottage: string; reference: string };

/** Strings for emails about a conversation, and notes added to messages that guests send by email or WhatsApp. */
export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }: Facts) => `Message from ${cottage}, ${reference}`,
    answerOnPage: "To answer, open your booking with the link below and write to us there.",
    answerByEmail:
      "To answer, just reply to this email, or open your booking with the link below and write to us there.",
  },
  /** Added to a message with pictures. */
  withPictures: (count: number) =>
    plural(count, {
      one: "(With 1 picture, which you can see on your booking page.)",
      other: `(With ${count} pictures, which you can see on your booking page.)`,
    }),
  /** Added to a message received by email whose attachment was not stored. */
  leftOut: "(An attachment to this email was not saved.)",
  /** Added to a message that the guest sent by WhatsApp. */
  byWhatsapp: "(Sent by WhatsApp.)",
};
export type ConversationEmails = typeof conversationEmails;
