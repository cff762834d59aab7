/** Every sentence of the conversation on the booking's page. */
export const conversationTexts = {
  title: "Messages",
  intro: "Write to your host here. You find the answer on this page, and we email it to you.",
  introWithoutMail: "Write to your host here. You find the answer on this page.",
  none: "Nothing has been written yet.",
  you: "You",
  host: "Your host",
  byEmail: "by email",
  sent: { email: "Sent to you by email", whatsapp: "Sent to you by WhatsApp" },
  sentText: "Key codes and dates stand as they are today.",
  label: "Your message",
  send: "Send message",
  done: "Your message is sent. Your host has been notified.",
  reading: {
    off: "Your host doesn't see which messages you have read.",
    on: "Your host sees which messages you have read.",
    turnOn: "Let my host see it",
    turnOff: "Don't show it",
  },
};
