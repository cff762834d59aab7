import type { Language } from "./language.ts";

/** The names that `Intl` and browsers use (BCP 47). */
export const LOCALES = {
  en: "en-US",
  de: "de-DE",
  fr: "fr-FR",
  ru: "ru-RU",
  es: "es-ES",
  zh: "zh-CN",
} satisfies Record<Language, string>;
