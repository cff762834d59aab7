import { type Language } from "#domain/language/language.ts";
import { type ConversationLetters, conversationLetters as enConversation } from "./en/conversation.ts";
import { type Letters, letters as enLetters } from "./en/letters.ts";
import { type PaymentLetters, paymentLetters as enPayments } from "./en/payments.ts";
import { refusals as enRefusals, type Refusals } from "./en/refusals.ts";
import { type HouseTexts, houseTexts as enHouse } from "./en/house.ts";
import { type PriceLines, priceLines as enLines } from "./en/stay.ts";
import { type Validation, validation as enValidation } from "./en/validation.ts";
import { conversationLetters as deConversation } from "./de/conversation.ts";
import { letters as deLetters } from "./de/letters.ts";
import { paymentLetters as dePayments } from "./de/payments.ts";
import { refusals as deRefusals } from "./de/refusals.ts";
import { houseTexts as deHouse } from "./de/house.ts";
import { priceLines as deLines } from "./de/stay.ts";
import { validation as deValidation } from "./de/validation.ts";
import { conversationLetters as frConversation } from "./fr/conversation.ts";
import { letters as frLetters } from "./fr/letters.ts";
import { paymentLetters as frPayments } from "./fr/payments.ts";
import { refusals as frRefusals } from "./fr/refusals.ts";
import { houseTexts as frHouse } from "./fr/house.ts";
import { priceLines as frLines } from "./fr/stay.ts";
import { validation as frValidation } from "./fr/validation.ts";
import { conversationLetters as ruConversation } from "./ru/conversation.ts";
import { letters as ruLetters } from "./ru/letters.ts";
import { paymentLetters as ruPayments } from "./ru/payments.ts";
import { refusals as ruRefusals } from "./ru/refusals.ts";
import { houseTexts as ruHouse } from "./ru/house.ts";
import { priceLines as ruLines } from "./ru/stay.ts";
import { validation as ruValidation } from "./ru/validation.ts";
import { conversationLetters as esConversation } from "./es/conversation.ts";
import { letters as esLetters } from "./es/letters.ts";
import { paymentLetters as esPayments } from "./es/payments.ts";
import { refusals as esRefusals } from "./es/refusals.ts";
import { houseTexts as esHouse } from "./es/house.ts";
import { priceLines as esLines } from "./es/stay.ts";
import { validation as esValidation } from "./es/validation.ts";
import { conversationLetters as zhConversation } from "./zh/conversation.ts";
import { letters as zhLetters } from "./zh/letters.ts";
import { paymentLetters as zhPayments } from "./zh/payments.ts";
import { refusals as zhRefusals } from "./zh/refusals.ts";
import { houseTexts as zhHouse } from "./zh/house.ts";
import { priceLines as zhLines } from "./zh/stay.ts";
import { validation as zhValidation } from "./zh/validation.ts";
import { ENGLISH_FORMATS } from "./english-formats.ts";
import { type Formats, formatsOf } from "./formats.ts";

/** All that the server says to guests in one language. Pages have their own texts, loaded a language at a time. */
export type ServerTexts = {
  formats: Formats;
  letters: Letters;
  /** Emails about what host and guest write to each other. */
  conversation: ConversationLetters;
  /** Emails about payments. */
  payments: PaymentLetters;
  /** Ready-made texts about prices and terms. */
  house: HouseTexts;
  priceLines: PriceLines;
  refusals: Refusals;
  validation: Validation;
};

const TEXTS: Record<Language, ServerTexts> = {
  en: {
    formats: ENGLISH_FORMATS,
    letters: enLetters,
    conversation: enConversation,
    payments: enPayments,
    house: enHouse,
    priceLines: enLines,
    refusals: enRefusals,
    validation: enValidation,
  },
  de: {
    formats: formatsOf("de"),
    letters: deLetters,
    conversation: deConversation,
    payments: dePayments,
    house: deHouse,
    priceLines: deLines,
    refusals: deRefusals,
    validation: deValidation,
  },
  fr: {
    formats: formatsOf("fr"),
    letters: frLetters,
    conversation: frConversation,
    payments: frPayments,
    house: frHouse,
    priceLines: frLines,
    refusals: frRefusals,
    validation: frValidation,
  },
  ru: {
    formats: formatsOf("ru"),
    letters: ruLetters,
    conversation: ruConversation,
    payments: ruPayments,
    house: ruHouse,
    priceLines: ruLines,
    refusals: ruRefusals,
    validation: ruValidation,
  },
  es: {
    formats: formatsOf("es"),
    letters: esLetters,
    conversation: esConversation,
    payments: esPayments,
    house: esHouse,
    priceLines: esLines,
    refusals: esRefusals,
    validation: esValidation,
  },
  zh: {
    formats: formatsOf("zh"),
    letters: zhLetters,
    conversation: zhConversation,
    payments: zhPayments,
    house: zhHouse,
    priceLines: zhLines,
    refusals: zhRefusals,
    validation: zhValidation,
  },
};

export function textsIn(language: Language): ServerTexts {
  return TEXTS[language];
}
