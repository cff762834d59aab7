import type { ConversationEmails } from "../en/conversation.ts";
import { pluralIn } from "../plural.ts";

const plural = pluralIn("zh");

export const conversationEmails = {
  answered: {
    subject: ({ cottage, reference }) => `来自 ${cottage} 的消息，${reference}`,
    answerOnPage: "如需回复，请通过下方链接打开您的预订，并在页面上给我们留言。",
    answerByEmail: "如需回复，直接回复此邮件即可，也可以通过下方链接打开您的预订，并在页面上给我们留言。",
  },
  withPictures: (count) => plural(count, { other: `（附 ${count} 张图片，可在您的预订页面查看。）` }),
  leftOut: "（此邮件的附件未在此保存。）",
  byWhatsapp: "（通过 WhatsApp 发送。）",
} satisfies ConversationEmails;
