/** Describes what data we store about visitors and guests, why and for how long. The words in bold name the data. */
export const privacyTexts = {
  title: "Privacy",
  about: "What we keep about visitors and guests, why and for how long, and how to have it erased.",
  lead: "We keep only what we need for your stay, and only as long as we need it.",
  looking: {
    title: "When you look around",
    text: "We use no cookies, no tracking and nothing from other companies. As on every website, our server sees your IP address while it sends you a page. We don't record it.",
    map: (host: string) =>
      `One exception: if you open the detailed map on the location page, your browser loads its pictures from ${host}, which then sees your IP address.`,
  },
  booking: {
    title: "When you book",
    person: "<b>Name, email and phone</>, so we know who is coming and how to reach you.",
    personFor: (months: number) =>
      `<b>Name, email and phone</>, so we know who is coming and how to reach you; kept for ${months === 1 ? "1 month" : `${months} months`} after check-out, then erased.`,
    words:
      "<b>Special requests, and messages with their pictures</>, to prepare your stay; kept for 90 days after check-out.",
    rating:
      "<b>Your rating and your review</>, if you send them. The host may show them on this site with your first name and the month. The review is erased together with your name; the number of stars is kept.",
    stay: "<b>Dates, number of guests, price and payments</>, because bookkeeping law requires them; we keep them without your name.",
    cookie:
      "<b>One cookie</>, so this browser can open your booking. It's set when you book or open the link that we send you.",
    marks:
      "<b>A one-way code (a hash) made from your IP address, email address and phone number</> for 30 days, to stop automated bookings. Nobody can read your details from it.",
    payments: (provider: string) =>
      `If you pay online, ${provider} takes the payment for us on their own page. We send them your email address, the amount and the reference of your stay, and your name and phone number if they ask for these; your card number never reaches us. They keep what the law requires payment companies to keep, and we keep the amounts, dates and payment references for our accounts.`,
    whatsapp:
      "If you choose WhatsApp messages, Meta delivers them for us: we send it your phone number and the message, with your name, your dates and the link to your booking. Reply STOP to end them.",
    push: "The host's phone may be notified of a booking through the push service of its browser (Google, Mozilla, Apple or Microsoft). Such a message is encrypted for that phone; the service cannot read it.",
    backups: (days: number) =>
      `Erased data also disappears from our backups when they're replaced, after ${days === 1 ? "a day" : `${days} days`}.`,
  },
  rights: {
    title: "Your rights",
    text: "You can ask to see, correct, export or erase your data at any time.",
    contact: (email: string, phone: string) => `Write to <email>${email}</> or call <phone>${phone}</>.`,
  },
};
export type PrivacyTexts = typeof privacyTexts;
