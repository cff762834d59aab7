import type { Language } from "#domain/language/language.ts";
import { type ConversationEmails, conversationEmails as enConversation } from "./en/conversation.ts";
import { type EmailTexts, emails as enEmails } from "./en/emails.ts";
import { type PaymentEmails, paymentEmails as enPayments } from "./en/payments.ts";
import { refusals as enRefusals, type Refusals } from "./en/refusals.ts";
import { type HouseTexts, houseTexts as enHouse } from "./en/house.ts";
import { localTime as enLocalTime, type PriceLines, priceLines as enLines, type StayTexts } from "./en/stay.ts";
import { type Validation, validation as enValidation } from "./en/validation.ts";
import { conversationEmails as deConversation } from "./de/conversation.ts";
import { emails as deEmails } from "./de/emails.ts";
import { paymentEmails as dePayments } from "./de/payments.ts";
import { refusals as deRefusals } from "./de/refusals.ts";
import { houseTexts as deHouse } from "./de/house.ts";
import { localTime as deLocalTime, priceLines as deLines } from "./de/stay.ts";
import { validation as deValidation } from "./de/validation.ts";
import { conversationEmails as frConversation } from "./fr/conversation.ts";
import { emails as frEmails } from "./fr/emails.ts";
import { paymentEmails as frPayments } from "./fr/payments.ts";
import { refusals as frRefusals } from "./fr/refusals.ts";
import { houseTexts as frHouse } from "./fr/house.ts";
import { localTime as frLocalTime, priceLines as frLines } from "./fr/stay.ts";
import { validation as frValidation } from "./fr/validation.ts";
import { conversationEmails as ruConversation } from "./ru/conversation.ts";
import { emails as ruEmails } from "./ru/emails.ts";
import { paymentEmails as ruPayments } from "./ru/payments.ts";
import { refusals as ruRefusals } from "./ru/refusals.ts";
import { houseTexts as ruHouse } from "./ru/house.ts";
import { localTime as ruLocalTime, priceLines as ruLines } from "./ru/stay.ts";
import { validation as ruValidation } from "./ru/validation.ts";
import { conversationEmails as esConversation } from "./es/conversation.ts";
import { emails as esEmails } from "./es/emails.ts";
import { paymentEmails as esPayments } from "./es/payments.ts";
import { refusals as esRefusals } from "./es/refusals.ts";
import { houseTexts as esHouse } from "./es/house.ts";
import { localTime as esLocalTime, priceLines as esLines } from "./es/stay.ts";
import { validation as esValidation } from "./es/validation.ts";
import { conversationEmails as zhConversation } from "./zh/conversation.ts";
import { emails as zhEmails } from "./zh/emails.ts";
import { paymentEmails as zhPayments } from "./zh/payments.ts";
import { refusals as zhRefusals } from "./zh/refusals.ts";
import { houseTexts as zhHouse } from "./zh/house.ts";
import { localTime as zhLocalTime, priceLines as zhLines } from "./zh/stay.ts";
import { validation as zhValidation } from "./zh/validation.ts";
import { ENGLISH_FORMATS } from "./english-formats.ts";
import { type Formats, formatsOf } from "./formats.ts";

/** The server's strings for guests in one language. Pages have separate strings, which are loaded per language. */
export type ServerTexts = {
  formats: Formats;
  emails: EmailTexts;
  conversation: ConversationEmails;
  payments: PaymentEmails;
  house: HouseTexts;
  priceLines: PriceLines;
  localTime: StayTexts["localTime"];
  refusals: Refusals;
  validation: Validation;
};

const TEXTS: Record<Language, ServerTexts> = {
  en: {
    formats: ENGLISH_FORMATS,
    emails: enEmails,
    conversation: enConversation,
    payments: enPayments,
    house: enHouse,
    priceLines: enLines,
    localTime: enLocalTime,
    refusals: enRefusals,
    validation: enValidation,
  },
  de: {
    formats: formatsOf("de"),
    emails: deEmails,
    conversation: deConversation,
    payments: dePayments,
    house: deHouse,
    priceLines: deLines,
    localTime: deLocalTime,
    refusals: deRefusals,
    validation: deValidation,
  },
  fr: {
    formats: formatsOf("fr"),
    emails: frEmails,
    conversation: frConversation,
    payments: frPayments,
    house: frHouse,
    priceLines: frLines,
    localTime: frLocalTime,
    refusals: frRefusals,
    validation: frValidation,
  },
  ru: {
    formats: formatsOf("ru"),
    emails: ruEmails,
    conversation: ruConversation,
    payments: ruPayments,
    house: ruHouse,
    priceLines: ruLines,
    localTime: ruLocalTime,
    refusals: ruRefusals,
    validation: ruValidation,
  },
  es: {
    formats: formatsOf("es"),
    emails: esEmails,
    conversation: esConversation,
    payments: esPayments,
    house: esHouse,
    priceLines: esLines,
    localTime: esLocalTime,
    refusals: esRefusals,
    validation: esValidation,
  },
  zh: {
    formats: formatsOf("zh"),
    emails: zhEmails,
    conversation: zhConversation,
    payments: zhPayments,
    house: zhHouse,
    priceLines: zhLines,
    localTime: zhLocalTime,
    refusals: zhRefusals,
    validation: zhValidation,
  },
};

export function textsIn(language: Language): ServerTexts {
  return TEXTS[language];
}
