import { pluralIn } from "../plural.ts";

const plural = pluralIn("en");

/** A stay as emails about its conversation name it. */
type Facts = { cottage: string; reference: string };

/** What emails about a conversation say around what host and guest have written. */
export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }: Facts) => `Message from ${cottage}, ${reference}`,
    answerOnPage: "To answer, open your booking with the link below and write on its page.",
    answerByEmail:
      "To answer, just reply to this email, or open your booking with the link below and write on its page.",
  },
  /** After the text of a message with pictures. */
  withPictures: (count: number) =>
    plural(count, {
      one: "(With 1 picture, which you can see on your booking's page.)",
      other: `(With ${count} pictures, which you can see on your booking's page.)`,
    }),
  /** In a message that came by email with more than its text. */
  leftOut: "(An attachment to this email was not saved.)",
};
export type ConversationEmails = typeof conversationEmails;
